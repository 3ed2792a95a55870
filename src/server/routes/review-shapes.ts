/** The shapes of what requests about reviews send, and of what they are answered, in JSON Schema. */
import { ACTS } from '../../reviewing/api.js'
import { BULK_ACTS } from '../../reviewing/bulk.js'
import { MARKS } from '../../reviewing/risk.js'
import { STATES } from '../../reviewing/states.js'
import { ANYTHING, FLAG, listOf, NUMBER, named, oneOf, SHARE, shape, TEXT, TEXTS, WHOLE } from './shapes.js'
import { TASK } from './task-shape.js'

export const NAME = { type: 'string', minLength: 1, maxLength: 64 }
export const WHO = { type: 'string', minLength: 1, maxLength: 200, pattern: '\\S', description: 'the name of who asks, as they say it' }
const MAYBE = { type: ['number', 'null'] }
const PLACES = { type: 'array', items: WHOLE }

const TIME_FIELD = { ...TEXT, description: 'the field that times are of' }

const STATE = named('GroupState', oneOf(...STATES))
export const COUNTS = named('StateCounts', shape(Object.fromEntries(STATES.map((state) => [state, WHOLE]))))
const MARK_NAMES = listOf(oneOf(...Object.keys(MARKS)))
const BARS = listOf(named('Bar', shape({ from: NUMBER, to: NUMBER, count: WHOLE })))
const PAIRS_OF_TEXTS = listOf({ type: 'array', prefixItems: [TEXT, TEXT], items: TEXT, minItems: 2, maxItems: 2 })

/** A member by its group and its place in it; or one of the laboratory, by its place there and the time of the laboratory. */
const MEMBERS = listOf({
  anyOf: [named('Place', shape({ group: TEXT, place: WHOLE })), named('LabPlace', shape({ lab: WHOLE, at: TEXT }))],
})

export const RUN_BODY = named('RunReview', {
  type: 'object',
  properties: { threshold: { ...SHARE, description: 'another one from now on' } },
})

export const ACT_BODY = named(
  'Act',
  shape(
    { act: oneOf(...ACTS), by: WHO },
    {
      members: { ...MEMBERS, description: 'whom it is about; of keep and duplicate the first one stays' },
      from: { ...MEMBERS, description: 'of split: whom the members are none of' },
      note: TEXT,
      key: { type: 'string', pattern: '^[0-9a-f]{16,32}$', description: 'names the act: sent again, it is done once' },
      of: { ...TEXT, description: 'of undo: the key of the act' },
      batch: { ...TEXT, description: 'of undo: the name of what was done as one' },
      run: { ...WHOLE, description: 'the run that the places are of; needed but for undo' },
      seen: { ...WHOLE, description: 'the revision that the person had before them; acts of others since then are told as a conflict' },
    },
  ),
)

export const BULK_BODY = named(
  'BulkAct',
  shape(
    { act: oneOf(...BULK_ACTS) },
    {
      rule: { ...TEXT, description: 'who stays, as `newest:date,longest`' },
      filter: { type: 'object', additionalProperties: TEXT, description: 'as the queue takes it' },
      by: { ...WHO, description: 'needed but for a preview' },
      run: { ...WHOLE, description: 'the run that the count is of' },
      groups: { ...WHOLE, description: 'how many groups the preview has counted: with another number nothing is done' },
      preview: FLAG,
    },
  ),
)

export const REVIEW = named(
  'Review',
  shape(
    {
      name: TEXT,
      created: TEXT,
      source: TEXTS,
      options: ANYTHING,
      run: { ...WHOLE, description: 'number of the last run; 0 before the first' },
      isRunning: { ...FLAG, description: 'a task works on it, or waits to' },
      masked: FLAG,
      revision: { ...WHOLE, description: 'acts so far' },
    },
    {
      task: { ...TASK, description: 'the last run, or other long work on it, as far as it is' },
      at: TEXT,
      threshold: SHARE,
      hasLab: FLAG,
      documents: WHOLE,
      groups: WHOLE,
      members: WHOLE,
      states: COUNTS,
    },
  ),
)

export const QUEUE_PART = named(
  'QueuePart',
  shape(
    {
      total: { ...WHOLE, description: 'groups of the run' },
      found: { ...WHOLE, description: 'groups that fit' },
      offset: WHOLE,
      groups: listOf(
        named(
          'QueuedGroup',
          shape({
            id: TEXT,
            name: TEXT,
            title: TEXT,
            text: TEXT,
            size: WHOLE,
            low: MAYBE,
            risk: MAYBE,
            marks: MARK_NAMES,
            differs: {
              ...PAIRS_OF_TEXTS,
              description: 'numbers, names or fields in which the second member differs from the first, the first of them',
            },
            state: STATE,
          }),
        ),
      ),
      facets: shape({
        size: BARS,
        similarity: BARS,
        length: BARS,
        time: BARS,
        state: COUNTS,
        source: PLACES,
        marks: shape(Object.fromEntries(Object.keys(MARKS).map((mark) => [mark, WHOLE]))),
      }),
      sources: TEXTS,
      states: COUNTS,
      revision: WHOLE,
    },
    {
      timeField: TIME_FIELD,
      place: { ...WHOLE, description: 'with `around`: where the group stands among those that fit, or would stand' },
    },
  ),
)

const CONTRIBUTION = named(
  'Contribution',
  shape(
    { field: TEXT, level: { type: ['string', 'null'] }, similarity: MAYBE },
    {
      weight: { ...NUMBER, description: 'its share of the weights' },
      bits: { ...NUMBER, description: 'how many times likelier it makes a match, as a logarithm to base 2' },
    },
  ),
)

const MEMBER_STATE = named('MemberState', oneOf('kept', 'duplicate', 'distinct', 'open'))

export const GROUP = named(
  'Group',
  shape(
    {
      id: TEXT,
      size: WHOLE,
      low: MAYBE,
      high: MAYBE,
      risk: MAYBE,
      marks: MARK_NAMES,
      source: TEXT,
      state: STATE,
      kept: { ...WHOLE, description: 'the place of the member that stays' },
      members: {
        ...listOf(
          named(
            'Member',
            shape(
              { place: WHOLE, name: TEXT, title: TEXT, text: TEXT, similarity: MAYBE, state: MEMBER_STATE },
              { cut: FLAG, fields: PAIRS_OF_TEXTS, extra: PAIRS_OF_TEXTS, person: TEXT, contributions: listOf(CONTRIBUTION) },
            ),
          ),
        ),
        description: 'a part of them, and always the first and the one that stays',
      },
      states: listOf(MEMBER_STATE),
      conflicts: listOf(shape({ a: TEXT, b: TEXT, by: TEXT, at: TEXT })),
      acts: listOf(shape({ key: TEXT, act: TEXT, by: TEXT, at: TEXT, note: TEXT, members: WHOLE }, { batch: TEXT })),
      became: listOf(
        shape({
          run: WHOLE,
          at: TEXT,
          event: oneOf('new', 'joined', 'split', 'gone'),
          group: TEXT,
          others: listOf(shape({ id: TEXT, isThere: FLAG })),
        }),
      ),
      threshold: SHARE,
      revision: WHOLE,
    },
    { timeField: TIME_FIELD, prior: { ...NUMBER, description: 'under match: the bits that two rows drawn by chance start with' } },
  ),
)

export const ACTIVITY = named(
  'Activity',
  shape({
    done: listOf(
      named(
        'Done',
        shape(
          { act: oneOf(...ACTS), by: TEXT, at: TEXT, count: { ...WHOLE, description: 'acts that were done as one' } },
          { key: TEXT, batch: TEXT, group: { ...TEXT, description: 'a group of the last run that it speaks of' } },
        ),
      ),
    ),
    total: { ...WHOLE, description: 'entries there are, of which the latest are told' },
  }),
)

export const ACTED = named(
  'Acted',
  shape(
    { groups: TEXTS, revision: WHOLE, states: COUNTS },
    {
      key: { ...TEXT, description: 'names the act, to undo it' },
      act: TEXT,
      batch: TEXT,
      count: WHOLE,
      stands: { type: 'object', additionalProperties: STATE, description: 'the states of the groups now' },
    },
  ),
)

/** Nothing was done, because something is not as the person had it before them. */
export const CONFLICT = named(
  'Conflict',
  shape(
    { conflict: oneOf('run', 'others', 'count') },
    {
      run: { ...WHOLE, description: 'run: there is another run now' },
      others: {
        ...listOf(named('OtherAct', shape({ act: TEXT, by: TEXT, at: TEXT }))),
        description: 'others: what they did on the same documents',
      },
      revision: WHOLE,
      groups: { ...WHOLE, description: 'count: so many groups it would be now' },
      documents: WHOLE,
      changed: WHOLE,
    },
  ),
)
