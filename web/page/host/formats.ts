/** What src/sources/formats/formats.ts has for the command: the formats that the page reads. A workbook is read as JSON lines. */
import { csv, tsv } from '../../../src/sources/formats/csv.js'
import type { Format } from '../../../src/sources/formats/format.js'
import { html } from '../../../src/sources/formats/html.js'
import { json } from '../../../src/sources/formats/json.js'
import { jsonl } from '../../../src/sources/formats/jsonl.js'
import { md, txt } from '../../../src/sources/formats/text.js'

export const FORMATS: Readonly<Record<string, Format>> = { jsonl, json, csv, tsv, txt, md, html }
