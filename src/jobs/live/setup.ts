/** The setup of a live index: options with all that signing needs, for a new index, or checked against those of one that is there. */
import { resolve } from 'node:path'
import type { Measure } from '../../comparing/measures.js'
import { LeitongError } from '../../errors.js'
import { type MatchModel, modelFromJson } from '../../matching/model/model.js'
import { modelChecksum } from '../../matching/model/model-json.js'
import { loadModel } from '../../methods/corpus-model.js'
import { needsModel, proposerOf, signatureName } from '../../methods/methods.js'
import { requireSearched } from '../../methods/refusals.js'
import { indexMeasure, indexName, searchOf } from '../../methods/searches.js'
import { readNamedFile } from '../../named-file.js'
import { measureTraits } from '../../options/measures.js'
import { checkNumber } from '../../options/option.js'
import type { OptionName, Options } from '../../options/options.js'
import { profileFor } from '../../options/profiles.js'
import { NO_MACHINE } from '../../options/running.js'
import { flagOf, nameOf, spellingOf } from '../../resolving/names.js'
import { resolveOptions } from '../../resolving/resolve.js'
import { OPTIONS } from '../../resolving/table.js'
import { type LoadedModel, takeModel } from '../../signing/corpus-model.js'
import { fieldsName } from '../../signing/fields-name.js'
import type { DateOrder } from '../../sources/rows/dates.js'
import { checkFields } from '../../sources/rows/fields-file.js'
import { planRecords } from '../../sources/rows/infer.js'
import type { RowPlan } from '../../sources/rows/plan.js'
import { readFieldsFile } from '../../sources/rows/read-fields-file.js'
import type { IndexMeta } from '../../stores/store.js'
import { redactedUrl } from '../../stores/store-url.js'
import { ignoredOf, passagesName, withPassages } from './left-out.js'
import { rowReader } from './row-documents.js'
import { areRead, fieldsChecksum, type LiveRows, liveRows, type StoredFields, storedFields } from './rows.js'
import {
  checkPayload,
  type LiveSetup,
  namedIn,
  payloadOf,
  REMEMBERED,
  refuseKeep,
  resolveNew,
  type Settings,
  type SettingsInput,
} from './settings.js'

/** The corpus model where it is known otherwise than by the option `model`. */
type HeldModel = Pick<Settings, 'modelData' | 'modelFile'>

/** Bytes of a corpus model that an index holds itself, about 350 000 features; of a larger one it holds the path. */
const LARGEST_MODEL = 4 << 20

/**
 * The head of a new index, as its store keeps it.
 *
 * @throws {LeitongError} for wrong options, and options that an index cannot have
 */
export function newMeta({
  payload,
  create: _,
  blockLimit,
  overflow,
  modelData,
  ignoredPassages,
  fields,
  digests,
  ...rest
}: SettingsInput): IndexMeta {
  const given = withPassages(rest, ignoredPassages)
  refuseKeep(given)
  const options = resolveNew(given)
  const ignored = ignoredOf(options)
  const { ofRows: stored, signed } = fieldsFor(options, fields)
  requireSearched(options)
  const { options: signing, bytes, rows } = load(options, modelData === undefined ? {} : { modelData }, stored)
  if (options.dateOrder !== undefined && !areRead(rows, options.dateOrder))
    throw new LeitongError(
      'OPTION_CONFLICT',
      '--date-order and the fields, or the model of fields, say otherwise how dates are read: leave out one',
    )
  const kept = payloadOf(options, payload)
  const isDigested = digests ?? options.decisions !== undefined
  requireContents(options, isDigested)
  return {
    format: isDigested ? 2 : 1,
    signature: nameOfSignature(signing, rows, planOf(signed)),
    search: searchOf(options).index.search(options),
    ...limitsOf(options, blockLimit, overflow),
    settings: {
      options: rememberedOf(signing),
      keep: kept,
      ...(isDigested ? { digests: true } : {}),
      ...(rows ? { rows: stored ?? {} } : {}),
      ...(signed ? { fields: signed } : {}),
      ...ignored,
      ...modelOf(bytes, options.model),
    },
    created: new Date().toISOString(),
  }
}

/** When a store on a server splits a key. @throws {LeitongError} `OPTION_VALUE`, `OPTION_CONFLICT` */
function limitsOf(
  options: Options,
  blockLimit: number | undefined,
  overflow: number | undefined,
): Pick<IndexMeta, 'blockLimit' | 'overflow'> {
  if (blockLimit !== undefined) checkNumber(blockLimit, { kind: 'integer', min: 1 }, 'block-limit')
  if (overflow === undefined) return { blockLimit: blockLimit ?? 1000 }
  checkNumber(overflow, { kind: 'number', min: 0 }, 'overflow')
  if (blockLimit !== undefined) throw new LeitongError('OPTION_CONFLICT', '--block-limit and --overflow both say when a key is split')
  if (searchOf(options).index.search(options).kind !== 'simhash')
    throw new LeitongError('OPTION_CONFLICT', `--overflow is of simhash; the method is ${options.method}`)
  return { blockLimit: 1000, overflow }
}

/** The options that are stored; which fields hold other information is a part of what counts as alike where it counts. */
function rememberedOf(options: Options): Readonly<Record<string, unknown>> {
  const names: readonly OptionName[] = options.measure === 'combined' ? [...REMEMBERED, 'infoField'] : REMEMBERED
  // Of signatures that come with the documents they follow from the other options.
  const { follows } = searchOf(options).index
  return Object.fromEntries(names.filter((name) => !follows.includes(name)).map((name) => [spellingOf(name), options[name]]))
}

function modelOf(bytes: Uint8Array | undefined, path: string): HeldModel {
  if (!bytes) return {}
  if (bytes.length > LARGEST_MODEL) return { modelFile: resolve(path) }
  return { modelData: Buffer.from(bytes).toString('base64') }
}

/**
 * The setup of an index that is there: its own options, and the caller's for how documents are read. Where both name an option, they
 * must agree.
 *
 * @throws {LeitongError} `INDEX_OPTIONS`, `SIGNATURES_UNLIKE`
 */
export function openedSetup(url: string, meta: IndexMeta, asked: SettingsInput): LiveSetup {
  const { payload: _p, create: _c, blockLimit: _b, overflow: _o, digests: _d, modelData, ignoredPassages, fields, find, ...rest } = asked
  const others = withPassages(rest, ignoredPassages)
  const given = find === undefined ? others : { ...others, profile: others.profile ?? profileFor(find) }
  refuseKeep(given)
  const stored = meta.settings as unknown as Settings
  const where = `in ${redactedUrl(url)}`
  const named = namedIn(given)
  const values = resolveOptions([{ values: given, where: 'in the options' }], NO_MACHINE)
  // A corpus model counts by its content, wherever it lies now.
  const held = modelData === undefined ? (named.has('model') ? { modelFile: values.model } : stored) : { modelData }
  const modelIn = (model: string) =>
    load(resolveOptions([{ values: { ...stored.options, model }, where }], NO_MACHINE), held, stored.rows).options.model
  const comparable = named.has('model') ? { ...values, model: modelIn(values.model) } : values
  refuseOthers(url, meta, named, comparable, asked)
  const isReading = (name: OptionName) => name !== 'ignore' && !REMEMBERED.includes(name)
  const reading = Object.fromEntries(Object.entries(given).filter(([name]) => isReading(nameOf(name) as OptionName)))
  const layers = [
    { values: withPassages(stored.options, stored.ignored), where },
    { values: reading, where: 'in the options' },
  ]
  const { options, model, measure, rows } = load(resolveOptions(layers, NO_MACHINE), held, stored.rows)
  if (named.has('dateOrder') && !areRead(rows, values.dateOrder))
    throw new LeitongError('INDEX_OPTIONS', redactedUrl(url), `date-order is not ${JSON.stringify(values.dateOrder)}`)
  // Another version may sign in another way under the same options.
  const plan = planOf(stored.fields)
  const name = nameOfSignature(options, rows, plan)
  if (name !== meta.signature) throw new LeitongError('SIGNATURES_UNLIKE', meta.signature, name)
  requireContents(options, meta.format === 2)
  return {
    options,
    model,
    measure,
    payload: stored.keep,
    rows,
    digests: meta.format === 2,
    asRow: plan && rowReader(plan, options.textField),
  }
}

/** @throws {LeitongError} `OPTION_CONFLICT` where documents have no content that decisions could know */
function requireContents(options: Options, isDigested: boolean): void {
  if (!searchOf(options).index.hasContent && (isDigested || options.decisions !== undefined))
    throw new LeitongError('OPTION_CONFLICT', 'decisions know a document by its text, and an index of vectors has none')
}

/** @throws {LeitongError} `INDEX_OPTIONS` with every option that the caller names and the index has otherwise */
function refuseOthers(
  url: string,
  { settings, blockLimit, overflow }: IndexMeta,
  named: ReadonlySet<string>,
  values: Options,
  asked: SettingsInput,
): void {
  const stored = settings as unknown as Settings
  const differences: string[] = []
  const compare = (name: string, mine: unknown, its: unknown) => {
    if (JSON.stringify(mine) !== JSON.stringify(its))
      differences.push(`${flagOf(name)} is ${JSON.stringify(its)}, not ${JSON.stringify(mine)}`)
  }
  for (const name of REMEMBERED) if (named.has(name)) compare(name, values[name], stored.options[spellingOf(name)] ?? OPTIONS[name].default)
  if (named.has('ignore'))
    compare('ignore', passagesName(values.ignore), passagesName(withPassages({ ignore: [] }, stored.ignored).ignore ?? []))
  if (asked.blockLimit !== undefined) compare('blockLimit', asked.blockLimit, blockLimit)
  if (asked.overflow !== undefined) compare('overflow', asked.overflow, overflow)
  if (asked.digests !== undefined) compare('digests', asked.digests, stored.digests === true)
  if (asked.payload !== undefined) compare('keep', checkPayload(asked.payload), stored.keep)
  const its = { ...stored.fields, ...stored.rows?.fields }
  const orderFor = (name: string) => its[name]?.order
  const fields = inOrder(fieldsGiven(asked.fields), named.has('dateOrder') ? () => values.dateOrder : orderFor)
  if (fields && stored.rows) compare('fields', fields, stored.rows)
  else if (fields?.fields && fieldsName(planOf(fields.fields)) !== fieldsName(planOf(stored.fields)))
    compare('fields', fields.fields, stored.fields ?? null)
  if (differences.length) throw new LeitongError('INDEX_OPTIONS', redactedUrl(url), differences.join('; '))
}

/** What is loaded of a model and of fields. */
interface Loaded extends LoadedModel {
  readonly measure: Measure
  readonly rows: LiveRows | undefined
}

/** Loads what signing needs, and refuses options that an index cannot have. */
function load(options: Options, held: HeldModel, fields?: StoredFields): Loaded {
  if (searchOf(options).index.fields === 'judged') return loadRows(options, held, fields)
  const { modelData, modelFile = options.model } = held
  const own = { measure: indexMeasure(options), rows: undefined }
  if (modelData !== undefined) return { ...takeModel(options, Buffer.from(modelData, 'base64'), 'the model of the index'), ...own }
  return { ...loadModel({ ...options, model: modelFile }), ...own }
}

/** Of an index of rows the model is that of fields, and its checksum takes its place in the options. */
function loadRows(options: Options, { modelData, modelFile = options.model }: HeldModel, fields: StoredFields | undefined): Loaded {
  if (needsModel(options))
    throw new LeitongError('OPTION_CONFLICT', `weight "${options.weight}" needs a corpus model, and an index of rows has none`)
  const own = { model: undefined, measure: 'jaccard' } as const
  if (!measureTraits(options).learns) return { ...own, options, bytes: undefined, rows: liveRows(fields, undefined, FIELDS) }
  if (modelData === undefined && modelFile === 'input')
    throw new LeitongError('OPTION_CONFLICT', 'an index learns no model of fields: name one with --model, made by dedupe --write-model')
  const bytes = modelData === undefined ? readNamedFile(modelFile) : Buffer.from(modelData, 'base64')
  const model: MatchModel = modelFromJson(bytes.toString(), modelData === undefined ? modelFile : 'the model of the index')
  return { ...own, options: { ...options, model: modelChecksum(model) }, bytes, rows: liveRows(fields, model, FIELDS) }
}

const FIELDS = 'the fields of the index'

/** How a document is read as a row that is signed by these fields. */
const planOf = (fields: StoredFields['fields']): RowPlan | undefined => fields && planRecords(FIELDS, { fields })

/** Fields by which rows are judged, or, where texts are judged, those by which rows are signed: their weights make another fingerprint. */
function fieldsFor(
  options: Options,
  fields: SettingsInput['fields'],
): { ofRows?: StoredFields | undefined; signed?: StoredFields['fields'] } {
  const given = inOrder(fieldsGiven(fields), () => options.dateOrder)
  if (searchOf(options).index.fields === 'judged') return { ofRows: given }
  return given?.fields ? { signed: given.fields } : {}
}

/** Fields whose dates say which of day and month is first, where something does. */
const inOrder = (given: StoredFields | undefined, orderFor: (name: string) => DateOrder | undefined): StoredFields | undefined =>
  given?.fields
    ? {
        ...given,
        fields: Object.fromEntries(
          Object.entries(given.fields).map(([name, field]) => {
            const order = field.kind === 'date' ? (field.order ?? orderFor(name)) : undefined
            return [name, order ? { ...field, order } : field]
          }),
        ),
      }
    : given

/** A fields file, as a path or as what it holds. */
const fieldsGiven = (fields: SettingsInput['fields']): StoredFields | undefined =>
  fields === undefined
    ? undefined
    : storedFields(typeof fields === 'string' ? readFieldsFile(fields) : checkFields(fields, 'the option fields'))

/** Of an index of rows: what judges them, and what proposes them. */
const nameOfSignature = (options: Options, rows: LiveRows | undefined, plan: RowPlan | undefined): string =>
  rows
    ? `${signatureName(options)} fields=${fieldsChecksum(rows)} ${proposerOf(options).signs({ ...options, measure: 'jaccard' })}`
    : indexName(options) + fieldsName(plan)
