/** For each document what of it stands elsewhere, and where: sources and shares. */
import { chains, type Match, outermost } from '../../repeating/chains.js'
import { Coverage, lengthOf } from '../../repeating/intervals.js'
import type { PassageRun } from './passages.js'

/** Sources that a passage names: the first that have it. Boilerplate has thousands. */
const MOST_SOURCES = 20

/** A stretch of a document with where it comes from, in characters. */
interface Stretch extends Match {
  readonly source: number
}

/**
 * A line for each document with repeats: its length, what repeats of it, its sources by how much they give, and the stretches.
 *
 * @param gap  characters between two stretches from one source that count with them
 */
export function* documentLines(run: PassageRun, gap: number): Generator<string> {
  const { spool, texts } = run
  const stretches = stretchesOf(run)
  for (const [text] of spool.texts((number) => number < texts && stretches.has(number))) {
    const joined = joinBySource(stretches.get(text) as Stretch[], gap)
    const characters = charactersOf(run, text)
    const covered = coveredBy(joined)
    const bySource = new Map<number, Stretch[]>()
    for (const stretch of joined) bySource.set(stretch.source, [...(bySource.get(stretch.source) ?? []), stretch])
    const sources = [...bySource].map(([source, all]) => ({ source, characters: coveredBy(all), passages: all.length }))
    sources.sort((a, b) => b.characters - a.characters || a.source - b.source)
    const share = (part: number) => Math.round((part / Math.max(1, characters)) * 10_000) / 10_000
    const id = (number: number) => spool.ids[number]
    const named = sources.map(
      (source) =>
        `{"id":${id(source.source)},"characters":${source.characters},"share":${share(source.characters)},"passages":${source.passages}}`,
    )
    const places = joined.map(
      ({ from, to, source, otherFrom, otherTo }) =>
        `{"offset":${from},"length":${to - from},"source":${id(source)},"source_offset":${otherFrom},"source_length":${otherTo - otherFrom}}`,
    )
    yield `{"id":${id(text)},"characters":${characters},"repeated":${covered},"share":${share(covered)},"sources":[${named.join(',')}],"passages":[${places.join(',')}]}`
  }
}

/** By document of the inputs, its places with their sources: other places of the same passage, of a library those there. */
function stretchesOf({ passages, texts: ofInputs, request }: PassageRun): Map<number, Stretch[]> {
  const { count, ends, texts, offsets, characters } = passages
  const found = new Map<number, Stretch[]>()
  for (let p = 0; p < count; p++) {
    const from = p ? (ends[p - 1] as number) : 0
    const to = ends[p] as number
    let firstSource = from
    if (request.library) while (firstSource < to && (texts[firstSource] as number) < ofInputs) firstSource++
    for (let place = from; place < to && (texts[place] as number) < ofInputs; place++) {
      const text = texts[place] as number
      let named = 0
      for (let source = firstSource; source < to && named < MOST_SOURCES; source++) {
        if (source === place) continue
        named++
        const stretch = {
          from: offsets[place] as number,
          to: (offsets[place] as number) + (characters[place] as number),
          source: texts[source] as number,
          otherFrom: offsets[source] as number,
          otherTo: (offsets[source] as number) + (characters[source] as number),
        }
        const known = found.get(text)
        if (known) known.push(stretch)
        else found.set(text, [stretch])
      }
    }
  }
  return found
}

function joinBySource(stretches: readonly Stretch[], gap: number): Stretch[] {
  const bySource = new Map<number, Stretch[]>()
  for (const stretch of stretches) {
    const known = bySource.get(stretch.source)
    if (known) known.push(stretch)
    else bySource.set(stretch.source, [stretch])
  }
  return [...bySource]
    .flatMap(([source, all]) => outermost(chains(all, gap)).map((chain) => ({ ...chain, source })))
    .sort((a, b) => a.from - b.from || b.to - a.to || a.source - b.source)
}

const coveredBy = (stretches: readonly Match[]) =>
  lengthOf(
    Coverage.of(
      new Uint8Array(stretches.length),
      stretches.map(({ from }) => from),
      stretches.map(({ to }) => to),
      stretches.keys(),
    ).of(0),
  )

/** Code points of a text. */
export function charactersOf({ spool }: PassageRun, text: number): number {
  let count = 0
  for (const _ of spool.read(text, 0, spool.lengthOf(text))) count++
  return count
}
