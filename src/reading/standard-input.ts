/** Tells the compression of standard input by its first bytes, and its format where no option names it. */
import { LeitongError } from '../errors.js'
import type { Options } from '../options/options.js'
import { binaryKind } from '../sources/formats/binary.js'
import { type Compression, decompressed } from '../sources/formats/compression.js'
import { encodingOf, HEAD_BYTES, markLength } from '../sources/formats/encoding.js'
import type { Format } from '../sources/formats/format.js'
import { FORMATS } from '../sources/formats/formats.js'
import { compressionOfBytes, textFormat } from '../sources/formats/sniff.js'
import { peekStandardInput } from '../sources/formats/standard-input.js'

/**
 * Nothing of it is used up.
 *
 * @param bytes  how many to wait for: fewer tell less
 * @throws {LeitongError} `FORMAT_UNREAD`
 */
export async function sniffStandardInput(
  { format, encoding, textField }: Pick<Options, 'format' | 'encoding' | 'textField'>,
  bytes = HEAD_BYTES,
): Promise<{ readonly format: Format; readonly compression: Compression }> {
  const { head, isWhole } = await peekStandardInput(bytes)
  const compression = compressionOfBytes(head)
  if (format !== 'auto') return { format: FORMATS[format], compression }
  const start = compression ? await beginningOf(head, compression) : head
  const kind = binaryKind(start)
  if (kind && !kind.format) throw new LeitongError('FORMAT_UNREAD', 'standard input', kind.is)
  if (kind?.format) return { format: FORMATS[kind.format], compression }
  const text = new TextDecoder(encodingOf(start, encoding)).decode(start.subarray(markLength(start)))
  return { format: FORMATS[textFormat(text, isWhole && !compression, textField)], compression }
}

/** Unpacks as much of a truncated stream as there is. */
async function beginningOf(head: Uint8Array, compression: 'gzip' | 'zstd'): Promise<Buffer> {
  const found: Uint8Array[] = []
  try {
    const whole = async function* () {
      yield head
    }
    for await (const bytes of decompressed(whole(), compression)) found.push(bytes)
  } catch {
    // It ends in the middle, as was to be expected; what is damaged shows when it is read.
  }
  return Buffer.concat(found)
}
