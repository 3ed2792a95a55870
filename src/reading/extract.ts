/** Files that are documents, and no text in themselves: their text. */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { LeitongError } from '../errors.js'
import type { Options } from '../options/options.js'
import type { DocumentFormat } from '../sources/formats/format.js'
import type { FileInput } from './input.js'
import { tooLong } from './too-long.js'

/**
 * The text of a file, or the reason why it has no text.
 *
 * @throws {LeitongError} `PACKAGE_MISSING`
 */
export async function extractText(
  { path, name, size, compression }: FileInput,
  extract: NonNullable<DocumentFormat['extract']>,
  { maxRecord }: Pick<Options, 'maxRecord'>,
): Promise<{ readonly text: string } | { readonly reason: string }> {
  if (size > maxRecord) return { reason: tooLong(size, maxRecord) }
  try {
    const raw = readFileSync(path)
    const text = await extract(compression ? gunzipSync(raw, { maxOutputLength: maxRecord }) : raw, name)
    return text.trim() ? { text } : { reason: 'there is no text in it; a scan is pictures' }
  } catch (error) {
    if (error instanceof LeitongError && error.code === 'PACKAGE_MISSING') throw error
    return { reason: error instanceof LeitongError ? error.message : `cannot be read: ${(error as Error).message}` }
  }
}
