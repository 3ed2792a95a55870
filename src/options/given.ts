/** Options of signatures that were made elsewhere: fingerprints, and vectors that fingerprints are made of. */
import { planAngle } from '../searching/angles.js'
import { BATCH, INDEX } from './commands.js'
import { group } from './option.js'

/** The options, under the methods `fingerprints` and `vectors`. */
export const GIVEN = group('Signatures', {
  fingerprintField: {
    kind: 'text',
    default: undefined,
    optional: true,
    derived: 'none',
    commands: [...BATCH, ...INDEX],
    help: 'field with a fingerprint that was made elsewhere, as a perceptual hash of an image: it is compared in the place of texts',
  },
  fingerprintBits: {
    kind: 'choice',
    of: [64, 128, 256],
    default: undefined,
    optional: true,
    derived: 'from the first fingerprint',
    commands: [...BATCH, ...INDEX],
    help: 'fingerprints made elsewhere: their bits; records of others are rejected',
  },
  fingerprintEncoding: {
    kind: 'choice',
    of: ['auto', 'hex', 'decimal', 'base64'],
    default: 'auto',
    commands: [...BATCH, ...INDEX],
    help: 'fingerprints made elsewhere: how they are written; auto: told from each',
  },
  maxDistance: {
    kind: 'integer',
    min: 0,
    max: 256,
    default: undefined,
    optional: true,
    derived: '3 of 64 bits, 6 of 128, 12 of 256',
    commands: [...BATCH, ...INDEX],
    help: 'fingerprints made elsewhere: differing bits allowed',
  },
  vectorField: {
    kind: 'text',
    default: undefined,
    optional: true,
    derived: 'none',
    commands: [...BATCH, ...INDEX],
    help: 'field with a vector that was made elsewhere, as the embedding of a text or an image: compared by its cosine in the place of texts',
  },
  vectorDimensions: {
    kind: 'integer',
    min: 1,
    max: 65536,
    default: undefined,
    optional: true,
    derived: 'from the first vector',
    commands: [...BATCH, ...INDEX],
    help: 'vectors made elsewhere: their dimensions; records of others are rejected',
  },
  recall: {
    kind: 'number',
    min: 0.5,
    max: 0.9999,
    default: 0.99,
    commands: [...BATCH, ...INDEX],
    help: 'vectors made elsewhere: the share of the pairs at the threshold that is found at least; of nearer ones more are',
  },
})

/** What is asked of a method whose signatures come with the records. */
interface Asked {
  readonly fingerprintField?: string
  readonly fingerprintBits?: 64 | 128 | 256
  readonly maxDistance?: number
  readonly vectorField?: string
  readonly recall: number
}

/** What follows from it. */
interface Follows {
  /** The field that is read. */
  readonly field: string | undefined
  readonly bits: number
  readonly distance: number
}

/** Bits that are kept of a fingerprint until it shows how many there are. */
const WIDEST = 256

/** The options of each method that names a field. */
const GIVEN_METHODS = {
  fingerprints: {
    option: 'fingerprintField',
    follows: ({ fingerprintField, fingerprintBits, maxDistance }: Asked): Follows => {
      const bits = fingerprintBits ?? WIDEST
      return { field: fingerprintField, bits, distance: maxDistance ?? Math.round((bits * 3) / 64) }
    },
  },
  vectors: {
    option: 'vectorField',
    follows: ({ vectorField, recall }: Asked, threshold: number): Follows => ({ field: vectorField, ...planAngle(threshold, recall) }),
  },
} as const

export type GivenMethod = keyof typeof GIVEN_METHODS
export const isGivenMethod = (method: string): method is GivenMethod => Object.hasOwn(GIVEN_METHODS, method)

/** The method that a named field asks for; undefined without one. */
export const methodOfField = (asked: Partial<Asked>): GivenMethod | undefined =>
  (Object.keys(GIVEN_METHODS) as GivenMethod[]).find((method) => asked[GIVEN_METHODS[method].option] !== undefined)

/** The option that names the field of a method. */
export const fieldOptionOf = (method: GivenMethod): 'fingerprintField' | 'vectorField' => GIVEN_METHODS[method].option

/** What follows from the options of a method. */
export const followsFrom = (method: GivenMethod, asked: Asked, threshold: number): Follows =>
  GIVEN_METHODS[method].follows(asked, threshold)

/** The options once the bits of fingerprints have shown themselves. */
export function withBits<Known extends Asked & { readonly bits: number; readonly distance: number }>(options: Known, bits: number): Known {
  const distance = Math.min(bits, options.maxDistance ?? Math.round((bits * 3) / 64))
  return { ...options, fingerprintBits: bits, bits, distance }
}
