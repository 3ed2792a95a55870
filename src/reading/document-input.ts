/** Documents in memory as an input: lines of JSON, as if they had been read from a file. */
import type { Options } from '../options/options.js'
import { FORMATS } from '../sources/formats/formats.js'
import type { FieldsSpec } from '../sources/rows/fields-file.js'
import type { StreamInput } from './input.js'
import { recordPlan } from './row-plans.js'
import { parseJson, toJson } from './whole-numbers-json.js'

/** A document: an object with the fields that the options name (`id`, `text` and `title` unless said otherwise). */
export type Document = Readonly<Record<string, unknown>>
/** A document, or its text alone. */
export type DocumentInput = Document | string
export type DocumentInputs = AsyncIterable<DocumentInput> | Iterable<DocumentInput>

/**
 * Documents as one input, which can be read once.
 *
 * @param spec  of rows: what is compared
 * @throws {LeitongError} `FIELDS_FILE`
 */
export function documentsInput(documents: DocumentInputs, options: Options, spec: FieldsSpec | undefined): StreamInput {
  const row = recordPlan(options, FORMATS.jsonl, spec)
  return {
    kind: 'stream',
    name: '',
    source: toLines(documents, options.textField[0] as string),
    format: FORMATS.jsonl,
    compression: undefined,
    ...(row ? { row } : {}),
  }
}

/** UTF-16 units of lines that are handed on at once. */
const BLOCK = 1 << 20
/** The field that marks a text that came alone; no document has one of this name. */
const TEXT_ALONE = '\u0000text alone'
const encoder = new TextEncoder()

/** Documents as JSON lines, in blocks. */
async function* toLines(documents: DocumentInputs, textField: string): AsyncGenerator<Uint8Array> {
  let block = ''
  for await (const document of documents) {
    block += `${toJson(typeof document === 'string' ? { [textField]: document, [TEXT_ALONE]: true } : document)}\n`
    if (block.length < BLOCK) continue
    yield encoder.encode(block)
    block = ''
  }
  yield encoder.encode(block)
}

/** The document, as it was handed over, behind one line of {@link documentsInput}. */
export function documentOfLine(line: string, { textField }: Options): DocumentInput {
  const record = parseJson(line) as Document
  return record && typeof record === 'object' && TEXT_ALONE in record ? (record[textField[0] as string] as string) : record
}
