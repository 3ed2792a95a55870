/** Word and PDF files: a file is a document. PDF is read by an optional package. */
import { Readable } from 'node:stream'
import { createInflate } from 'node:zlib'
import { LeitongError } from '../../../errors.js'
import { loadPackage } from '../../../packages.js'
import { binaryKind } from '../binary.js'
import type { DocumentFormat } from '../format.js'
import { checkZip, isZip, unpacked, type ZipEntry, zipEntries } from '../zip.js'
import { mainPart } from './relations.js'
import { XmlReader } from './xml.js'

/** Bytes that a Word file may become, whatever it says, and a stream in a PDF file, which its reader holds whole. */
const MOST = 1 << 30
const MOST_OF_STREAM = 128 << 20

/** A Word file: its paragraphs, also those of tables and lists. */
export const docx: DocumentFormat = {
  name: 'docx',
  kind: 'document',
  extensions: ['docx', 'docm'],
  decode: (text) => ({ text }),
  async extract(bytes, name) {
    const kind = binaryKind(bytes, name)
    const is = (what: string) => new LeitongError('SOURCE_READ', name, `it is ${what}`)
    if (kind && !isZip(bytes)) throw is(kind.is)
    await checkZip(name, bytes, MOST)
    const entries = new Map((zipEntries(bytes) ?? []).map((entry) => [entry.name, entry]))
    // What is in a whole archive is known better than by its first bytes.
    if (![...entries.keys()].some((entry) => entry.startsWith('word/'))) throw is(kind?.is ?? 'no Word file')
    const main = entries.get(await mainPart(name, entries, 'word/document.xml'))
    if (!main) throw new LeitongError('SOURCE_READ', name, 'it has no document in it')
    return paragraphsOf(name, main)
  },
}

/** The paragraphs, an empty line between each two. What was deleted and what only older programs show is left out. */
async function paragraphsOf(name: string, entry: ZipEntry): Promise<string> {
  const paragraphs: string[] = []
  let paragraph = ''
  let isText = false
  let twice = 0
  await XmlReader.read(unpacked(name, entry), {
    open(tag) {
      if (tag === 'Fallback') twice++
      else if (twice) return
      else if (tag === 't') isText = true
      else if (tag === 'tab') paragraph += '\t'
      else if (tag === 'br' || tag === 'cr') paragraph += '\n'
      else if (tag === 'noBreakHyphen') paragraph += '\u2011'
    },
    text(part) {
      if (isText) paragraph += part
    },
    close(tag) {
      if (tag === 'Fallback') twice--
      else if (tag === 't') isText = false
      else if (tag === 'p' && paragraph) {
        paragraphs.push(paragraph)
        paragraph = ''
      }
    },
  })
  return paragraphs.join('\n\n')
}

/** A PDF file: the text of its pages. A scan has none. */
export const pdf: DocumentFormat = {
  name: 'pdf',
  kind: 'document',
  extensions: ['pdf'],
  decode: (text) => ({ text }),
  async extract(bytes, name) {
    const { extractText, getDocumentProxy } = loadPackage<typeof import('unpdf')>('unpdf', 'read PDF files')
    await refuseHugeStreams(bytes, name)
    try {
      // The parser takes the bytes for its own, and only its errors are worth a line.
      const file = await getDocumentProxy(Uint8Array.from(bytes), { verbosity: 0 })
      const { text } = await extractText(file, { mergePages: false })
      await file.destroy()
      return text.join('\n')
    } catch (error) {
      const isLocked = (error as Error).name === 'PasswordException'
      throw new LeitongError('SOURCE_READ', name, isLocked ? 'it is encrypted with a password' : (error as Error).message)
    }
  },
}

/**
 * Sees that no packed stream becomes more than the reader should hold.
 *
 * @throws {LeitongError} `INPUT_BOMB`
 */
async function refuseHugeStreams(bytes: Uint8Array, name: string): Promise<void> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = file.indexOf('stream'); at >= 0; at = file.indexOf('stream', at + 1)) {
    const line = file[at + 6] === 13 ? at + 7 : at + 6
    const start = line + 1
    // The first two bytes of what zlib packs are a multiple of 31.
    if (file[line] !== 10 || ((file[start] ?? 0) & 15) !== 8 || file.readUInt16BE(Math.min(start, file.length - 2)) % 31) continue
    const end = file.indexOf('endstream', start)
    if ((await unpackedSize(file.subarray(start, end < 0 ? file.length : end))) > MOST_OF_STREAM)
      throw new LeitongError('INPUT_BOMB', name, file.length, MOST_OF_STREAM)
  }
}

/** Bytes, as far as one more than is let grow. */
async function unpackedSize(packed: Uint8Array): Promise<number> {
  let size = 0
  try {
    for await (const piece of Readable.from([packed]).pipe(createInflate())) {
      size += (piece as Uint8Array).length
      if (size > MOST_OF_STREAM) break
    }
  } catch {
    // What is damaged ends here, as it does for the reader.
  }
  return size
}
