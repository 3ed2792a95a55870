/** The shapes of what the review answers beside its queue and its groups: reasons, rules, thresholds, passages, plans. */
import { COUNTS } from './review-shapes.js'
import { FLAG, listOf, NUMBER, named, oneOf, SHARE, shape, TEXT, TEXTS, WHOLE } from './shapes.js'

/** Without `proposed` and `verified` where two documents cannot be judged alone. */
export const WHY = named(
  'Why',
  shape(
    { kept: WHOLE, place: WHOLE, method: TEXT, measure: TEXT, threshold: SHARE },
    {
      proposed: {
        description: 'what signatures say; nothing of methods that find pairs without them',
        anyOf: [
          shape({ distance: WHOLE, bits: WHOLE, most: { ...WHOLE, description: 'the distance up to which pairs are proposed' } }),
          shape({ agreeing: { ...NUMBER, description: 'positions of the signature' }, values: WHOLE }),
        ],
      },
      measured: {
        ...shape({ similarity: SHARE, isSimilar: FLAG }),
        description: 'what the run has measured, where a similarity counts over all documents',
      },
      passages: { ...TEXTS, description: 'the longest that both texts have, beside what was measured' },
      verified: shape({ similarity: SHARE, isSimilar: FLAG, shared: WHOLE, onlyKept: WHOLE, onlyMember: WHOLE }),
    },
  ),
)

export const PRESETS = named('Presets', shape({ presets: listOf(named('Preset', shape({ name: TEXT, rule: TEXT, by: TEXT, at: TEXT }))) }))

const SIDE = { name: TEXT, title: TEXT, text: TEXT }

export const OUTSIDE = named(
  'Outside',
  shape({
    at: { ...TEXT, description: 'the time of the laboratory, which acts on these documents name' },
    total: WHOLE,
    pairs: listOf(
      shape({
        similarity: SHARE,
        member: shape(SIDE),
        other: shape(
          { ...SIDE, lab: { ...WHOLE, description: 'the place in the laboratory' } },
          { group: { ...TEXT, description: 'its own group, if it is in one' } },
        ),
      }),
    ),
  }),
)

const ESTIMATE = { ...shape({ value: SHARE, low: SHARE, high: SHARE }), description: 'with the interval of 95 %' }

export const THRESHOLDS = named(
  'Thresholds',
  shape({
    at: TEXT,
    floor: { ...SHARE, description: 'pairs below it were not looked for' },
    threshold: { ...SHARE, description: 'of the review' },
    documents: WHOLE,
    pairs: WHOLE,
    leftOut: { ...WHOLE, description: 'pairs beyond what is held' },
    bars: { ...listOf(WHOLE), description: 'pairs by similarity, in equal steps from the floor to 1' },
    labels: { ...shape({ same: WHOLE, different: WHOLE }), description: 'pairs that people have decided on' },
    thresholds: listOf(shape({ threshold: SHARE, groups: WHOLE, removed: WHOLE }, { precision: ESTIMATE, recall: ESTIMATE })),
  }),
)

const PAIR = named('PairAround', shape({ similarity: SHARE, isAbove: FLAG, a: shape(SIDE), b: shape(SIDE) }))

export const PAIRS_AROUND = named('PairsAround', shape({ pairs: listOf(PAIR) }))

const FIGURES = { at: TEXT, documents: WHOLE, groups: WHOLE, members: WHOLE, threshold: SHARE, leftOut: WHOLE }

export const PASSAGES = named(
  'FrequentPassages',
  shape(
    {
      found: { ...WHOLE, description: 'those of the last search that are listed' },
      total: { ...WHOLE, description: 'those that it found' },
      leftOut: WHOLE,
      passages: listOf(
        shape(
          { key: TEXT, documents: WHOLE, length: { ...WHOLE, description: 'characters' }, text: TEXT, leftOut: FLAG },
          { example: { ...TEXT, description: 'the document where it stands first' }, by: TEXT, at: TEXT },
        ),
      ),
    },
    {
      at: { ...TEXT, description: 'of the search, and what it looked for' },
      least: WHOLE,
      over: WHOLE,
      documents: WHOLE,
      effect: {
        ...shape({ now: shape(FIGURES, { ignored: shape({ texts: WHOLE, characters: WHOLE }) }) }, { before: shape(FIGURES) }),
        description: 'the last run, and the one before it',
      },
    },
  ),
)

export const PLAN = named(
  'Plan',
  shape({
    documents: WHOLE,
    removed: WHOLE,
    kept: WHOLE,
    states: COUNTS,
    key: { ...TEXT, description: 'asks for this plan, and no later one, to be applied' },
  }),
)

const BULK_COUNTS = {
  groups: WHOLE,
  documents: { ...WHOLE, description: 'documents that the act is about, beside those that stay' },
  changed: { ...WHOLE, description: 'groups in which the rule keeps another document than the run' },
}

/** What a bulk act would do, and what it did. */
export const BULK = named('Bulk', {
  anyOf: [
    named(
      'BulkPreview',
      shape({
        ...BULK_COUNTS,
        run: WHOLE,
        passedOver: { ...WHOLE, description: 'groups that fit and are left as they are' },
        total: WHOLE,
        fields: { ...TEXTS, description: 'fields that a rule can name' },
        readAs: {
          ...listOf(
            shape(
              { field: TEXT, unread: WHOLE, either: WHOLE },
              { order: oneOf('day', 'month'), decimal: oneOf('point', 'comma'), isMixed: FLAG },
            ),
          ),
          description: 'fields of the rule with values that were not read, or may be read in two ways, and how those were read',
        },
        sample: listOf(
          shape({
            id: TEXT,
            kept: TEXT,
            goes: TEXTS,
            members: WHOLE,
            texts: { ...TEXTS, description: 'how their texts begin, that of the one that stays first' },
          }),
        ),
      }),
    ),
    named(
      'BulkDone',
      shape({ ...BULK_COUNTS, batch: { ...TEXT, description: 'names all of it, to undo it' }, revision: WHOLE, states: COUNTS }),
    ),
  ],
})
