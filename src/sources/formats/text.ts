/** Plain text: a line or a file is a document, without fields. */
import type { ContainerFormat, DocumentFormat } from './format.js'
import { lineCutter, splitLines } from './lines.js'

/** Every line of a text file is a document. */
export const lines: ContainerFormat = {
  name: 'lines',
  kind: 'container',
  hasFields: false,
  extensions: [],
  open: () => ({ start: 0 }),
  createCutter: () => lineCutter,
  split: (bytes, _opening, _doubleByte, visit) => splitLines(bytes, visit),
  decode(record) {
    const text = record.replace(/\r?\n$/, '')
    return text.trim() ? { text } : undefined
  },
  row: (record) => ({ text: record.replace(/\r?\n$/, '') }),
}

/** A text file is a document. */
export const txt: DocumentFormat = { name: 'txt', kind: 'document', extensions: ['txt', 'text'], decode: (text) => ({ text }) }

/** A Markdown file is a document, taken as it stands; its first heading is its title. */
export const md: DocumentFormat = {
  name: 'md',
  kind: 'document',
  extensions: ['md', 'markdown'],
  decode(text) {
    const title = /^#[ \t]+(.+)$/m.exec(text.slice(0, 4096))?.[1]?.trim()
    return title ? { text, title } : { text }
  },
}
