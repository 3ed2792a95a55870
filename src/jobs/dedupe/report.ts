/** The report: one HTML page that opens from disk. Its code is web/report; it gets its data here. */
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { FieldContribution } from '../../matching/judge.js'
import { traitsOf } from '../../options/methods.js'
import type { Options } from '../../options/options.js'
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
/** Groups whose texts are unpacked together. */
const PER_BLOCK = 50
const BARS = 20

const script = (id: string, value: unknown) =>
  Buffer.from(`<script type="text/plain" id="${id}">${gzipSync(JSON.stringify(value)).toString('base64')}</script>\n`)

/** The page in pieces, as bytes. Its data is described in web/report/data.ts. */
export function* reportPage(run: Run): Generator<Uint8Array> {
  const { inputs, options, documents } = run.context
  const page = readFileSync(new URL('../../web/report.html', import.meta.url), 'utf8')
  const [head, tail] = page.split('<!--DATA-->') as [string, string]
  yield Buffer.from(head)
  const { groups } = run.decisions
  const titles: string[] = []
  let room = ALL_TEXTS
  for (let start = 0; start < groups.length; start += PER_BLOCK) {
    const block = Array.from({ length: Math.min(PER_BLOCK, groups.length - start) }, (_, i) => {
      const members = describeMembers(run, groups.get(start + i + 1), room > 0)
      for (const { text } of members) room -= text?.length ?? 0
      titles.push(members[0]?.title || (members[0]?.text ?? '').slice(0, 120).replace(/\s+/g, ' '))
      return members
    })
    yield script(`block-${start / PER_BLOCK}`, block)
  }
  const ids = idsOfGroups(run)
  if (ids) yield script('ids', ids)
  const bars = new Bars(options)
  const list = Array.from(groups, (group, i) => {
    const [low = null, high = null] = run.decisions.similarityRange(group) ?? []
    return { size: group.members.length, id: documents.idOf(group.kept), title: titles[i], low, high, bars: barsOf(run, group, bars) }
  })
  const about = { inputs: inputs.map(({ name }) => name), date: new Date().toISOString() }
  yield script('data', {
    about,
    summary: printedSummary(summarize(run)),
    histogram: histogram(run, bars),
    groups: list,
    perBlock: PER_BLOCK,
  })
  yield Buffer.from(tail)
}

/** All ids of each group, a line each; undefined where they would make the page too large. */
function idsOfGroups({ decisions, context: { documents } }: Run): string[] | undefined {
  let room = ALL_IDS
  const all: string[] = []
  for (const { members } of decisions.groups) {
    const ids = Array.from(members, (document) => documents.idOf(document)).join('\n')
    room -= ids.length
    if (room < 0) return undefined
    all.push(ids)
  }
  return all
}

function describeMembers(run: Run, { kept, members }: Group, withTexts: boolean) {
  const shown = Array.from(members.subarray(0, MEMBERS))
  const texts = withTexts ? run.context.textsOf(shown) : []
  return shown.map((document, i) => {
    const { similarity, distance } = run.decisions.decide(document)
    const read = texts[i]
    return {
      id: run.context.documents.idOf(document),
      title: (read?.title ?? '').slice(0, 200),
      ...(read ? { text: read.text.slice(0, TEXT), ...(read.text.length > TEXT ? { cut: true } : {}) } : {}),
      ...(read?.row ? { fields: fieldsOf(read.row) } : {}),
      ...(run.rows && document !== kept ? { contributions: run.rows.contributions(kept, document).map(nulls) } : {}),
      similarity: similarity ?? null,
      distance: distance ?? null,
    }
  })
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

  constructor(options: Options) {
    const { verify, distance, threshold } = options
    this.by = !verify && traitsOf(options).signsBits ? 'distance' : 'similarity'
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

function histogram({ decisions, context: { options } }: Run, bars: Bars) {
  const counts = new Array<number>(bars.count).fill(0)
  for (const pair of pairsOf(decisions, options.maxCopies)) {
    const bar = bars.of(pair)
    counts[bar] = (counts[bar] as number) + 1
  }
  return { by: bars.by, from: bars.from, counts }
}
