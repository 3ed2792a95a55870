/** Pairs in a cluster of more near copies than a rare feature may have. */
import { isSimilar } from '../../comparing/similar.js'
import { COPIES } from '../../options/copies.js'

/** The similarity by the default features from which two texts of such a cluster are nearly equal. */
const NEARLY_EQUAL = 0.85

/**
 * The similarity in rare features from which two texts of such a cluster agree in what is rare. Two pages of one template share a few such
 * features by chance, at the borders of the template: there the same letter may follow.
 */
const AGREES = 0.02

/**
 * Whether two texts of such a cluster are a pair. Pages of one template share much too, but hardly anything that is rare.
 *
 * @param similarity  by the default features
 * @param rare        similarity in rare features
 * @example isPairAmidNear(0.83, 0) // false
 */
export const isPairAmidNear = (similarity: number, rare: number): boolean =>
  isSimilar(similarity, isSimilar(rare, AGREES) ? COPIES : NEARLY_EQUAL)
