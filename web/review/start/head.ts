/** Reads the start of a file in the browser. It is loaded when a file is dropped: it is larger than the rest of the page. */
import { LeitongError } from '../../../src/errors.js'
import { heldBytes } from '../../../src/page/bytes.js'
import { Container } from '../../../src/page/container.js'
import { joined } from '../../../src/sources/formats/zstd.js'
import type { Language } from '../../language.js'
import { described } from '../../page/described.js'
import type { OpenedFile } from '../../page/messages.js'
import { unpackedPieces } from '../../page/packed.js'
import { namedAs } from '../../page/packing.js'
import { saidIn } from '../../said.js'
import { sayIn } from '../words.js'

/** Bytes of a file in which its columns are seen; a workbook is read as a whole. */
const HEAD = 1 << 20
const MOST_OF_WORKBOOK = 64 << 20

/** @throws {Error} in the language of the page */
export async function openHead(
  file: File,
  sheet: string | undefined,
  language: Language,
): Promise<Omit<OpenedFile, 'digest' | 'passedOver'>> {
  const { bare } = namedAs(file.name)
  const isWorkbook = /\.xls[xm]$/i.test(bare)
  try {
    const bytes = await headOf(file, isWorkbook ? MOST_OF_WORKBOOK + 1 : HEAD)
    if (isWorkbook && bytes.length > MOST_OF_WORKBOOK) throw new Error(sayIn(language)('largeWorkbook'))
    const { records, ...found } = described(await Container.open(bare, heldBytes(bytes), sheet))
    return { ...found, ...(isWorkbook && records !== undefined ? { records } : {}) }
  } catch (error) {
    if (!(error instanceof LeitongError)) throw error
    const { message, remedy } = saidIn(error, language)
    throw new Error(`${message} ${remedy}`)
  }
}

/** The first bytes of a file, unpacked. */
async function headOf(file: File, most: number): Promise<Uint8Array> {
  const { packing } = namedAs(file.name)
  if (!packing) return new Uint8Array(await file.slice(0, most).arrayBuffer())
  const parts: Uint8Array[] = []
  let size = 0
  try {
    // The service holds checksums against the whole, when it reads it; this page may not compile what would do it here.
    for await (const part of unpackedPieces(file, packing, false)) {
      parts.push(part)
      size += part.length
      if (size >= most) break
    }
  } catch (error) {
    throw new LeitongError('SOURCE_READ', file.name, (error as Error).message)
  }
  return joined(parts).subarray(0, most)
}
