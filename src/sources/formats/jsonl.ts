/** JSON lines: a record is one object on a line. */
import type { ContainerFormat } from './format.js'
import { decodeJson, jsonRow } from './json-record.js'
import { lineCutter, splitLines } from './lines.js'

/** One JSON object a line. */
export const jsonl: ContainerFormat = {
  name: 'jsonl',
  kind: 'container',
  hasFields: true,
  extensions: ['jsonl', 'ndjson'],
  open: () => ({ start: 0 }),
  createCutter: () => lineCutter,
  split: (bytes, _opening, _doubleByte, visit) => splitLines(bytes, visit),
  decode: (record, _opening, fields) => decodeJson(record, fields),
  row: (record) => jsonRow(record),
}
