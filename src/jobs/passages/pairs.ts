/** Pairs of a text of the inputs and one of the library that share passages, with the passages as evidence. */
import { chains, type Match, outermost } from '../../repeating/chains.js'
import { Coverage, lengthOf } from '../../repeating/intervals.js'
import { round } from '../../writing/json-lines.js'
import { charactersOf } from './documents.js'
import type { PassageRun } from './passages.js'
import type { Passages } from './search.js'

/** Texts of the library that a passage is paired with, at most: the first that have it. Boilerplate has thousands. */
const MOST = 20
/** Places of the inputs with a place of the library each that are held at once, at most: some 500 MB. */
const HELD = 4_000_000

/**
 * How many places of the library each place of the inputs is paired with: as many as there is room for, and one at least, so that no text
 * that has a passage of the library goes without a pair.
 *
 * @returns  also the pairs of places that are left out
 */
function roomFor({ passages, texts, options }: PassageRun): { readonly most: number; readonly left: number } {
  // By the number of places of the library: how many of the inputs have so many.
  const having = new Float64Array(MOST + 1)
  let all = 0
  eachPassage(passages, texts, (from, middle, to) => {
    const sources = Math.min(MOST, to - middle)
    having[sources] = (having[sources] as number) + middle - from
    all += (middle - from) * (to - middle)
  })
  const heldWith = (most: number) => having.reduce((sum, places, sources) => sum + places * Math.min(most, sources), 0)
  let most = MOST
  while (most > 1 && heldWith(most) > Math.min(HELD, options.maxPairs)) most--
  return { most, left: all - heldWith(most) }
}

/** Calls a function with the places of each passage: those of the inputs end where those of the library begin. */
function eachPassage({ count, ends, texts }: Passages, ofInputs: number, visit: (from: number, middle: number, to: number) => void): void {
  for (let p = 0; p < count; p++) {
    const from = p ? (ends[p - 1] as number) : 0
    const to = ends[p] as number
    let middle = from
    while (middle < to && (texts[middle] as number) < ofInputs) middle++
    visit(from, middle, to)
  }
}

/** Texts by their numbers; shares of the characters of each that lie in a passage. */
export interface PassagePair {
  readonly text: number
  readonly source: number
  readonly share: number
  readonly shareOfSource: number
  /** In characters: where in the text, where in the source. */
  readonly passages: readonly Match[]
}

export interface PassagePairs {
  readonly pairs: readonly PassagePair[]
  /** Places that share a passage and were not paired, because too many do. */
  readonly left: number
}

/**
 * The pairs, by text, and of one text those first of which it has the most.
 *
 * @param run    with a library
 * @param gap    characters between two passages that count with them
 * @param least  the greater share of a pair, at least
 */
export function pairsOf(run: PassageRun, gap: number, least: number): PassagePairs {
  const bySource = new Map<number, Map<number, Match[]>>()
  const { texts, offsets, characters } = run.passages
  const { most, left } = roomFor(run)
  eachPassage(run.passages, run.texts, (from, middle, to) => {
    for (let place = from; place < middle; place++)
      for (let source = middle; source < Math.min(to, middle + most); source++) {
        const [a, b] = [offsets[place] as number, offsets[source] as number]
        const match = { from: a, to: a + (characters[place] as number), otherFrom: b, otherTo: b + (characters[source] as number) }
        const ofText = bySource.get(texts[place] as number) ?? new Map<number, Match[]>()
        bySource.set(texts[place] as number, ofText)
        const known = ofText.get(texts[source] as number)
        if (known) known.push(match)
        else ofText.set(texts[source] as number, [match])
      }
  })
  const pairs: PassagePair[] = []
  for (const text of [...bySource.keys()].sort((a, b) => a - b)) {
    const size = Math.max(1, charactersOf(run, text))
    const own = Array.from(bySource.get(text) ?? [], ([source, matches]) => {
      const passages = outermost(chains(matches, gap))
      const share = covered(passages.map(({ from, to }) => [from, to])) / size
      const shareOfSource = covered(passages.map(({ otherFrom, otherTo }) => [otherFrom, otherTo])) / Math.max(1, charactersOf(run, source))
      return { text, source, share, shareOfSource, passages }
    })
    const wanted = own.filter(({ share, shareOfSource }) => Math.max(share, shareOfSource) >= least)
    pairs.push(...wanted.sort((a, b) => b.share - a.share || a.source - b.source))
  }
  return { pairs, left }
}

const covered = (intervals: readonly (readonly [number, number])[]) =>
  lengthOf(
    Coverage.of(
      new Uint8Array(intervals.length),
      intervals.map(([from]) => from),
      intervals.map(([, to]) => to),
      intervals.keys(),
    ).of(0),
  )

/** Pairs as `leitong link` writes them: the library is A, the inputs are B. */
export function* pairLines({ spool }: PassageRun, pairs: readonly PassagePair[]): Generator<string> {
  for (const { text, source, share, shareOfSource, passages } of pairs) {
    const scores = `"similarity":${round(Math.max(share, shareOfSource))},"a_in_b":${round(shareOfSource)},"b_in_a":${round(share)}`
    const whole = spool.read(text, 0, spool.lengthOf(text))
    const characters = /[\ud800-\udbff]/.test(whole) ? Array.from(whole) : undefined
    const places = passages.map(({ from, to, otherFrom, otherTo }) => {
      const said = characters ? characters.slice(from, to).join('') : whole.slice(from, to)
      return JSON.stringify({ a_offset: otherFrom, a_length: otherTo - otherFrom, b_offset: from, b_length: to - from, text: said })
    })
    yield `{"a":${spool.ids[source]},"b":${spool.ids[text]},${scores},"passages":[${places.join(',')}]}`
  }
}

/** The best match of each text of the inputs; null without one. */
export function* matchLines(run: PassageRun, pairs: readonly PassagePair[]): Generator<string> {
  const best = new Map<number, PassagePair>()
  for (const pair of pairs) if (!best.has(pair.text)) best.set(pair.text, pair)
  for (let text = 0; text < run.texts; text++) {
    const pair = best.get(text)
    const scores = `"similarity":${pair ? round(Math.max(pair.share, pair.shareOfSource)) : null},"a_in_b":${pair ? round(pair.shareOfSource) : null},"b_in_a":${pair ? round(pair.share) : null}`
    yield `{"b":${run.spool.ids[text]},"a":${pair ? run.spool.ids[pair.source] : null},${scores}}`
  }
}
