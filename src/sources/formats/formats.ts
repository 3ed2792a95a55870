/** All formats, by name and by ending. A new format is one file and one line here. */
import { LeitongError } from '../../errors.js'
import { csv, tsv } from './csv.js'
import type { Format } from './format.js'
import type { FormatName } from './format-names.js'
import { html } from './html.js'
import { json } from './json.js'
import { jsonl } from './jsonl.js'
import { docx, pdf } from './office/documents.js'
import { xlsx } from './office/xlsx.js'
import { parquet } from './parquet.js'
import { lines, md, txt } from './text.js'

export const FORMATS: { readonly [Name in FormatName]: Format } = { jsonl, json, csv, tsv, lines, txt, md, html, docx, pdf, parquet, xlsx }

const byEnding = new Map(Object.values(FORMATS).flatMap((format) => format.extensions.map((ending) => [ending, format] as const)))

/** The format of a file by its name without compression ending; undefined when the ending is not known. */
export function formatOf(path: string): Format | undefined {
  return byEnding.get(/\.([^./\\]+)$/.exec(path)?.[1]?.toLowerCase() ?? '')
}

/** @throws {LeitongError} `FORMAT_UNKNOWN` */
export function requireFormat(path: string, name: FormatName | 'auto'): Format {
  const format = name === 'auto' ? formatOf(path) : FORMATS[name]
  if (!format) throw new LeitongError('FORMAT_UNKNOWN', path, [...byEnding.keys()].join(', '))
  return format
}
