/** Lines, paragraphs or sentences that are similar: each is a document of a batch of its own, and the engine of `dedupe` and `link` judges. */
import { closeSync, openSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { LeitongError } from '../../errors.js'
import { Uint32List } from '../../hashing/typed-list.js'
import { requireNoRowMeasure } from '../../methods/refusals.js'
import type { Options } from '../../options/options.js'
import { isStated } from '../../options/stated.js'
import type { FileInput } from '../../reading/input.js'
import { wholeUnits } from '../../repeating/units.js'
import { FORMATS } from '../../sources/formats/formats.js'
import { writeFully } from '../../writing/write-fully.js'
import { runBatch } from '../dedupe/dedupe.js'
import type { RunHooks } from '../dedupe/run-context.js'
import { runLink } from '../link/link.js'
import { characterCounter, inOrder, type Passages } from './search.js'
import type { Segments } from './segments.js'
import { type TextSpool, textOf } from './text-spool.js'
import { isLong, type WholeSearch } from './whole-search.js'

/** Options that say how alike two units have to be: where one was stated, equality alone is not what is wanted. */
export const OF_SIMILARITY = ['threshold', 'measure', 'method', 'profile', 'find'] as const

/** The first option that asks for similar units; undefined where units have to be equal. */
export const similarityAsked = (options: Options) => OF_SIMILARITY.find((name) => isStated(options, name))

/** Bytes that are written at once. */
const BLOCK = 4 << 20

/** Units by their numbers, in the order of the texts. */
interface UnitColumns {
  readonly texts: Uint32List
  readonly starts: Uint32List
  readonly stops: Uint32List
  readonly offsets: Uint32List
  readonly characters: Uint32List
}

/**
 * Finds units that are similar to one that stands before them, or to one of the library. The first place of a passage is the one that
 * stays, and every other one was verified to be similar to it.
 *
 * @throws {LeitongError} as a batch does; `OPTION_CONFLICT` for a measure of rows
 */
export async function findSimilar(
  spool: TextSpool,
  segments: Segments,
  search: WholeSearch,
  given: Options,
  hooks: RunHooks = {},
): Promise<Passages> {
  requireNoRowMeasure(given.measure, 'lines, paragraphs and sentences have none')
  const { decisions: _d, fields: _f, table: _t, query: _q, sheet: _s, ...rest } = given
  const options: Options = { ...rest, ...PLAIN }
  const isAcross = search.among === 'across'
  // Side 2 is the library, which is side A of a link: the inputs are looked up in it.
  const files = isAcross ? [2, 1] : [1]
  const columns: UnitColumns = {
    texts: new Uint32List(),
    starts: new Uint32List(),
    stops: new Uint32List(),
    offsets: new Uint32List(),
    characters: new Uint32List(),
  }
  const inputs: FileInput[] = []
  try {
    for (const side of files) inputs.push(await writeUnits(spool, segments, search, isAcross ? side : undefined, columns))
    const { groups, similarities } = await (isAcross ? linked(inputs, options, hooks) : grouped(inputs, options, hooks))
    return inOrder(passagesOf(columns, groups, similarities))
  } finally {
    for (const { path } of inputs) rmSync(path, { force: true })
  }
}

/** The units are lines of this process, whatever the records are that they come from; the first of each stays. */
const PLAIN = {
  idField: 'id',
  textField: ['text'],
  titleField: 'title',
  withFields: [],
  infoField: [],
  keep: 'first',
  strict: false,
} as const

/** Writes units as JSON lines, each under its number, and adds their places to the columns. */
async function writeUnits(
  spool: TextSpool,
  segments: Segments,
  { unit, least, sideOf, folder, number, pause }: WholeSearch,
  side: number | undefined,
  columns: UnitColumns,
): Promise<FileInput> {
  const path = join(folder, `units-${number}-${side ?? 0}`)
  const file = openSync(path, 'wx')
  let lines = ''
  const flush = () => {
    try {
      writeFully(file, Buffer.from(lines))
    } catch (error) {
      throw new LeitongError('OUTPUT_WRITE', path, (error as Error).message)
    }
    lines = ''
  }
  try {
    const isWanted = (segment: number) => side === undefined || sideOf(segments.textOf(segment)) === side
    for (const [segment, units, whole] of segments.units(spool, isWanted)) {
      const text = textOf(units)
      const base = segments.startOf(segment)
      const character = characterCounter(whole)
      const ends = wholeUnits(text, unit)
      for (let i = 0; i < ends.length; i += 2) {
        const [start, end] = [ends[i] as number, ends[i + 1] as number]
        const said = text.slice(start, end).trim()
        if (!said || !isLong(said, least)) continue
        lines += `{"id":${columns.texts.length},"text":${JSON.stringify(said)}}\n`
        columns.texts.push(segments.textOf(segment))
        columns.starts.push(base + start)
        columns.stops.push(base + end)
        columns.offsets.push(character(base + start))
        columns.characters.push(character(base + end) - character(base + start))
      }
      if (lines.length < BLOCK) continue
      flush()
      await pause()
    }
    flush()
  } finally {
    closeSync(file)
  }
  return { kind: 'file', name: unit, path, size: statSync(path).size, format: FORMATS.jsonl, compression: undefined, encoding: 'utf-8' }
}

/** Lists of units, the one that stays in front; by unit how similar it is to that. */
interface Groups {
  readonly groups: readonly (readonly number[])[]
  readonly similarities: ReadonlyMap<number, number>
}

async function grouped(inputs: readonly FileInput[], options: Options, hooks: RunHooks): Promise<Groups> {
  if (!inputs.some(({ size }) => size)) return { groups: [], similarities: new Map() }
  const run = await runBatch(inputs, options, 'none', hooks)
  try {
    const { documents } = run.context
    const similarities = new Map<number, number>()
    const groups = Array.from(run.decisions.groups, ({ members }) =>
      Array.from(members, (member) => {
        const unit = Number(documents.idOf(member))
        similarities.set(unit, run.decisions.decide(member).similarity ?? Number.NaN)
        return unit
      }),
    )
    return { groups, similarities }
  } finally {
    await run.context.close()
  }
}

async function linked(inputs: readonly FileInput[], options: Options, hooks: RunHooks): Promise<Groups> {
  if (!inputs.every(({ size }) => size)) return { groups: [], similarities: new Map() }
  const run = await runLink({ inputs, ofA: 1 }, options, false, hooks)
  try {
    const { documents } = run.context
    const bySource = new Map<number, number[]>()
    const similarities = new Map<number, number>()
    for (const { b, match } of run.matches.best()) {
      if (!match) continue
      const [source, unit] = [Number(documents.idOf(match.a)), Number(documents.idOf(b))]
      similarities.set(unit, match.similarity ?? Number.NaN)
      similarities.set(source, 1)
      const known = bySource.get(source)
      if (known) known.push(unit)
      else bySource.set(source, [source, unit])
    }
    return { groups: [...bySource.values()], similarities }
  } finally {
    await run.context.close()
  }
}

function passagesOf(
  { texts, starts, stops, offsets, characters }: UnitColumns,
  groups: readonly (readonly number[])[],
  similar: ReadonlyMap<number, number>,
): Parameters<typeof inOrder>[0] {
  const order = Uint32Array.from(groups.flat())
  const ends = new Uint32List()
  let at = 0
  for (const { length } of groups) {
    at += length
    ends.push(at)
  }
  const column = (list: Uint32List) => {
    const values = list.taken()
    return order.map((unit) => values[unit] as number)
  }
  return {
    lengths: Uint32Array.from(groups, ([first]) => characters.taken()[first as number] as number),
    ends: ends.taken(),
    texts: column(texts),
    starts: column(starts),
    stops: column(stops),
    offsets: column(offsets),
    characters: column(characters),
    similarities: Float64Array.from(order, (unit) => similar.get(unit) ?? 1),
  }
}
