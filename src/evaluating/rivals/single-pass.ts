/**
 * Single-Pass clustering: each document joins the nearest cluster that there is, or begins one.
 *
 * Source   the clustering of topic detection, in the form of Li, Mao, Chen 2013 that Li and Han 2015 measure against, over fingerprints.
 * Formula  a document is compared with the first document of every cluster; within `distance` bits it joins the nearest (of equally near
 *          ones the oldest), else it begins a cluster. O(n) when much is alike, O(n²) when little is.
 * Settings `distance` 3; `hash` lane64.
 * Reading  the cluster stands for its first document. Emits every pair within a cluster, with the score of the farther of both to the
 *          first; so two members may be up to twice the distance apart.
 */
import type { ScoredPair } from '../pairs.js'
import { distanceAt, halvesOf, judged, plainFingerprints, type Searched, scoreOf } from './fingerprints.js'
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

export const singlePass = defineRival(
  'single-pass',
  'Li, Mao, Chen 2013',
  { distance: 3, hash: 'lane64' },
  (documents, { distance, hash }) => singlePassOver(plainFingerprints(documents, hash), judged(documents), distance).pairs,
)
