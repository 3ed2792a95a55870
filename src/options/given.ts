/** Options of signatures that were made elsewhere: fingerprints, and vectors that fingerprints are made of. */
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
