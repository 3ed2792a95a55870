/**
 * Methods: the signatures that propose candidates, as the properties that stages ask for. A stage that asked for a name instead would
 * have to be found and changed when a method is added.
 */
import type { Tokenizer } from '../tokenizing/tokenize.js'

export interface MethodTraits {
  /** A fingerprint of bits with a Hamming distance, made of weighted features. */
  readonly signsBits: boolean
  /** Positions of MinHash, searched by bands, which estimate a similarity. */
  readonly signsPositions: boolean
  /** Candidates come from the features of the whole batch: one text alone has no signature, and an index takes none. */
  readonly needsBatch: boolean
  /** In the place of a signature a search gets all distinct features of a text, or a sample of them. */
  readonly holdsFeatures: boolean
  /** Texts are cut into features; without them a text is compared as a whole. */
  readonly hasFeatures: boolean
  /** The texts of candidates are measured, by any exact measure and by the rules of rows; otherwise the search knows all there is. */
  readonly measuresTexts: boolean
  /** The similarity from 0 to 1 from which texts are duplicates, unless said otherwise. */
  readonly threshold: number
  /** The tokenizer of the method, whatever the option says. */
  readonly tokenizer?: Tokenizer
  /** The reason why verification cannot be left out. */
  readonly alwaysVerifies?: string
  /** The measure of the method, unless said otherwise; it takes no other. */
  readonly measure?: 'containment' | 'bits' | 'cosine'
  /** The record has the signature, or what it is made of, in a field (given.ts). */
  readonly isGiven?: true
  /** The search holds the vectors of all records, and measures them exactly. */
  readonly holdsVectors?: true
  /** The reason why no other measure than the default applies. */
  readonly ownMeasure?: string
}

const NO_SIGNATURE = { signsBits: false, signsPositions: false } as const
const SIGNED = { needsBatch: false, holdsFeatures: false } as const

export const METHODS = {
  minhash: { signsBits: false, signsPositions: true, ...SIGNED, hasFeatures: true, measuresTexts: true, threshold: 0.8 },
  simhash: { signsBits: true, signsPositions: false, ...SIGNED, hasFeatures: true, measuresTexts: true, threshold: 0.8 },
  exact: {
    ...NO_SIGNATURE,
    ...SIGNED,
    hasFeatures: false,
    measuresTexts: false,
    threshold: 0.8,
    // Equal after normalisation is a question of characters.
    tokenizer: 'char',
    alwaysVerifies: 'compares whole texts',
  },
  rare: {
    ...NO_SIGNATURE,
    needsBatch: true,
    holdsFeatures: true,
    hasFeatures: true,
    measuresTexts: false,
    // Rare features of two unrelated texts are hardly ever the same: a little in common is much.
    threshold: 0.14,
    alwaysVerifies: 'computes its similarity exactly',
    ownMeasure: 'a similarity of its own, the Jaccard similarity of rare features',
  },
  features: {
    ...NO_SIGNATURE,
    needsBatch: false,
    holdsFeatures: true,
    hasFeatures: true,
    measuresTexts: true,
    threshold: 0.8,
    measure: 'containment',
    alwaysVerifies: 'finds what one text holds of another exactly',
  },
  fingerprints: {
    signsBits: true,
    signsPositions: false,
    ...SIGNED,
    hasFeatures: true,
    measuresTexts: false,
    // The distance decides.
    threshold: 0,
    measure: 'bits',
    isGiven: true,
  },
  vectors: {
    signsBits: true,
    signsPositions: false,
    ...SIGNED,
    hasFeatures: true,
    measuresTexts: false,
    threshold: 0.9,
    measure: 'cosine',
    alwaysVerifies: 'measures the cosine exactly',
    isGiven: true,
    holdsVectors: true,
  },
} as const satisfies Readonly<Record<string, MethodTraits>>

export type Method = keyof typeof METHODS
export const METHOD_NAMES = Object.keys(METHODS) as readonly Method[]
/** The method of a batch unless said otherwise. */
export const DEFAULT_METHOD: Method = 'minhash'

/**
 * The properties of the method that options name; of the default method where they name none.
 *
 * @example traitsOf({ method: 'rare' }).needsBatch // true
 */
export const traitsOf = ({ method = DEFAULT_METHOD }: { readonly method?: Method | undefined }): MethodTraits => METHODS[method]
