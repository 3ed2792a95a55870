/** What thresholds do to the pairs of a laboratory: groups and documents, scores, and how right they are by the decisions of people. */
import { nameOf } from '../../deciding/acts.js'
import { derive } from '../../deciding/derive.js'
import { LeitongError } from '../../errors.js'
import { type Estimate, wilson } from '../../evaluating/intervals.js'
import type { Machine, Project } from '../project.js'
import { type Affected, affectedAt } from './affected.js'
import type { Lab, LabPairs } from './laboratory.js'

/** Distance of the thresholds that are looked at. */
const STEP = 0.01
const BARS = 50
const TEXT = 2000

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
  const cut = Math.fround(threshold)
  const found = labels.filter(({ score }) => score >= cut)
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
  const thresholds = Array.from({ length: steps + 1 }, (_, i) => Math.round((floor + i * STEP) * 1000) / 1000)
  const affected = affectedAt(lab, lab.digests.length, thresholds, groupBy)
  return {
    at,
    floor,
    threshold,
    documents,
    leftOut,
    pairs: lab.first.length,
    bars: [...bars],
    labels: { same: labels.filter(({ isSame }) => isSame).length, different: labels.filter(({ isSame }) => !isSame).length },
    thresholds: thresholds.map((value, i) => ({
      threshold: value,
      ...(affected[i] as Affected),
      ...(labels.length ? qualityAt(labels, value) : {}),
    })),
  }
}

/** Pairs around a cut: those just below and just above. */
export function pairsAround(project: Project, cut: number, count: number, machine: Machine) {
  const { lab } = project
  const least = Math.fround(cut)
  const isAbove = (i: number) => (lab.similarity[i] as number) >= least
  const chosen = nearest(lab.similarity, least, count)
  return chosen.map((i) => ({
    similarity: Math.round((lab.similarity[i] as number) * 1e4) / 1e4,
    isAbove: isAbove(i),
    a: sideOf(project, lab.first[i] as number, machine),
    b: sideOf(project, lab.second[i] as number, machine),
  }))
}

/** Places of the scores that are nearest to a cut, so many on either side; the highest first, of equal ones the first. */
export function nearest(scores: Float32Array, cut: number, count: number): number[] {
  const sides: [number[], number[]] = [[], []]
  const distance = (i: number) => Math.abs((scores[i] as number) - cut)
  for (let i = 0; i < scores.length; i++) {
    const side = sides[(scores[i] as number) >= cut ? 1 : 0]
    if (side.length === count && distance(i) >= distance(side[count - 1] as number)) continue
    let at = side.length
    while (at > 0 && distance(side[at - 1] as number) > distance(i)) at--
    side.splice(at, 0, i)
    if (side.length > count) side.pop()
  }
  return sides.flat().sort((a, b) => (scores[b] as number) - (scores[a] as number) || a - b)
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
    at: lab.head.at,
    total: pairs.length,
    pairs: pairs.slice(0, most).map(([other, i]) => ({
      similarity: Math.round((lab.similarity[i] as number) * 1e4) / 1e4,
      member: sideOf(project, lab.first[i] === other ? (lab.second[i] as number) : (lab.first[i] as number), machine),
      other: { ...sideOf(project, other, machine), lab: other, group: run.groupWith(lab.digests[other] as string) },
    })),
  }
}

function sideOf({ lab }: Project, place: number, { shown, mask }: Machine) {
  const payload = lab.payload(place)
  const { id, title, text, fields } = mask ? mask.payload(payload) : payload
  const name: unknown = JSON.parse(id)
  return {
    name: shown(typeof name === 'string' ? name : id),
    title,
    text: (fields?.map(([field, value]) => `${field}: ${value}`).join('\n') ?? text).slice(0, TEXT),
  }
}
