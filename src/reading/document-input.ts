/** Documents in memory as an input: lines of JSON, as if they had been read from a file. */
import type { Options } from '../options/options.js'
import { FORMATS } from '../sources/formats/formats.js'
import type { FieldsSpec } from '../sources/rows/fields-file.js'
import { type Document, type DocumentInput, lineWriter, type Many, TEXT_ALONE } from './document-line.js'
import type { StreamInput } from './input.js'
import { recordPlan } from './row-plans.js'
import { type Selectors, withoutSelected } from './selectors.js'
import { untilStopped } from './until-aborted.js'
import { parseJson, toJson } from './whole-numbers-json.js'

export type { Document, DocumentInput }
export type DocumentInputs = Many<DocumentInput>

/**
 * Documents as one input, which can be read once.
 *
 * @param spec       of rows: what is compared
 * @param selectors  of fields that have no name
 * @param signal     ends the documents, also while they wait
 * @throws {LeitongError} `FIELDS_FILE`
 */
export function documentsInput(
  documents: DocumentInputs,
  options: Options,
  spec: FieldsSpec | undefined,
  selectors?: Selectors,
  signal?: AbortSignal,
): StreamInput {
  const row = recordPlan(options, FORMATS.jsonl, spec)
  return {
    kind: 'stream',
    name: '',
    source: toLines(untilStopped(documents, signal), options, selectors),
    format: FORMATS.jsonl,
    compression: undefined,
    ...(row ? { row } : {}),
  }
}

/** UTF-16 units of lines that are handed on at once. */
const BLOCK = 1 << 20
const encoder = new TextEncoder()

/** Documents as JSON lines, in blocks. */
async function* toLines(documents: DocumentInputs, options: Options, selectors: Selectors | undefined): AsyncGenerator<Uint8Array> {
  const lineOf = vectorWriter(options, lineWriter(options, selectors))
  let block = ''
  for await (const document of documents) {
    block += `${lineOf(document)}\n`
    if (block.length < BLOCK) continue
    yield encoder.encode(block)
    block = ''
  }
  yield encoder.encode(block)
}

/** Typed arrays of floats have no word in JSON: in the field of vectors they go as base64 of 32-bit floats, which is read there. */
function vectorWriter({ vectorField }: Options, lineOf: (document: DocumentInput) => string): (document: DocumentInput) => string {
  if (vectorField === undefined) return lineOf
  return (document) => {
    const vector = (document as Readonly<Record<string, unknown>>)[vectorField]
    if (!(vector instanceof Float32Array || vector instanceof Float64Array)) return lineOf(document)
    const { buffer, byteOffset, byteLength } = vector instanceof Float32Array ? vector : Float32Array.from(vector)
    // Base64 needs no escapes, and JSON would look for them in every character.
    const [before, behind] = lineOf({ ...(document as object), [vectorField]: PLACE }).split(PLACE_IN_JSON)
    return `${before}"${Buffer.from(buffer, byteOffset, byteLength).toString('base64')}"${behind}`
  }
}

/** Stands for a vector in a line that is being written; no text of a document is this. */
const PLACE = '\u0000vector'
const PLACE_IN_JSON = JSON.stringify(PLACE)

/** A copy of the document, as it was handed over, behind one line of {@link documentsInput}. */
export function documentOfLine(line: string, { textField }: Options): DocumentInput {
  const record = parseJson(line)
  if (typeof record !== 'object' || record === null) return record as DocumentInput
  return TEXT_ALONE in record ? ((record as Document)[textField[0] as string] as string) : withoutSelected(record)
}

/** Whether a line may hold more than the document. */
const ADDED = /"(?:\\u0000text alone|(?:id|text|title)\(\))":/

/** The line of a document without what {@link documentsInput} added; a text that came alone has its field. */
export function lineAsGiven(line: string): string {
  if (!ADDED.test(line)) return line
  const { [TEXT_ALONE]: alone, ...record } = parseJson(line) as Record<string, unknown>
  const given = withoutSelected(record)
  // A text alone beside documents whose text a function selects has no field of its own.
  return toJson(alone && !Object.keys(given).length ? { text: Object.values(record)[0] } : given) as string
}
