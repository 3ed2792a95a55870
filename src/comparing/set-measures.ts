/**
 * Measures of two sets that bound, by the sizes alone, how many members must be shared. A measure of counts or weights is none of them:
 * two texts may be alike by it and share few distinct features.
 */
import { containment, jaccard } from './measures.js'

export interface SetMeasure {
  /** Of sets of these sizes that share so many members, 0 to 1; of two empty ones 1, of an empty one and another 0. */
  similarity(left: number, right: number, shared: number): number
  /** Members that two sets of these sizes share at least when they reach a threshold above 0: a real number, which grows with either size. */
  shared(left: number, right: number, threshold: number): number
  /** The least size of a set that reaches the threshold with one of this size. */
  least(size: number, threshold: number): number
}

const ofEmpty = (left: number, right: number) => (left === right ? 1 : 0)

export const SET_MEASURES = {
  /** shared / all distinct */
  jaccard: {
    similarity: jaccard,
    shared: (left, right, threshold) => (threshold / (1 + threshold)) * (left + right),
    least: (size, threshold) => threshold * size,
  },
  /** 2 · shared / both sizes */
  dice: {
    similarity: (left, right, shared) => (left && right ? (2 * shared) / (left + right) : ofEmpty(left, right)),
    shared: (left, right, threshold) => (threshold * (left + right)) / 2,
    least: (size, threshold) => (threshold / (2 - threshold)) * size,
  },
  /** shared / root of the product of the sizes: the cosine of two sets, without counts */
  cosine: {
    similarity: (left, right, shared) => (left && right ? shared / Math.sqrt(left * right) : ofEmpty(left, right)),
    shared: (left, right, threshold) => threshold * Math.sqrt(left * right),
    least: (size, threshold) => threshold * threshold * size,
  },
  /** shared / the smaller size */
  overlap: {
    similarity: containment,
    shared: (left, right, threshold) => threshold * Math.min(left, right),
    least: () => 1,
  },
} as const satisfies Readonly<Record<string, SetMeasure>>

export type SetMeasureName = keyof typeof SET_MEASURES
