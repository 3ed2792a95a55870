/**
 * Options of signatures and of the search through them, by method, in the order of the help.
 */
import { STRING_HASHES } from '../hashing/string-hashes.js'
import { isFactors, STANDARD_FACTORS } from '../weighting/factors.js'
import { IDF_FORMS } from '../weighting/idf.js'
import { WEIGHT_NAMES } from '../weighting/weights.js'
import { BATCH, INDEX } from './commands.js'
import { GIVEN } from './given.js'
import { group, type OptionsOf } from './option.js'

/** The signature, see methods/: their names and what is said of each are filled in with the table (resolving/table.ts). */
export const METHOD = group('Signatures', {
  method: {
    kind: 'choice',
    of: [] as readonly string[],
    default: undefined,
    derived: 'minhash, under containment features, with a field of fingerprints or vectors theirs',
    commands: [...BATCH, ...INDEX, 'fingerprint'],
    help: 'which signature proposes candidates',
  },
})

/** Fingerprints of bits, made of weighted features and searched by Hamming distance. */
export const SIMHASH = group('Signatures', {
  bits: {
    kind: 'integer',
    min: 1,
    max: 64,
    also: 128,
    default: 64,
    commands: [...BATCH, ...INDEX, 'compare', 'fingerprint'],
    help: 'simhash: bits of the fingerprint, 1 to 64 or 128',
  },
  distance: {
    kind: 'integer',
    min: 0,
    max: 128,
    default: undefined,
    derived: '3, or what the threshold of bits or combined leaves',
    commands: [...BATCH, ...INDEX, 'compare'],
    help: 'simhash: differing bits allowed',
  },
  weight: {
    kind: 'choice',
    of: WEIGHT_NAMES,
    default: 'tf',
    commands: [...BATCH, ...INDEX, 'compare', 'fingerprint'],
    help: 'simhash and weighted: what a feature counts: its occurrences, 1, or more, see docs/weights.md',
  },
  idf: {
    kind: 'choice',
    of: IDF_FORMS,
    default: 'plain',
    commands: [...BATCH, ...INDEX, 'compare', 'fingerprint'],
    help: 'log(N/df), or log(N/(1+df)) and at least 0',
  },
  model: {
    kind: 'text',
    default: 'input',
    readsFiles: true,
    commands: [...BATCH, ...INDEX, 'compare', 'fingerprint'],
    help: 'corpus model for weights by document frequency: a file made by model build, or input: made from the input itself; under match the model of fields: a file made by --write-model, or input',
  },
  markers: {
    kind: 'list',
    default: [],
    readsFiles: true,
    commands: [...BATCH, ...INDEX, 'compare', 'fingerprint'],
    help: 'composite: files with more markers, one a line; a marker of several words is looked for as words side by side in a sentence',
  },
  onlyMarkers: {
    kind: 'flag',
    default: false,
    commands: [...BATCH, ...INDEX, 'compare', 'fingerprint'],
    help: 'composite: the marker words of the files alone, without the built-in ones',
  },
  marked: {
    kind: 'choice',
    of: ['sentence', 'word'],
    default: 'sentence',
    commands: [...BATCH, ...INDEX, 'compare', 'fingerprint'],
    help: 'composite: what a marker word marks: every feature of its sentence, or the features that contain it',
  },
  factors: {
    kind: 'text',
    is: isFactors,
    expected: 'NAME=NUMBER with commas or + between: a part of speech by its first letter, length, marked, title or both',
    default: STANDARD_FACTORS,
    derived: 'the standard ones',
    commands: [...BATCH, ...INDEX, 'compare', 'fingerprint'],
    help: 'composite: factors that differ from the standard ones; both: of what is marked and in the title, else the larger of the two',
  },
  minDocuments: {
    kind: 'integer',
    min: 1,
    max: 1e9,
    default: 1,
    commands: [...BATCH, ...INDEX, 'compare', 'fingerprint'],
    help: 'weights by document frequency: features in fewer documents of the model than this weigh nothing',
  },
  hash: {
    kind: 'choice',
    of: [...STRING_HASHES.keys()],
    default: 'lane64',
    commands: [...BATCH, ...INDEX, 'compare', 'fingerprint'],
    help: 'simhash: hash of a feature; all but the default are slow',
  },
  mu: {
    kind: 'number',
    min: 0,
    max: 1,
    default: 0.9,
    commands: [...BATCH, ...INDEX, 'compare'],
    help: 'combined: share of the content in the similarity',
  },
  infoSignature: {
    kind: 'choice',
    of: ['minhash', 'rotations'],
    default: 'minhash',
    commands: [...BATCH, ...INDEX, 'fingerprint'],
    help: 'combined: how other information is signed; rotations: as wang2019 does, which estimates badly',
  },
})

/** Positions of MinHash, searched by bands. */
export const MINHASH = group('Signatures', {
  numPerm: {
    kind: 'integer',
    min: 1,
    max: 4096,
    default: 128,
    commands: [...BATCH, ...INDEX, 'compare', 'fingerprint', 'tune'],
    help: 'minhash: positions of the signature',
  },
  bands: {
    kind: 'integer',
    min: 1,
    max: 4096,
    default: undefined,
    derived: 'from the threshold',
    commands: [...BATCH, ...INDEX],
    help: 'minhash: bands of the search',
  },
  bandRows: {
    kind: 'integer',
    min: 1,
    max: 4096,
    default: undefined,
    derived: 'from the threshold',
    spelled: 'rows',
    commands: [...BATCH, ...INDEX],
    help: 'minhash: positions in a band',
  },
})

/** Features that few texts of a batch have. */
export const RARE = group('Signatures', {
  rarest: {
    kind: 'integer',
    min: 2,
    max: 1000,
    default: 8,
    commands: [...BATCH, ...INDEX],
    help: 'rare: features in more texts than this do not count; more than the versions of a text, less than the pages of a template',
  },
  withCopies: {
    kind: 'flag',
    default: false,
    commands: [...BATCH, ...INDEX],
    help: 'rare: every pair that the defaults find counts too',
  },
  every: {
    kind: 'choice',
    of: [1, 2, 4, 8, 16, 32, 64],
    default: 4,
    commands: [...INDEX],
    help: 'rare, in an index: files and counts one of this many features; 1: all of them',
  },
})

/** The hash of a feature, under every method. */
export const HASHING = group('Signatures', {
  seed: {
    kind: 'integer',
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    default: 0,
    commands: [...BATCH, ...INDEX, 'compare', 'fingerprint', 'model build', 'tune', 'audit'],
    help: 'seed of the feature hash',
  },
})

/** In the order of the help. */
export const SIGNATURES = { ...METHOD, ...SIMHASH, ...MINHASH, ...RARE, ...GIVEN, ...HASHING }
export type SignatureOptions = OptionsOf<typeof SIGNATURES>
