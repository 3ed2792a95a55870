/** The report: one HTML page that opens from disk. Its code is web/report; it gets its data here. */
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { FieldContribution } from '../../matching/judge.js'
import type { RowFeatures } from '../../sources/rows/row-features.js'
import type { Run } from './dedupe.js'
import type { Group } from './groups.js'
import { pairsOf } from './pairs/pairs.js'
import { printedSummary, summarize } from './summary.js'

/** Members of a group that are shown with their texts. */
const MEMBERS = 50
/** UTF-16 units of one text that are shown, and of all texts together: a page of 300 MB still opens. */
const TEXT = 20_000
const ALL_TEXTS = 96 << 20
/** UTF-16 units of all ids together; beyond them the page finds only ids of members that are shown. */
const ALL_IDS = 64 << 20
/** UTF-16 units of the list of groups: a page unpacks it as one string. Groups beyond them are counted and not listed. */
const ALL_LISTED = 128 << 20
/** UTF-16 units of one id that are shown, and of one title in the list. */
const ID = 2000
const LISTED_TITLE = 120
/** Groups whose texts are unpacked together. */
const PER_BLOCK = 50
const BARS = 20
/** Pairs that are counted before others have their turn. */
const PER_TURN = 1 << 16
const NOTHING = new Uint8Array(0)

const script = (id: string, value: unknown) =>
  Buffer.from(`<script type="text/plain" id="${id}">${gzipSync(JSON.stringify(value)).toString('base64')}</script>\n`)

/** UTF-16 units that parts of the page may have. */
export interface ReportLimits {
  readonly texts: number
  readonly ids: number
  readonly listed: number
}

const LIMITS: ReportLimits = { texts: ALL_TEXTS, ids: ALL_IDS, listed: ALL_LISTED }

/** The page in pieces, as bytes. Its data is described in web/report/data.ts. */
export function* reportPage(run: Run, limits = LIMITS): Generator<Uint8Array> {
  const { inputs, documents } = run.context
  const page = readFileSync(new URL('../../web/report.html', import.meta.url), 'utf8')
  const [head, tail] = page.split('<!--DATA-->') as [string, string]
  yield Buffer.from(head)
  const { groups } = run.decisions
  const titles: string[] = []
  let room = limits.texts
  const listed = countListed(run, limits.listed)
  for (let start = 0; start < listed; start += PER_BLOCK) {
    const block = Array.from({ length: Math.min(PER_BLOCK, listed - start) }, (_, i) => {
      const members = describeMembers(run, groups.get(start + i + 1), room > 0)
      for (const { text } of members) room -= text?.length ?? 0
      titles.push(members[0]?.title || (members[0]?.text ?? '').slice(0, LISTED_TITLE).replace(/\s+/g, ' '))
      return members
    })
    yield script(`block-${start / PER_BLOCK}`, block)
  }
  const ids = idsOfGroups(run, listed, limits.ids)
  if (ids) yield script('ids', ids)
  const bars = new Bars(run)
  const list = titles.map((title, i) => {
    const group = groups.get(i + 1)
    const [low = null, high = null] = run.decisions.similarityRange(group) ?? []
    const weakest = run.rows && group.members.length > 2 ? { weakest: weakestOf(run, group) } : {}
    return {
      size: group.members.length,
      id: shown(documents.idOf(group.kept)),
      title,
      low,
      high,
      bars: barsOf(run, group, bars),
      ...weakest,
    }
  })
  const about = { inputs: inputs.map(({ name }) => name), date: new Date().toISOString() }
  const counts = yield* histogram(run, bars)
  yield script('data', {
    about,
    summary: printedSummary(summarize(run)),
    histogram: counts,
    groups: list,
    perBlock: PER_BLOCK,
  })
  yield Buffer.from(tail)
}

/** How many groups, from the first, the list has room for. */
function countListed({ decisions: { groups }, context: { documents } }: Run, room: number): number {
  // Beside id and title stand a few numbers and their names.
  const others = 100 + LISTED_TITLE + 4 * BARS
  for (let number = 1; number <= groups.length; number++) {
    room -= others + Math.min(ID, documents.idOf(groups.get(number).kept).length)
    if (room < 0) return number - 1
  }
  return groups.length
}

/** All ids of each group, a line each; undefined where they would make the page too large. */
function idsOfGroups({ decisions: { groups }, context: { documents } }: Run, listed: number, room: number): string[] | undefined {
  const all: string[] = []
  for (let number = 1; number <= listed; number++) {
    let ids = ''
    for (const document of groups.get(number).members) {
      const id = documents.idOf(document)
      room -= id.length + 1
      if (room < 0) return undefined
      ids += ids ? `\n${id}` : id
    }
    all.push(ids)
  }
  return all
}

/** An id as JSON, the beginning of a long one. */
function shown(id: string): string {
  if (id.length <= ID) return id
  const value: unknown = JSON.parse(id)
  return JSON.stringify(`${(typeof value === 'string' ? value : id).slice(0, ID)}…`)
}

function describeMembers(run: Run, { kept, members }: Group, withTexts: boolean) {
  const first = shownMembers(run, kept, members)
  const texts = withTexts ? run.context.textsOf(first) : []
  return first.map((document, i) => {
    const { similarity, distance } = run.decisions.decide(document)
    const read = texts[i]
    return {
      id: shown(run.context.documents.idOf(document)),
      title: (read?.title ?? '').slice(0, 200),
      ...(read ? { text: read.text.slice(0, TEXT), ...(read.text.length > TEXT ? { cut: true } : {}) } : {}),
      ...(read?.row ? { fields: fieldsOf(read.row) } : {}),
      ...(run.rows && document !== kept ? { contributions: run.rows.contributions(kept, document).map(nulls) } : {}),
      similarity: similarity ?? null,
      distance: distance ?? null,
    }
  })
}

/** The pair on which a group of rows hangs. */
function weakestOf({ decisions, context: { documents }, rows }: Run, group: Group) {
  const { a, b, similarity } = decisions.weakest(group)
  return {
    a: shown(documents.idOf(a)),
    b: shown(documents.idOf(b)),
    similarity: similarity ?? null,
    contributions: (rows?.contributions(a, b) ?? []).map(nulls),
  }
}

/** The kept one, then the others in their order; of rows the least sure first, so that what is wrong in a group stands at its head. */
function shownMembers({ rows, decisions }: Run, kept: number, members: Uint32Array): number[] {
  if (!rows) return Array.from(members.subarray(0, MEMBERS))
  const scoreOf = (row: number) => decisions.decide(row).similarity ?? 1
  const others = Array.from(members).filter((row) => row !== kept)
  others.sort((a, b) => scoreOf(a) - scoreOf(b) || a - b)
  return [kept, ...others].slice(0, MEMBERS)
}

/** A contribution as the page takes it: JSON knows no undefined. */
const nulls = ({ level, similarity, ...rest }: FieldContribution) => ({ ...rest, level: level ?? null, similarity: similarity ?? null })

const fieldsOf = ({ short, long }: RowFeatures) => [
  ...short.map(({ field, value }) => [field, value] as const),
  ...long.map(({ field, text }) => [field, text.slice(0, TEXT)] as const),
]

/** The bars of the histogram: of distances where signatures decide, else of similarities. */
class Bars {
  readonly by: 'distance' | 'similarity'
  readonly from: number
  readonly count: number

  constructor({ candidates, context: { options } }: Pick<Run, 'candidates' | 'context'>) {
    const { verify, distance, threshold } = options
    this.by = !verify && candidates.distance ? 'distance' : 'similarity'
    this.from = this.by === 'distance' ? 0 : Math.min(threshold, 0.95)
    this.count = this.by === 'distance' ? distance + 1 : BARS
  }

  /** Texts that are equal have neither number; they stand in the bar of the most alike. */
  of({ similarity = 1, distance = 0 }: { readonly similarity?: number | undefined; readonly distance?: number | undefined }): number {
    if (this.by === 'distance') return distance
    return Math.max(0, Math.min(BARS - 1, Math.floor(((similarity - this.from) / (1 - this.from)) * BARS)))
  }
}

function barsOf({ decisions }: Run, { members }: Group, bars: Bars): number[] {
  const seen = new Set<number>()
  for (const document of members.subarray(1)) seen.add(bars.of(decisions.decide(document)))
  return [...seen].sort((a, b) => a - b)
}

/** Counts all pairs, which may be very many: nothing comes out between, but others have their turn. */
function* histogram({ decisions, context: { options } }: Run, bars: Bars) {
  let seen = 0
  const counts = new Array<number>(bars.count).fill(0)
  for (const pair of pairsOf(decisions, options.maxCopies)) {
    const bar = bars.of(pair)
    counts[bar] = (counts[bar] as number) + 1
    if (++seen % PER_TURN === 0) yield NOTHING
  }
  return { by: bars.by, from: bars.from, counts }
}
