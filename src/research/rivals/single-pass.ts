/**
 * Single-Pass clustering: each document joins the nearest cluster that there is, or begins one.
 *
 * Source   the clustering of topic detection, in the form of Li, Mao, Chen 2013 that Li and Han 2015 measure against, over fingerprints.
 * Formula  a document is compared with the first document of every cluster; within `distance` bits it joins the nearest (of equally near
 *          ones the oldest), else it begins a cluster. O(n) when much is alike, O(n²) when little is.
 *          `merge` 1: every document is a class; classes are compared with classes, those within `distance` of each other are merged, and so
 *          on until none is; a class has the majority of the bits of its members.
 * Settings `distance` 3; `hash` lane64; `merge` 0.
 * Reading  the cluster stands for its first document. Emits every pair within a cluster, with the score of the farther of both to the
 *          first; so two members may be up to twice the distance apart.
 */

import type { ScoredPair } from '../../evaluating/pairs.js'
import { pairsWithin } from '../../evaluating/pairs.js'
import { signsOf } from '../../fingerprinting/simhash.js'
import { addHash, BITS, distanceAt, halvesOf, judged, plainFingerprints, type Searched, scoreOf } from './fingerprints.js'
import { defineRival } from './rival.js'

export function singlePassOver(fingerprints: BigUint64Array<ArrayBuffer>, ordinals: readonly number[], distance: number): Searched {
  const halves = halvesOf(fingerprints)
  const clusters: { readonly members: number[]; readonly distances: number[] }[] = []
  let candidates = 0
  for (const document of ordinals) {
    let nearest = distance + 1
    let home: (typeof clusters)[number] | undefined
    for (const cluster of clusters) {
      candidates++
      const found = distanceAt(halves, cluster.members[0] as number, document)
      if (found >= nearest) continue
      nearest = found
      home = cluster
      if (!found) break
    }
    if (home) {
      home.members.push(document)
      home.distances.push(nearest)
    } else clusters.push({ members: [document], distances: [0] })
  }
  const pairs: ScoredPair[] = []
  for (const { members, distances } of clusters)
    for (let j = 1; j < members.length; j++)
      for (let i = 0; i < j; i++)
        pairs.push({
          a: members[i] as number,
          b: members[j] as number,
          score: scoreOf(Math.max(distances[i] as number, distances[j] as number)),
        })
  return { pairs, candidates, stored: clusters.length }
}

/** Single-Pass as Li and Han word it: classes are compared with classes, those that are alike are merged, and so on. */
export function mergeClasses(fingerprints: BigUint64Array<ArrayBuffer>, ordinals: readonly number[], distance: number): Searched {
  let classes = ordinals.map((ordinal) => [ordinal])
  let candidates = 0
  for (let before = Number.POSITIVE_INFINITY; classes.length < before; ) {
    before = classes.length
    const halves = halvesOf(BigUint64Array.from(classes, (members) => majorityOf(fingerprints, members)))
    const merged: number[][] = []
    /** The number of the first class of each merged one, whose bits stand for it in this round. */
    const firsts: number[] = []
    classes.forEach((members, number) => {
      const home = firsts.findIndex((first) => {
        candidates++
        return distanceAt(halves, first, number) <= distance
      })
      if (home < 0) {
        firsts.push(number)
        merged.push([...members])
      } else merged[home]?.push(...members)
    })
    classes = merged
  }
  const halves = halvesOf(fingerprints)
  const pairs = [...pairsWithin(classes)].map(({ a, b }) => ({ a, b, score: scoreOf(distanceAt(halves, a, b)) }))
  return { pairs, candidates, stored: classes.length }
}

function majorityOf(fingerprints: BigUint64Array, members: readonly number[]): bigint {
  if (members.length === 1) return fingerprints[members[0] as number] as bigint
  const sums = new Float64Array(BITS)
  for (const member of members) {
    const value = fingerprints[member] as bigint
    addHash(sums, Number(value & 0xffffffffn), Number(value >> 32n), 1)
  }
  return signsOf(sums)
}

export const singlePass = defineRival(
  'single-pass',
  'Li, Mao, Chen 2013',
  { distance: 3, hash: 'lane64', merge: 0 },
  (documents, { distance, hash, merge }) =>
    (merge ? mergeClasses : singlePassOver)(plainFingerprints(documents, hash), judged(documents), distance).pairs,
)
