/** The report: one HTML page that opens from disk. Its code is web/report; here it gets its data. */
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { traitsOf } from '../../options/methods.js'
import type { Run } from './dedupe.js'
import type { Group } from './groups.js'
import { pairsOf } from './pairs.js'
import { printedSummary, summarize } from './summary.js'
import { readTexts } from './texts.js'

/** Members of a group that are shown, UTF-16 units of a text, and of all texts together. */
const MEMBERS = 50
const TEXT = 20_000
const ALL_TEXTS = 96 << 20
/** Groups whose texts are unpacked together. */
const PER_BLOCK = 50
const BARS = 20

const script = (id: string, value: unknown) =>
  Buffer.from(`<script type="text/plain" id="${id}">${gzipSync(JSON.stringify(value)).toString('base64')}</script>\n`)

export function* reportPage(run: Run): Generator<Uint8Array> {
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
  const list = Array.from(groups, (group, i) => {
    const [low = null, high = null] = run.decisions.similarityRange(group) ?? []
    return { size: group.members.length, id: run.documents.idOf(group.kept), title: titles[i], low, high }
  })
  yield script('data', { summary: printedSummary(summarize(run)), histogram: histogram(run), groups: list, perBlock: PER_BLOCK })
  yield Buffer.from(tail)
}

function describeMembers(run: Run, { members }: Group, withTexts: boolean) {
  const shown = Array.from(members.subarray(0, MEMBERS))
  const texts = withTexts ? readTexts(run, shown) : []
  return shown.map((document, i) => {
    const { similarity, distance } = run.decisions.decide(document)
    const read = texts[i]
    return {
      id: run.documents.idOf(document),
      title: (read?.title ?? '').slice(0, 200),
      ...(read ? { text: read.text.slice(0, TEXT), ...(read.text.length > TEXT ? { cut: true } : {}) } : {}),
      similarity: similarity ?? null,
      distance: distance ?? null,
    }
  })
}

function histogram({ decisions: outcome, options }: Run) {
  if (!options.verify && traitsOf(options).signsBits) {
    const counts = new Array<number>(options.distance + 1).fill(0)
    for (const { distance = 0 } of pairsOf(outcome, options.maxCopies)) counts[distance] = (counts[distance] as number) + 1
    return { by: 'distance', from: 0, counts }
  }
  const counts = new Array<number>(BARS).fill(0)
  const from = Math.min(options.threshold, 0.95)
  for (const { similarity = 1 } of pairsOf(outcome, options.maxCopies)) {
    const bar = Math.max(0, Math.min(BARS - 1, Math.floor(((similarity - from) / (1 - from)) * BARS)))
    counts[bar] = (counts[bar] as number) + 1
  }
  return { by: 'similarity', from, counts }
}
