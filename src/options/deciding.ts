/** Options of deciding: the similarity that makes duplicates, and the document of a group that stays. */
import { MEASURES, ROW_MEASURES, SIGNATURE_MEASURES } from '../comparing/measures.js'
import { BATCH, INDEX, INTO_INDEX } from './commands.js'
import { isKeepRule, KEEP_RULES } from './keep-rule.js'
import { group } from './option.js'

/** The similarity of two texts that makes them duplicates. */
export const MEASURING = group('What counts as alike', {
  threshold: {
    kind: 'number',
    min: 0,
    max: 1,
    default: undefined,
    derived: '0.8, under rare 0.14, under match 0.5',
    commands: [...BATCH, ...INDEX, 'compare', 'passages', 'audit'],
    help: 'verified similarity that makes two texts duplicates; under match a probability',
  },
  precision: {
    kind: 'number',
    min: 0.5,
    max: 0.9999,
    default: undefined,
    derived: 'none',
    optional: true,
    commands: [...BATCH],
    help: 'match: only pairs of which so large a share is promised to be right, by estimate; refused where no estimate can hold it (docs/rows.md)',
  },
  measure: {
    kind: 'choice',
    of: [...MEASURES, ...SIGNATURE_MEASURES, ...ROW_MEASURES],
    default: undefined,
    derived: 'jaccard; fields for rows with a fields file or of a database, unless an option of texts or signatures is given',
    commands: [...BATCH, ...INDEX, 'compare', 'fingerprint', 'tune', 'model build', 'passages'],
    help: 'the similarity that is verified (weighted: by --weight; containment: the share of the smaller text that the other holds); bits and combined: of signatures, nothing is verified; of rows, see docs/rows.md: fields: the weighted mean of their fields; match: a probability, by a model that is learned; of link also passages: which rows of B have passages of A, see docs/passages.md',
  },
  verify: {
    kind: 'flag',
    default: true,
    commands: [...BATCH, ...INDEX],
    help: 'measure every candidate pair exactly; without it signatures decide, as in the papers',
    without: 'measure nothing: signatures decide, as in the papers',
  },
})

/** The groups that duplicates make, and records that cannot be judged. */
export const GROUPING = group('Deciding', {
  keep: {
    kind: 'text',
    is: isKeepRule,
    expected: KEEP_RULES,
    default: undefined,
    derived: 'first, under containment containing',
    commands: [...BATCH],
    help: `which document of a group stays: ${KEEP_RULES}`,
  },
  dateOrder: {
    kind: 'choice',
    of: ['day', 'month'],
    default: undefined,
    derived: 'what the column shows: month where a day stands second and none first, else day',
    commands: [...BATCH, ...INDEX],
    help: 'which is first in dates like 01/02/2024, of newest:FIELD, oldest:FIELD and of columns that are compared; dates that begin with the year need it not',
  },
  groupBy: {
    kind: 'choice',
    of: ['star', 'components'],
    default: undefined,
    derived: 'star, under match components',
    commands: [...BATCH, 'audit'],
    help: 'star: every removed document is similar to the kept one; components: chains join; of rows, weak bridges between groups are cut',
  },
  decisions: {
    kind: 'text',
    default: undefined,
    derived: 'none',
    optional: true,
    readsFiles: true,
    commands: [...BATCH, ...INDEX],
    help: 'what people have decided on groups, as JSON lines (docs/review.md): obeyed, and never written',
  },
  complete: {
    kind: 'flag',
    default: false,
    commands: ['dedupe'],
    help: 'find every pair that reaches the threshold, by a join of the features of all texts; without it minhash misses one pair in 500 at most',
  },
  maxComparisons: {
    kind: 'integer',
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    default: 1e9,
    commands: [...BATCH, 'tune', 'model build'],
    help: 'fields and match: a plan of more comparisons of rows is refused before any is made',
  },
  maxCopies: {
    kind: 'integer',
    min: 1,
    max: 1e9,
    default: 1000,
    commands: [...BATCH, 'tune'],
    help: 'of more identical texts than this, each is paired with the first one only',
  },
  maxPairs: {
    kind: 'integer',
    min: 1,
    max: 1e12,
    default: 10_000_000,
    commands: [...BATCH],
    help: 'of texts that share a bucket, pairs beyond this many are left out of --pairs and --report, and counted',
  },
  strict: {
    kind: 'flag',
    default: false,
    commands: [...BATCH, 'fingerprint', 'passages', ...INTO_INDEX],
    help: 'a record that cannot be judged is an error, and no output appears',
  },
})
