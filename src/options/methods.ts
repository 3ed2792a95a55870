/** Names of methods, and the words that stages use of what a method makes of a record. The methods themselves are in methods/. */

/**
 * What an entry holds behind its digest: a fingerprint of `bits` with a Hamming distance, `positions` of MinHash, nothing (`digest`), or in its
 * place all distinct features of a text, or a sample of them (`features`).
 */
export type Form = 'bits' | 'positions' | 'digest' | 'features'

/** The method of a batch unless said otherwise. */
export const DEFAULT_METHOD = 'minhash'
