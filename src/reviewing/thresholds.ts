/** What thresholds do to the pairs of a laboratory: groups and documents, scores, and how right they are by the decisions of people. */
import { nameOf } from '../deciding/acts.js'
import { derive } from '../deciding/derive.js'
import { LeitongError } from '../errors.js'
import { type Estimate, wilson } from '../evaluating/intervals.js'
import { UnionFind } from '../grouping/union-find.js'
import type { Lab, LabPairs } from './laboratory.js'
import type { Machine, Project } from './project.js'

/** Distance of the thresholds that are looked at. */
const STEP = 0.01
const BARS = 50
const TEXT = 2000

/** Groups of two and more, and documents that would go, at a threshold. */
export interface Affected {
  readonly groups: number
  readonly removed: number
}

/**
 * What a threshold would do, without decisions of people: by the rule of stars (a document goes if it is like one that stays before it), or
 * by components.
 */
export function affectedAt(
  { first, second, similarity }: LabPairs,
  documents: number,
  threshold: number,
  groupBy: 'star' | 'components',
): Affected {
  let removed = 0
  if (groupBy === 'components') {
    const sets = new UnionFind(documents)
    const members = new Uint32Array(documents)
    for (let i = 0; i < first.length; i++) if ((similarity[i] as number) >= threshold) sets.union(first[i] as number, second[i] as number)
    for (let place = 0; place < documents; place++) members[sets.find(place)] = (members[sets.find(place)] as number) + 1
    for (const count of members) removed += Math.max(0, count - 1)
    return { groups: members.reduce((sum, count) => sum + (count > 1 ? 1 : 0), 0), removed }
  }
  // Pairs stand by their second document: all that may take its place are decided before it.
  const isRemoved = new Uint8Array(documents)
  const hasMembers = new Uint8Array(documents)
  for (let i = 0; i < second.length; ) {
    const own = second[i] as number
    let [kept, best] = [-1, -1]
    for (; i < second.length && second[i] === own; i++) {
      const score = similarity[i] as number
      if (score < threshold || isRemoved[first[i] as number] || score <= best) continue
      kept = first[i] as number
      best = score
    }
    if (kept < 0) continue
    isRemoved[own] = 1
    hasMembers[kept] = 1
    removed++
  }
  return { groups: hasMembers.reduce((sum, flag) => sum + flag, 0), removed }
}

/** A pair that people have decided on, with its score; 0 where the laboratory has no such pair. */
interface Labelled {
  readonly isSame: boolean
  readonly score: number
}

/** Pairs of documents of the laboratory that people called one thing, or none. */
export function labelsOf(project: Project, lab: Lab): Labelled[] {
  const { must, cannot } = derive(project.acts)
  const places = new Map<string, number>()
  for (const [place, digest] of lab.digests.entries()) if (!places.has(digest)) places.set(digest, place)
  const isThere = ({ digest }: { readonly digest: string }) => places.has(digest)
  return [...must.map((pair) => ({ pair, isSame: true })), ...cannot.map((pair) => ({ pair, isSame: false }))].flatMap(
    ({ pair: { a, b }, isSame }) => {
      if (a.digest === b.digest) return nameOf(a) === nameOf(b) ? [] : [{ isSame, score: 1 }]
      if (!isThere(a) || !isThere(b)) return []
      return [{ isSame, score: scoreOf(lab, places.get(a.digest) as number, places.get(b.digest) as number) }]
    },
  )
}

/** 0 where there is no such pair. */
function scoreOf({ first, second, similarity }: LabPairs, a: number, b: number): number {
  const [before, after] = [Math.min(a, b), Math.max(a, b)]
  let [low, high] = [0, second.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const isBefore = (second[middle] as number) < after || (second[middle] === after && (first[middle] as number) < before)
    if (isBefore) low = middle + 1
    else high = middle
  }
  return first[low] === before && second[low] === after ? (similarity[low] as number) : 0
}

/** How right a threshold is, by the pairs that people decided on, with intervals of 95 %. */
export function qualityAt(labels: readonly Labelled[], threshold: number): { readonly precision: Estimate; readonly recall: Estimate } {
  const same = labels.filter(({ isSame }) => isSame)
  const found = labels.filter(({ score }) => score >= threshold)
  const right = found.filter(({ isSame }) => isSame).length
  return { precision: wilson(right, found.length), recall: wilson(right, same.length) }
}

/** All that the page of thresholds shows at once. */
export function thresholdsOf(project: Project) {
  const { lab } = project
  const { floor, groupBy, threshold, documents, leftOut, at } = lab.head
  const labels = labelsOf(project, lab)
  const bars = new Uint32Array(BARS)
  const width = (1 - floor) / BARS
  for (const score of lab.similarity) {
    const bar = Math.min(BARS - 1, Math.max(0, Math.floor((score - floor) / width)))
    bars[bar] = (bars[bar] as number) + 1
  }
  const steps = Math.round((1 - floor) / STEP)
  return {
    at,
    floor,
    threshold,
    documents,
    leftOut,
    pairs: lab.first.length,
    bars: [...bars],
    labels: { same: labels.filter(({ isSame }) => isSame).length, different: labels.filter(({ isSame }) => !isSame).length },
    thresholds: Array.from({ length: steps + 1 }, (_, i) => {
      const value = Math.round((floor + i * STEP) * 1000) / 1000
      return {
        threshold: value,
        ...affectedAt(lab, lab.digests.length, value, groupBy),
        ...(labels.length ? qualityAt(labels, value) : {}),
      }
    }),
  }
}

/** Pairs around a cut: those just below and just above. */
export function pairsAround(project: Project, cut: number, count: number, machine: Machine) {
  const { lab } = project
  const near = Array.from(lab.similarity, (_, i) => i).sort(
    (a, b) => Math.abs((lab.similarity[a] as number) - cut) - Math.abs((lab.similarity[b] as number) - cut) || a - b,
  )
  const isAbove = (i: number) => (lab.similarity[i] as number) >= cut
  const chosen = [...near.filter(isAbove).slice(0, count), ...near.filter((i) => !isAbove(i)).slice(0, count)]
  chosen.sort((a, b) => (lab.similarity[b] as number) - (lab.similarity[a] as number) || a - b)
  return chosen.map((i) => ({
    similarity: Math.round((lab.similarity[i] as number) * 1e4) / 1e4,
    isAbove: isAbove(i),
    a: sideOf(project, lab.first[i] as number, machine),
    b: sideOf(project, lab.second[i] as number, machine),
  }))
}

/** Pairs of a member of a group with a document that is not in it, the most alike first. @throws {LeitongError} `SOURCE_MISSING` */
export function outsideOf(project: Project, id: string, machine: Machine, most = 20) {
  const { run, lab } = project
  const group = run.numberOf(id)
  if (group === undefined) throw new LeitongError('SOURCE_MISSING', id.slice(0, 64), 'no group of this id in the last run')
  const own = new Set(run.membersOf(group).map(({ digest }) => digest))
  const isOwn = Uint8Array.from(lab.digests, (digest) => (own.has(digest) ? 1 : 0))
  const best = new Map<number, number>()
  for (let i = 0; i < lab.first.length; i++) {
    const [a, b] = [lab.first[i] as number, lab.second[i] as number]
    if (isOwn[a] === isOwn[b]) continue
    const other = isOwn[a] ? b : a
    const known = best.get(other)
    if (known === undefined || (lab.similarity[i] as number) > (lab.similarity[known] as number)) best.set(other, i)
  }
  const pairs = [...best].sort((x, y) => (lab.similarity[y[1]] as number) - (lab.similarity[x[1]] as number) || x[0] - y[0])
  return {
    total: pairs.length,
    pairs: pairs.slice(0, most).map(([other, i]) => ({
      similarity: Math.round((lab.similarity[i] as number) * 1e4) / 1e4,
      member: sideOf(project, lab.first[i] === other ? (lab.second[i] as number) : (lab.first[i] as number), machine),
      other: { ...sideOf(project, other, machine), group: run.groupWith(lab.digests[other] as string) },
    })),
  }
}

function sideOf({ lab }: Project, place: number, { shown }: Machine) {
  const { id, title, text, fields } = lab.payload(place)
  const name: unknown = JSON.parse(id)
  return {
    name: shown(typeof name === 'string' ? name : id),
    title,
    text: (fields?.map(([field, value]) => `${field}: ${value}`).join('\n') ?? text).slice(0, TEXT),
  }
}
