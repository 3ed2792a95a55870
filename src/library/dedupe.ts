/** The batch as a library call: documents or files in, decisions out. */

import { LeitongError } from '../errors.js'
import { createFingerprinter, type Signature } from '../methods/fingerprint.js'
import { machineDefaults } from '../options/machine.js'
import type { Options, OptionsInput } from '../options/options.js'
import { requireFunction, requireMany, requireObject, requireSignal } from '../options/require.js'
import type { Many } from '../reading/batches.js'
import type { Document, DocumentInput, DocumentInputs } from '../reading/document-input.js'
import { type Choices, recordReader, type Selectors, takeSelectors } from '../reading/selectors.js'
import { requireOwnOptions } from '../resolving/own-options.js'
import { resolveOptions } from '../resolving/resolve.js'
import { fieldNames, textIn } from '../sources/formats/json-record.js'
import { checkFields, type FieldsInput, type FieldsSpec } from '../sources/rows/fields-file.js'
import { requireInput } from './arguments.js'
import type { DedupeOptions, DedupeResult, Files } from './batch.js'
import { type ClusterResult, type ClusterStep, dedupeFilesOnCluster, requireFiles } from './cluster.js'
import type { DuplicateGroup, Removed } from './decided.js'
import type { FieldChoices, FieldOf, IdChoice, IdOf } from './documents.js'
import { heard } from './heard.js'
import { withOptionNames } from './option-names.js'
import type { Id, Rejected, SimilarPair } from './result.js'

export type { Document, DocumentInput } from '../reading/document-input.js'
export type { DedupeOptions, DedupeResult } from './batch.js'
export type { Merged, MergeInput } from './merged.js'
export type { DuplicateGroup, FieldsInput, Id, Rejected, Removed, SimilarPair }

export function resolveWithMachine(options: OptionsInput): Options {
  requireOwnOptions(options)
  return resolveOptions([{ values: options, where: 'in the options' }], machineDefaults())
}

/**
 * Finds near-duplicates in one batch.
 *
 * @param input  documents (any iterable, also an async one; they are spooled to disk, not held), or `{ files }`: paths,
 *               folders and patterns as the command takes them
 * @throws {LeitongError} for wrong options, and for input that cannot be read
 * @example
 * const result = await dedupe([
 *   { id: 'a', text: 'The quick brown fox jumps over the lazy dog.' },
 *   { id: 'b', text: 'The quick brown fox jumps over the lazy dog!' },
 *   { id: 'c', text: 'Something else.' },
 * ])
 * [...result.removed()] // [{ id: 'b', duplicateOf: 'a', similarity: 1, … }]
 * await result.close()
 */
export function dedupe(
  input: Files,
  options: DedupeOptions & {
    readonly onProgress?: undefined
    readonly engine: string
    readonly onStep?: (step: ClusterStep, done: number, total: number | undefined) => void
  },
): Promise<ClusterResult>
export function dedupe<D extends DocumentInput, const Key extends FieldOf<D> = never, Value = never, const Name extends string = never>(
  input: Many<D>,
  options?: DedupeOptions<D> & IdChoice<D, Key, Value, Name> & { readonly fields?: undefined },
): Promise<DedupeResult<D, IdOf<D, Key, Value, Name>>>
/** Rows, whose ids the `key` of a fields file names. */
export function dedupe<D extends DocumentInput>(
  input: Many<D>,
  options?: DedupeOptions<D> & IdChoice<D, FieldOf<D>, unknown, string>,
): Promise<DedupeResult<D>>
/** Files. Of records of files nothing is known. */
export function dedupe(
  input: Files,
  options?: DedupeOptions<Readonly<Record<string, unknown>>> & IdChoice<object, string, never, string>,
): Promise<DedupeResult<Document>>
/** Documents or files. */
export function dedupe<D extends DocumentInput = Document>(
  input: Many<D> | Files,
  options?: DedupeOptions<D> & IdChoice<D, FieldOf<D>, unknown, string>,
): Promise<DedupeResult<D>>
export function dedupe(
  input: DocumentInputs | Files,
  asked: DedupeOptions & Choices & Stepped = {},
): Promise<DedupeResult<DocumentInput> | ClusterResult> {
  return withOptionNames(async () => {
    requireInput(input)
    requireObject(asked)
    const { pairs: wantPairs = false, merge, against, saveRun, signal, onProgress, onStep, ...given } = asked
    const beside = { against: pathsIn(against), saveRun }
    if (saveRun !== undefined && (typeof saveRun !== 'string' || !saveRun))
      throw new LeitongError('OPTION_VALUE', 'saveRun', JSON.stringify(saveRun), 'the path of a folder')
    requireSignal(signal)
    requireFunction(onProgress, 'onProgress')
    requireFunction(onStep, 'onStep')
    const { options: named, selectors } = takeSelectors(given)
    const { options, spec } = resolveFields(named as OptionsInput)
    if ('files' in input) refuseSelectors(selectors)
    if (options.engine !== undefined && (beside.against.length || saveRun !== undefined))
      throw new LeitongError('OPTION_CONFLICT', 'against and saveRun are for one machine; with engine, appendTo names an earlier run')
    if (options.engine !== undefined && merge !== undefined) throw new LeitongError('OPTION_CONFLICT', 'merge is for one machine')
    if (options.engine !== undefined) return dedupeFilesOnCluster(requireFiles(input), options, { pairs: wantPairs, spec, signal, onStep })
    // What the array holds now, whatever the caller does to it meanwhile.
    const originals = Array.isArray(input) ? ([...input] as readonly DocumentInput[]) : undefined
    return heard([input], async () => {
      const { batchOf } = await import('./batch-result.js')
      return batchOf('files' in input ? input : (originals ?? input), {
        options,
        spec,
        selectors,
        wantPairs,
        originals,
        beside,
        merge,
        signal,
        onProgress,
      })
    })
  })
}

/** @throws {LeitongError} `OPTION_VALUE` */
function pathsIn(against: unknown): readonly string[] {
  const paths = against === undefined ? [] : [against].flat()
  if (paths.some((path) => typeof path !== 'string' || !path))
    throw new LeitongError('OPTION_VALUE', 'against', JSON.stringify(against), 'paths of files, folders or saved runs')
  return paths as string[]
}

interface Stepped {
  readonly onStep?: (step: ClusterStep, done: number, total: number | undefined) => void
}

/** @throws {LeitongError} `ARGUMENT`: the fields of files have names */
export function refuseSelectors(selectors: Selectors | undefined): void {
  if (selectors) throw new LeitongError('ARGUMENT', `a function for "${Object.keys(selectors)[0]}" of files`, 'the name of a field')
}

/** Options whose fields may be an object. */
export function resolveFields({ fields, ...given }: Omit<OptionsInput, 'fields'> & { readonly fields?: string | FieldsInput }): {
  options: Options
  spec: FieldsSpec | undefined
} {
  const options = resolveWithMachine(typeof fields === 'string' ? { ...given, fields } : given)
  return { options, spec: typeof fields === 'object' ? checkFields(fields, 'the option fields') : undefined }
}

/**
 * Signs documents one after the other as they come.
 *
 * @throws {LeitongError} at the first document without a text: `FIELD_MISSING`, `ARGUMENT`
 * @example
 * for await (const { id, fingerprint } of fingerprintAll(documents)) …
 */
export function fingerprintAll<
  D extends DocumentInput,
  const Key extends FieldOf<D> = never,
  Value = never,
  const Name extends string = never,
>(
  documents: Many<D>,
  given: OptionsInput & FieldChoices<D> & IdChoice<D, Key, Value, Name> = {},
): AsyncGenerator<Signature & { readonly id: IdOf<D, Key, Value, Name> }> {
  return withOptionNames(() => signEach(documents, given as OptionsInput & Choices)) as AsyncGenerator<
    Signature & { readonly id: IdOf<D, Key, Value, Name> }
  >
}

async function* signEach(
  documents: Many<DocumentInput>,
  given: OptionsInput & Choices,
): AsyncGenerator<Signature & { readonly id: unknown }> {
  requireMany(documents, 'documents')
  requireObject(given)
  const { options, selectors } = takeSelectors(given)
  const resolved = resolveWithMachine({ method: 'simhash', ...options })
  const sign = createFingerprinter(resolved)
  const recordOf = recordReader(resolved, selectors)
  const { idField, textField } = resolved
  let number = 0
  for await (const document of documents) {
    const fields = typeof document === 'object' && document !== null ? recordOf(document) : undefined
    const text = fields ? requireText(fields, textField, number) : (document as string)
    yield { id: fields?.[idField] ?? number, ...sign(text) }
    number++
  }
}

/**
 * The text of a document, which must have one: there is no place here that lists documents without it, and as an empty text it would be a
 * copy of all others that lack it.
 *
 * @throws {LeitongError} `FIELD_MISSING`, or `ARGUMENT` for a field without a text
 */
function requireText(document: Readonly<Record<string, unknown>>, textField: readonly string[], number: number): string {
  const found = textIn(document, textField)
  if (found.text !== undefined) return found.text
  const place = `document ${number + 1}`
  if (found.isMissing) throw new LeitongError('FIELD_MISSING', place, textField.join('", "'), fieldNames(document))
  throw new LeitongError('ARGUMENT', `${place}: ${found.reason}; it`, 'a text')
}
