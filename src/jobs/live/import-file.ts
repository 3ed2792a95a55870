/** Import of an export that lies in a file, into an index that may have to be made first. */
import { statSync } from 'node:fs'
import { open as openFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { LeitongError } from '../../errors.js'
import type { OptionsInput } from '../../options/options.js'
import { parseJson } from '../../reading/whole-numbers-json.js'
import type { LiveIndex } from './live-index.js'
import { open } from './open.js'
import type { Settings, SettingsInput } from './settings.js'
import { type Exported, headOf } from './transfer.js'

/**
 * Brings an export into the index at a URL; where there is none, one is made with the options of the export.
 *
 * @param path        of the export, or `-` for standard input
 * @param onProgress  is told of bytes that were read
 * @param check       refuses options of the export, before files that they name are read for a new index
 * @throws {LeitongError} `SOURCE_READ`, `IMPORT_OPTIONS`, and those of {@link open}
 */
export async function importFile(
  url: string,
  path: string,
  onProgress?: (done: number, total: number | undefined) => void,
  check: (options: SettingsInput) => void = () => undefined,
): Promise<{ readonly url: string; readonly documents: number }> {
  const lines = readExport(path, onProgress)
  const first = await lines.next()
  // Before an index is made of it.
  const { settings } = headOf(first.value, path)
  const index = await openOrCreate(url, optionsOf(settings), check)
  const all = async function* () {
    yield first.value as Exported
    yield* lines
  }
  try {
    return { url: index.url, documents: await index.import(all(), path) }
  } finally {
    await index.close()
  }
}

/** Options that make an index as the one that was exported. */
function optionsOf({ options, keep, rows, modelData, modelFile, ignored, digests }: Settings): SettingsInput {
  return {
    ...(options as Omit<OptionsInput, 'keep' | 'fields'>),
    ...(keep ? { payload: keep } : {}),
    ...(digests ? { digests } : {}),
    ...(rows?.fields ? { fields: rows } : {}),
    ...(modelData === undefined ? {} : { modelData }),
    ...(ignored ? { ignoredPassages: ignored } : {}),
    ...(modelFile === undefined ? {} : { model: modelFile }),
  }
}

/** The index that is there keeps its own options. */
async function openOrCreate(url: string, options: SettingsInput, check: (options: SettingsInput) => void): Promise<LiveIndex> {
  try {
    return await open(url, { create: false })
  } catch (error) {
    if (!(error instanceof LeitongError && error.code === 'INDEX_MISSING')) throw error
    check(options)
    return open(url, options)
  }
}

async function* readExport(path: string, onProgress?: (done: number, total: number | undefined) => void): AsyncGenerator<Exported> {
  let number = 0
  let bytes = 0
  const total = path === '-' || !onProgress ? undefined : statSync(path, { throwIfNoEntry: false })?.size
  try {
    const input = path === '-' ? process.stdin : (await openFile(path)).createReadStream()
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      number++
      bytes += Buffer.byteLength(line) + 1
      onProgress?.(bytes, total)
      if (line) yield parseJson(line) as Exported
    }
  } catch (error) {
    throw error instanceof SyntaxError || (error as NodeJS.ErrnoException).code
      ? new LeitongError('SOURCE_READ', number ? `${path}:${number}` : path, (error as Error).message)
      : error
  }
}
