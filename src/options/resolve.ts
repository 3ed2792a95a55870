/** From what callers give to options that are all filled in, checked, and free of contradictions. */
import { combinedRadius } from '../comparing/combined.js'
import { type RowMeasure, SIGNATURE_MEASURES, type SignatureMeasure } from '../comparing/measures.js'
import { LeitongError } from '../errors.js'
import { chooseBands, optimalBands } from '../searching/bands.js'
import { FEATURES } from './features.js'
import { fieldOptionOf, followsFrom, isGivenMethod, methodOfField } from './given.js'
import { judgesRows, type MeasureName, measureTraits } from './measures.js'
import { DEFAULT_METHOD, traitsOf } from './methods.js'
import { flagOf, isOption, nameOf, nearestName } from './names.js'
import { checkOption } from './option.js'
import { OPTIONS, type OptionName, type Options } from './options.js'
import { findOf, PROFILES, profileFor } from './profiles.js'
import { requireObject } from './require.js'
import type { MachineDefaults } from './running.js'
import { SIGNATURES } from './signatures.js'

/** Values of one origin, and where it is, as messages say it. */
interface Layer {
  readonly values: Readonly<Record<string, unknown>>
  readonly where: string
}

/**
 * Checks and fills in options; later layers win.
 *
 * @param layers    from the weakest (configuration file) to the strongest (flags)
 * @param defaults  of what depends on the machine
 * @throws {LeitongError} `ARGUMENT`, `OPTION_UNKNOWN`, `OPTION_VALUE` or `OPTION_CONFLICT`
 * @example resolveOptions([{ values: { 'char-ngram': '4' }, where: 'here' }], NO_MACHINE).charNgram // 4
 */
export function resolveOptions(layers: readonly Layer[], defaults: MachineDefaults): Options {
  for (const { values } of layers) requireObject(values)
  const given: Record<string, unknown> = {}
  const profile = profileIn(layers)
  // A profile is the weakest layer of all.
  const ofProfile = { values: PROFILES[profile as keyof typeof PROFILES] ?? {}, where: `in the profile ${profile}` }
  for (const { values, where } of [ofProfile, ...layers]) {
    for (const [name, value] of Object.entries(values)) {
      if (value === undefined) continue
      const key = nameOf(name)
      if (!isOption(key)) throw new LeitongError('OPTION_UNKNOWN', name, where, nearestName(key))
      given[key] = check(key, value)
    }
  }
  const filled: Record<string, unknown> = { ...defaults }
  for (const [name, spec] of Object.entries(OPTIONS)) if (spec.default !== undefined) filled[name] = spec.default
  const stated: Stated = { [STATED]: new Set(Object.keys(given)) }
  return Object.freeze({ ...derive({ ...filled, ...given, profile, find: findOf(profile) } as Given), ...stated })
}

const check = (name: OptionName, value: unknown) => checkOption(OPTIONS[name], flagOf(name), value)

type Profile = Options['profile']

/**
 * The profile that the strongest layer asks for, by its name or by what it finds.
 *
 * @throws {LeitongError} `OPTION_CONFLICT` for a layer that names both, and not the same
 */
function profileIn(layers: readonly Layer[]): Profile {
  let chosen: Profile = 'none'
  for (const { values } of layers) {
    const named = values['profile'] === undefined ? undefined : (check('profile', values['profile']) as Profile)
    const wanted = values['find'] === undefined ? undefined : (check('find', values['find']) as Options['find'])
    if (named !== undefined && wanted !== undefined && named !== profileFor(wanted))
      refuse(`find "${wanted}" is profile "${profileFor(wanted)}", and profile "${named}" is named too: name one of the two`)
    if (named !== undefined) chosen = named
    else if (wanted !== undefined) chosen = profileFor(wanted)
  }
  return chosen
}

/** A symbol goes along where options are spread, and is neither printed nor sent to workers. */
const STATED = Symbol('stated')
type Stated = { readonly [STATED]?: ReadonlySet<string> }

/** Whether an option was stated by somebody, also as what it would be anyway, and not filled in. */
export const isStated = (options: Options, name: OptionName): boolean => (options as Options & Stated)[STATED]?.has(name) ?? false

/** Options that follow from others where they are not given. */
type Derived = 'threshold' | 'measure' | 'method' | 'keep' | 'groupBy' | 'ngram' | 'distance' | 'bands' | 'bandRows'
type Given = Omit<Options, Derived> & Partial<Pick<Options, Derived>>
type Measured = Given & Pick<Options, 'measure' | 'method'>

/** Fills in what follows from other options, and refuses what contradicts. */
function derive(given: Given): Options {
  const named =
    given.method ?? methodOfField(given) ?? (given.measure && measureTraits({ measure: given.measure }).method) ?? DEFAULT_METHOD
  const method = traitsOf({ method: named })
  const measure = given.measure ?? method.measure ?? 'jaccard'
  const all: Measured = { ...given, measure, method: named, tokenizer: method.tokenizer ?? given.tokenizer }
  if (method.alwaysVerifies && !all.verify)
    refuse(`method "${all.method}" ${method.alwaysVerifies}: there is nothing that "no-verify" would leave out`)
  checkFeatures(all)
  checkMeasure(all)
  const verify = all.verify && !isSignatureMeasure(all.measure)
  const ngram = all.ngram ?? (all.tokenizer === 'char' ? 5 : isTagging(all) ? 1 : 2)
  const traits = measureTraits(all)
  const threshold = all.threshold ?? traits.threshold ?? method.threshold
  const groupBy = all.groupBy ?? traits.groupBy ?? 'star'
  const keep = all.keep ?? traits.keep ?? 'first'
  if (keep === 'containing' && traits.keep !== keep)
    refuse('keep "containing" is of measure "containment": other measures do not tell which text holds the other')
  const own = givenOf(all, threshold)
  const distance = own?.distance ?? all.distance ?? radiusOf(all, threshold)
  if (all.measure === 'combined' && threshold <= 1 - all.mu)
    refuse(`threshold ${threshold} is reached by other information alone when mu is ${all.mu}: the search has no radius`)
  const bits = own?.bits ?? all.bits
  if (method.signsBits && distance > bits) refuse(`distance ${distance} is more than the ${bits} bits there are`)
  const { bandRows, bands } = bandsOf(all, threshold)
  if (method.signsPositions && bands * bandRows > all.numPerm)
    refuse(`${bands} bands of ${bandRows} rows need ${bands * bandRows} positions, num-perm is ${all.numPerm}`)
  return { ...all, ...own, threshold, keep, groupBy, ngram, bandRows, bands, distance, verify }
}

function refuse(conflict: string): never {
  throw new LeitongError('OPTION_CONFLICT', conflict)
}

/** What follows where signatures come with the records; undefined where they are made of texts. */
function givenOf(all: Measured, threshold: number): Pick<Options, 'bits' | 'distance' | 'textField'> | undefined {
  const asked = methodOfField(all)
  if (asked && asked !== all.method) refuse(`"${flagOf(fieldOptionOf(asked))}" is of method "${asked}"; the method is ${all.method}`)
  if (all.fingerprintField !== undefined && all.vectorField !== undefined) refuse('fingerprints and vectors are compared one at a time')
  if (!isGivenMethod(all.method)) return undefined
  const { field, bits, distance } = followsFrom(all.method, all, threshold)
  if (field === undefined) return refuse(`method "${all.method}" needs the field: name it by --${flagOf(fieldOptionOf(all.method))}`)
  if (threshold <= 0 && traitsOf(all).holdsVectors) refuse('vectors need a threshold above 0: any two have a cosine')
  return { bits, distance, textField: [field] }
}

const isTagging = ({ tokenizer }: Given) => tokenizer === 'chinese' || tokenizer === 'tagged'

function checkFeatures(all: Given): void {
  const { tokenizer, stopWords, tags, dictionary, hmm } = all
  if (tokenizer === 'char' && stopWords.length) refuse('stop words are left out of words; there are none under char and exact')
  if (!isTagging(all) && tags.length) refuse('only the tokenizers chinese and tagged know tags')
  if (tokenizer !== 'chinese' && (dictionary.length || hmm)) refuse('dictionary and hmm are for the tokenizer chinese')
}

function checkMeasure({ method, measure, verify }: Measured): void {
  const { ownMeasure, signsBits, measure: only } = traitsOf({ method })
  if (only && measure !== only) refuse(`method "${method}" searches by ${only}: measure "${measure}" does not apply`)
  if (ownMeasure && measure !== 'jaccard') refuse(`method "${method}" has ${ownMeasure}: measure "${measure}" does not apply`)
  if (isSignatureMeasure(measure) && !signsBits) refuse(`measure "${measure}" is of simhash fingerprints; the method is ${method}`)
  if (judgesRows({ measure }) && !verify)
    refuse(`measure "${measure}" scores every pair of rows: there is nothing that "no-verify" would leave out`)
}

/** Options of texts and their signatures: who states one of them does not ask for fields. */
const OF_TEXTS: readonly string[] = ['profile', 'verify', 'textField', ...Object.keys(FEATURES), ...Object.keys(SIGNATURES)]

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

/**
 * @param what  the reason why fields cannot be compared
 * @throws {LeitongError} `OPTION_CONFLICT` for a measure of rows
 */
export function requireNoRowMeasure(measure: MeasureName, what: string): asserts measure is Exclude<MeasureName, RowMeasure> {
  if (judgesRows({ measure })) refuse(`measure "${measure}" compares rows field by field, and ${what}; dedupe and link can`)
}

export const isSignatureMeasure = (measure: MeasureName): measure is SignatureMeasure =>
  (SIGNATURE_MEASURES as readonly string[]).includes(measure)

/**
 * Refuses a measure that a method does not search for. A short text inside a long one has another signature: by signatures of whole texts
 * the pair would be missed without a word.
 *
 * @throws {LeitongError} `OPTION_CONFLICT`
 */
export function requireSearched({ measure, method, threshold }: Options): void {
  const needed = measureTraits({ measure }).method
  if (!needed) return
  if (traitsOf({ method }).measure !== measure)
    refuse(`measure "${measure}" is searched for by method "${needed}": by "${method}" most pairs would be missed; leave the method out`)
  if (threshold <= 0) refuse(`measure "${measure}" needs a threshold above 0: any text holds nothing of any other`)
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
