/** Word and PDF files: a file is a document, of which the text is read by optional packages. */
import { LeitongError } from '../../errors.js'
import { binaryKind } from './binary.js'
import type { DocumentFormat } from './format.js'
import { checkZip, isZip, zipEntries } from './zip.js'

/** Bytes that a Word file may become, whatever it says. */
const MOST = 1 << 30

/** A Word file: its paragraphs, also those of tables, notes and lists. */
export const docx: DocumentFormat = {
  name: 'docx',
  kind: 'document',
  extensions: ['docx', 'docm'],
  decode: (text) => ({ text }),
  async extract(bytes, name) {
    const { default: mammoth } = await import('mammoth').catch(() => {
      throw new LeitongError('PACKAGE_MISSING', 'mammoth', 'read Word files')
    })
    const kind = binaryKind(bytes, name)
    const is = (what: string) => new LeitongError('SOURCE_READ', name, `it is ${what}`)
    if (kind && !isZip(bytes)) throw is(kind.is)
    checkZip(name, bytes, MOST)
    // What is in a whole archive is known better than by its first bytes.
    if (!zipEntries(bytes)?.some(({ name: entry }) => entry.startsWith('word/'))) throw is(kind?.is ?? 'no Word file')
    const { value } = await mammoth.extractRawText({ buffer: Buffer.from(bytes) })
    return value
  },
}

/** A PDF file: the text of its pages. A scan has none. */
export const pdf: DocumentFormat = {
  name: 'pdf',
  kind: 'document',
  extensions: ['pdf'],
  decode: (text) => ({ text }),
  async extract(bytes, name) {
    const { extractText, getDocumentProxy } = await import('unpdf').catch(() => {
      throw new LeitongError('PACKAGE_MISSING', 'unpdf', 'read PDF files')
    })
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
