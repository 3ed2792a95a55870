/** Marks that travel between statements and workers. */
import { methodOf } from '../methods/methods.js'
import type { Options } from '../options/options.js'

/** Stands before the reason, as JSON, why a record cannot be judged that was no line; no record begins so, since a control character is no JSON. */
export const REJECT = '\u0001reject '

/** In the place of the first document of an edge: the second number counts texts that were not held against all of their bucket. */
export const CROWDED = -1

/** The distance of equal texts, as lines of results have it. */
export const distanceOfEqual = (options: Options): string => (methodOf(options).cluster === 'fingerprints' ? '0' : 'null')
