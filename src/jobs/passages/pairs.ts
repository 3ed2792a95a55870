/** Pairs of a text of the inputs and one of the library that share passages, with the passages as evidence. */
import { LeitongError } from '../../errors.js'
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
/** Pairs of places that are gone through to find whether a text reaches the threshold, at most: about a minute. */
const MOST_WORK = 200_000_000

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

/** Which places are held against each other. */
interface Wanted {
  readonly text: (text: number) => boolean
  readonly source: (source: number) => boolean
  /** Sources of a passage, at most. */
  readonly most: number
}

/** What texts share with sources: by text, and of one text those first of which it has the most. */
function* sharesOf(run: PassageRun, gap: number, wanted: Wanted): Generator<PassagePair[]> {
  const bySource = new Map<number, Map<number, Match[]>>()
  const { texts, offsets, characters } = run.passages
  eachPassage(run.passages, run.texts, (from, middle, to) => {
    for (let place = from; place < middle; place++) {
      if (!wanted.text(texts[place] as number)) continue
      for (let source = middle; source < Math.min(to, middle + wanted.most); source++) {
        if (!wanted.source(texts[source] as number)) continue
        const [a, b] = [offsets[place] as number, offsets[source] as number]
        const match = { from: a, to: a + (characters[place] as number), otherFrom: b, otherTo: b + (characters[source] as number) }
        const ofText = bySource.get(texts[place] as number) ?? new Map<number, Match[]>()
        bySource.set(texts[place] as number, ofText)
        const known = ofText.get(texts[source] as number)
        if (known) known.push(match)
        else ofText.set(texts[source] as number, [match])
      }
    }
  })
  for (const text of [...bySource.keys()].sort((a, b) => a - b)) {
    const size = Math.max(1, charactersOf(run, text))
    const own = Array.from(bySource.get(text) ?? [], ([source, matches]) => {
      const passages = outermost(chains(matches, gap))
      const share = covered(passages.map(({ from, to }) => [from, to])) / size
      const shareOfSource = covered(passages.map(({ otherFrom, otherTo }) => [otherFrom, otherTo])) / Math.max(1, charactersOf(run, source))
      return { text, source, share, shareOfSource, passages }
    })
    yield own.sort(byShare)
  }
}

const byShare = (a: PassagePair, b: PassagePair) => b.share - a.share || a.source - b.source

/**
 * The pairs, by text, and of one text those first of which it has the most. Where a passage has more sources than are paired, a text none of
 * whose pairs reaches the threshold is held against all its sources, and has its best pair if one does.
 *
 * @param run    with a library
 * @param gap    characters between two passages that count with them
 * @param least  the greater share of a pair, at least
 * @param told   whether somebody asked which texts reach the threshold; `work`: pairs of places that such a second look may go through
 * @throws {LeitongError} `OPTION_CONFLICT` where that is not enough to say which texts reach the threshold
 */
export function pairsOf(
  run: PassageRun,
  gap: number,
  least: number,
  told: { readonly asked: boolean; readonly work?: number },
): PassagePairs {
  const { most, left } = roomFor(run)
  const reaches = ({ share, shareOfSource }: PassagePair) => Math.max(share, shareOfSource) >= least
  const pairs: PassagePair[] = []
  const linked = new Set<number>()
  for (const own of sharesOf(run, gap, { text: () => true, source: () => true, most })) {
    const wanted = own.filter(reaches)
    if (wanted.length) linked.add(own[0]?.text as number)
    pairs.push(...wanted)
  }
  if (!left || !least) return { pairs, left }
  const open = new Set<number>()
  const { texts } = run.passages
  const eachOpen = (visit: (text: number, sources: number) => void) =>
    eachPassage(run.passages, run.texts, (from, middle, to) => {
      for (let place = from; place < middle; place++) if (!linked.has(texts[place] as number)) visit(texts[place] as number, to - middle)
    })
  eachOpen((text, sources) => {
    if (sources > most) open.add(text)
  })
  let places = 0
  eachOpen((text, sources) => {
    if (open.has(text)) places += sources
  })
  if (places > (told.work ?? MOST_WORK)) {
    if (!told.asked) return { pairs, left }
    throw new LeitongError(
      'OPTION_CONFLICT',
      `--threshold cannot tell which of ${open.size} rows of B reach it: they have passages that too many rows of A have. Leave such passages out with --ignore, raise --min-length, or leave out --threshold`,
    )
  }
  const turns = Math.ceil(places / HELD)
  const best = new Map<number, PassagePair>()
  for (let turn = 0; turn < turns; turn++) {
    const wanted = {
      text: (text: number) => open.has(text),
      source: (source: number) => source % turns === turn,
      most: Number.POSITIVE_INFINITY,
    }
    for (const own of sharesOf(run, gap, wanted))
      for (const pair of own.filter(reaches)) {
        const known = best.get(pair.text)
        if (!known || byShare(pair, known) < 0) best.set(pair.text, pair)
      }
  }
  return { pairs: [...pairs, ...best.values()].sort((a, b) => a.text - b.text), left }
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
