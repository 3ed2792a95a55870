/** Labels, pairs that people have judged, and how right each way of comparing is on them. */
import { type Quality, qualityAt } from '../../evaluating/curves.js'
import type { Options, OptionsInput } from '../../options/options.js'
import { PROFILES } from '../../options/profiles.js'
import { confidence, type JudgedPair } from './confidence.js'
import { namedDocuments } from './read-labels.js'

export interface Label {
  /** Ids as they are written; one that is no text, as JSON. */
  readonly a: string
  readonly b: string
  readonly same: boolean
}

/** A way of comparing, with how right it is at its best threshold. */
export interface Candidate extends Quality {
  readonly name: string
  readonly options: OptionsInput
  /** The F1 is in this interval with 95 %. */
  readonly interval: readonly [low: number, high: number]
  readonly curve: readonly Quality[]
}

/** The ways that are tried: few, since each is a run over the sample. */
const CANDIDATES: readonly { readonly name: string; readonly options: OptionsInput }[] = [
  { name: 'words 2, characters 3', options: { tokenizer: 'auto', ngram: 2, charNgram: 3 } },
  { name: 'characters 3', options: { tokenizer: 'char', ngram: 3 } },
  { name: 'characters 5', options: { tokenizer: 'char', ngram: 5 } },
  { name: 'words 3', options: { tokenizer: 'word', ngram: 3 } },
  { name: 'Chinese words 2', options: { tokenizer: 'chinese', ngram: 2 } },
  { name: 'rare features', options: { find: 'versions', ...PROFILES.versions } },
]

/** The ways that answer a question; all of them where none is asked. Under `all` copies have the threshold of the default. */
export const candidatesFor = (find: Options['find'] | undefined): typeof CANDIDATES =>
  find === undefined
    ? CANDIDATES
    : find === 'all'
      ? [{ name: 'rare features, and copies', options: { find, ...PROFILES.all } }]
      : CANDIDATES.filter(({ options }) => (options.find === 'versions') === (find === 'versions'))

/** The lowest similarity that is looked for. Lower ones are those of unrelated texts, and far more numerous. */
export const LOWEST = { minhash: 0.3, rare: 0.02 } as const

const steps = (from: number, to: number, step: number) =>
  Array.from({ length: Math.round((to - from) / step) + 1 }, (_, i) => Math.round((from + i * step) * 100) / 100)
const THRESHOLDS = { minhash: steps(LOWEST.minhash, 0.98, 0.02), rare: steps(LOWEST.rare, 0.6, 0.02) }

/** The labels as they bear on a sample. */
export interface Truth {
  /** `a * documents + b` with a < b, and whether they are one. */
  readonly known: ReadonlyMap<number, boolean>
  readonly documents: number
  /** Labels say of some pairs that they are not one: then pairs without a label count neither way. Otherwise they count as wrong. */
  readonly open: boolean
  /** Labels of documents that are not there. */
  readonly missing: number
}

/**
 * @param path  of the labels
 * @throws {LeitongError} `LABELS_FILE` where an id in them is that of two documents
 */
export function truthOf(path: string, labels: readonly Label[], ids: readonly string[]): Truth {
  const named = new Set(labels.flatMap(({ a, b }) => [a, b]))
  const numbers = namedDocuments(path, named, (document) => ids[document] as string, 0, ids.length)
  const known = new Map<number, boolean>()
  let missing = 0
  for (const { a, b, same } of labels) {
    const [x, y] = [numbers.get(a), numbers.get(b)]
    if (x === undefined || y === undefined || x === y) missing++
    else known.set(Math.min(x, y) * ids.length + Math.max(x, y), same)
  }
  return { known, documents: ids.length, open: labels.some(({ same }) => !same), missing }
}

/** The threshold that is best on these labels. */
export function judgeCandidate(
  { known, documents, open }: Truth,
  found: Iterable<{ readonly a: number; readonly b: number; readonly similarity: number | undefined }>,
  method: 'minhash' | 'rare',
): Quality & Pick<Candidate, 'interval' | 'curve'> {
  const pairs: JudgedPair[] = []
  const seen = new Set<number>()
  for (const { a, b, similarity = 0 } of found) {
    const key = a * documents + b
    const same = known.get(key)
    if (same !== undefined) seen.add(key)
    if (same !== undefined || !open) pairs.push({ a, b, same: same ?? false, score: similarity })
  }
  for (const [key, same] of known) if (!seen.has(key)) pairs.push({ a: Math.floor(key / documents), b: key % documents, same, score: 0 })
  const curve = qualityAt(pairs, THRESHOLDS[method])
  const top = Math.max(...curve.map(({ f1 }) => f1))
  // The middle of the thresholds that do as well as the best: the edge of a plateau is an accident.
  const good = curve.filter(({ f1 }) => f1 >= top - 1e-9)
  const best = good[good.length >> 1] as Quality
  return { ...best, curve, interval: confidence(pairs, best.threshold, documents) }
}
