/** Graphs of candidates for tests of grouping, and verifiers that count what they are asked. */
import type { CandidateGraph, Verifier } from '../../src/grouping/candidates.js'

/** All nodes in one bucket, which hides no pair. */
export const oneBucket = (nodes: number): CandidateGraph => ({
  nodes,
  starts: Uint32Array.of(0, nodes),
  members: Uint32Array.from({ length: nodes }, (_, i) => i),
  maybe: () => true,
})

/** Finds every pair equally similar: by default none is. */
export function uniformVerifier(similarity = 0): { readonly judge: Verifier; readonly asked: () => number } {
  let asked = 0
  const judge: Verifier = async (pairs) => {
    const count = pairs.length / 2
    asked += count
    return { similar: new Uint8Array(count).fill(similarity > 0 ? 1 : 0), similarity: new Float64Array(count).fill(similarity) }
  }
  return { judge, asked: () => asked }
}
