/** What follows from options, by their method and measure; and what contradicts. */
import { combinedRadius } from '../comparing/combined.js'
import { type RowMeasure, SIGNATURE_MEASURES, type SignatureMeasure } from '../comparing/measures.js'
import { LeitongError } from '../errors.js'
import { FEATURES } from '../options/features.js'
import { leastForPrecision, type MeasureName, measureTraits } from '../options/measures.js'
import { DEFAULT_METHOD } from '../options/methods.js'
import type { Options } from '../options/options.js'
import { SIGNATURES } from '../options/signatures.js'
import { kebab } from '../options/spelling.js'
import { STATED, type Stated } from '../options/stated.js'
import { chooseBands, optimalBands } from '../searching/bands.js'
import { ofCharacters } from '../tokenizing/tokenize.js'
import type { Method } from './method.js'
import { METHOD_NAMES, type MethodName, proposerOf } from './methods.js'

/** Options that follow from others where they are not given. */
type Derived = 'threshold' | 'measure' | 'method' | 'keep' | 'groupBy' | 'ngram' | 'distance' | 'bands' | 'bandRows'
export type Given = Omit<Options, Derived> & Partial<Pick<Options, Derived>>
type Measured = Given & Pick<Options, 'measure' | 'method'>

const DERIVED: readonly string[] = [
  'threshold',
  'measure',
  'method',
  'keep',
  'groupBy',
  'ngram',
  'distance',
  'bands',
  'bandRows',
] satisfies Derived[]

/** Fills in what follows from other options. @throws {LeitongError} `OPTION_CONFLICT` for what contradicts */
export function derive(given: Given): Options {
  const named =
    given.method ?? methodOfField(given) ?? (given.measure && measureTraits({ measure: given.measure }).method) ?? DEFAULT_METHOD
  const method = proposerOf({ method: named })
  const measure = given.measure ?? method.measure ?? 'jaccard'
  const all: Measured = { ...given, measure, method: named, tokenizer: method.tokenizer ?? given.tokenizer }
  if (method.alwaysVerifies && !all.verify)
    refuse(`method "${all.method}" ${method.alwaysVerifies}: there is nothing that "no-verify" would leave out`)
  checkFeatures(all)
  checkMeasure(method, all)
  const verify = all.verify && !isSignatureMeasure(all.measure)
  const ngram = all.ngram ?? (all.tokenizer === 'char' ? 5 : all.tokenizer === 'script' ? 9 : isTagging(all) ? 1 : 2)
  const traits = measureTraits(all)
  const { precision } = all
  if (precision !== undefined && !traits.learns) refuse(`precision ${precision} is promised by a model: measure "match"`)
  if (precision !== undefined && all.threshold !== undefined) refuse('precision sets the threshold: state one of the two')
  const threshold = (precision === undefined ? all.threshold : leastForPrecision(precision)) ?? traits.threshold ?? method.threshold
  const groupBy = all.groupBy ?? traits.groupBy ?? 'star'
  const keep = all.keep ?? traits.keep ?? 'first'
  if (keep === 'containing' && traits.keep !== keep)
    refuse('keep "containing" is of measure "containment": other measures do not tell which text holds the other')
  const own = givenOf(method, all, threshold)
  const distance = own?.distance ?? all.distance ?? radiusOf(all, threshold)
  if (all.measure === 'combined' && threshold <= 1 - all.mu)
    refuse(`threshold ${threshold} is reached by other information alone when mu is ${all.mu}: the search has no radius`)
  const bits = own?.bits ?? all.bits
  if (method.form === 'bits' && distance > bits) refuse(`distance ${distance} is more than the ${bits} bits there are`)
  const { bandRows, bands } = bandsOf(all, threshold)
  if (method.form === 'positions' && bands * bandRows > all.numPerm)
    refuse(`${bands} bands of ${bandRows} rows need ${bands * bandRows} positions, num-perm is ${all.numPerm}`)
  checkComplete(all, threshold)
  return { ...all, ...own, threshold, keep, groupBy, ngram, bandRows, bands, distance, verify }
}

/** Why pairs of other measures are not joined by the features that two texts share. */
const UNJOINED: Readonly<Partial<Record<MeasureName, string>>> = {
  multiset: 'counts how often features occur, and the join is of distinct features',
  cosine: 'is of counts, and no number of shared features bounds it',
  weighted: 'weighs features, and no number of shared features bounds it',
  containment: 'is searched for through all features by itself',
}

/** What follows for `complete`: see {@link requireJoinable}. */
function checkComplete({ complete, ...all }: Measured, threshold: number): void {
  if (complete) requireJoinable({ ...all, threshold }, '"complete"')
}

/**
 * @param asked  what asks for a join, as messages name it
 * @throws {LeitongError} `OPTION_CONFLICT` where no join of features finds every pair that the options look for
 */
export function requireJoinable(
  { method, measure, verify, threshold }: Pick<Options, 'method' | 'measure' | 'verify' | 'threshold'>,
  asked: string,
): void {
  if (measure !== 'jaccard')
    refuse(
      `${asked} joins texts by the share of their features, jaccard: measure "${measure}" ${UNJOINED[measure] ?? 'looks at no features of texts'}`,
    )
  if (method !== DEFAULT_METHOD) refuse(`${asked} is of method "${DEFAULT_METHOD}"; the method is ${method}`)
  if (!verify) refuse(`${asked} measures every pair: there is nothing that "no-verify" would leave out`)
  if (threshold <= 0) refuse(`${asked} needs a threshold above 0: any two texts are as alike as 0`)
}

function refuse(conflict: string): never {
  throw new LeitongError('OPTION_CONFLICT', conflict)
}

/** The method that a named field asks for; undefined without one. */
const methodOfField = (asked: Partial<Options>): MethodName | undefined =>
  METHOD_NAMES.find((name) => {
    const { given } = proposerOf({ method: name })
    return given && asked[given.field] !== undefined
  })

/** What follows where signatures come with the records; undefined where they are made of texts. */
function givenOf(
  { given, alwaysVerifies }: Method,
  all: Measured,
  threshold: number,
): Pick<Options, 'bits' | 'distance' | 'textField'> | undefined {
  const asked = methodOfField(all)
  const fieldOf = (method: string) => `--${kebab(proposerOf({ method }).given?.field ?? '')}`
  if (asked && asked !== all.method) refuse(`"${fieldOf(asked).slice(2)}" is of method "${asked}"; the method is ${all.method}`)
  if (all.fingerprintField !== undefined && all.vectorField !== undefined) refuse('fingerprints and vectors are compared one at a time')
  if (!given) return undefined
  const field = all[given.field]
  if (field === undefined) return refuse(`method "${all.method}" needs the field: name it by ${fieldOf(all.method)}`)
  if (threshold <= 0 && alwaysVerifies) refuse('vectors need a threshold above 0: any two have a cosine')
  return { ...given.follows(all, threshold), textField: [field] }
}

const isTagging = ({ tokenizer }: Given) => tokenizer === 'chinese' || tokenizer === 'tagged'

function checkFeatures(all: Given): void {
  const { tokenizer, stopWords, tags, dictionary, hmm } = all
  if (ofCharacters(tokenizer) && stopWords.length) refuse('stop words are left out of words; there are none under char and exact')
  if (!isTagging(all) && tags.length) refuse('only the tokenizers chinese and tagged know tags')
  if (tokenizer !== 'chinese' && (dictionary.length || hmm)) refuse('dictionary and hmm are for the tokenizer chinese')
}

function checkMeasure({ ownMeasure, form, measure: only }: Method, { method, measure, verify }: Measured): void {
  if (only && measure !== only) refuse(`method "${method}" searches by ${only}: measure "${measure}" does not apply`)
  if (ownMeasure && measure !== 'jaccard') refuse(`method "${method}" has ${ownMeasure}: measure "${measure}" does not apply`)
  if (isSignatureMeasure(measure) && form !== 'bits') refuse(`measure "${measure}" is of simhash fingerprints; the method is ${method}`)
  if (measureTraits({ measure }).judges === 'rows' && !verify)
    refuse(`measure "${measure}" scores every pair of rows: there is nothing that "no-verify" would leave out`)
}

export const isSignatureMeasure = (measure: MeasureName): measure is SignatureMeasure =>
  (SIGNATURE_MEASURES as readonly string[]).includes(measure)

/** Options of texts and their signatures: who states one of them does not ask for fields. */
const OF_TEXTS: readonly string[] = ['profile', 'verify', 'complete', 'textField', ...Object.keys(FEATURES), ...Object.keys(SIGNATURES)]

/**
 * The options of a run over rows: they are compared field by field, unless something was stated that fields know nothing of.
 *
 * @throws {LeitongError} `OPTION_CONFLICT`
 */
export function optionsForRows(options: Options): Options {
  const stated = (options as Options & Stated)[STATED]
  if (!stated || stated.has('measure') || OF_TEXTS.some((name) => stated.has(name))) return options
  return restated(options, { measure: 'fields' }, stated)
}

/** Options with one more value, and with what follows from it. */
function restated(options: Options, values: { readonly measure: RowMeasure }, stated: ReadonlySet<string>): Options {
  const own = Object.fromEntries(Object.entries(options).filter(([name]) => !DERIVED.includes(name) || stated.has(name)))
  return Object.freeze({ ...derive({ ...own, ...values } as unknown as Given), [STATED]: stated })
}

/** The search radius, in bits, that loses no pair under the threshold. */
function radiusOf({ measure, bits, mu }: Measured, threshold: number): number {
  // More equal bits than the threshold says, strictly.
  if (measure === 'bits') return Math.max(0, Math.ceil(bits * (1 - threshold)) - 1)
  if (measure === 'combined') return Math.min(bits, combinedRadius(threshold, mu))
  return Math.min(bits, 3)
}

/** Bands of the search and positions in each: of one that is given the other makes the most; otherwise both follow from the threshold. */
function bandsOf({ numPerm, bands, bandRows, verify }: Given, threshold: number): Pick<Options, 'bands' | 'bandRows'> {
  const chosen = verify ? chooseBands(threshold, numPerm) : optimalBands(threshold, numPerm)
  const rows = bandRows ?? (bands ? Math.max(1, Math.floor(numPerm / bands)) : chosen.rows)
  return { bandRows: rows, bands: bands ?? (bandRows ? Math.max(1, Math.floor(numPerm / rows)) : chosen.bands) }
}
