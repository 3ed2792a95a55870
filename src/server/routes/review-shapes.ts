/** The shapes of what requests about reviews send, and of what they are answered, in JSON Schema. */
import { ACTS } from '../../reviewing/api.js'
import { BULK_ACTS } from '../../reviewing/bulk.js'
import { MARKS } from '../../reviewing/risk.js'
import { STATES } from '../../reviewing/states.js'
import { ANYTHING, FLAG, listOf, SHARE, shape, TEXT, TEXTS, WHOLE } from './shapes.js'
import { TASK } from './task-shape.js'

export const NAME = { type: 'string', minLength: 1, maxLength: 64 }
export const WHO = { type: 'string', minLength: 1, maxLength: 200, pattern: '\\S', description: 'the name of who asks, as they say it' }
const MAYBE = { type: ['number', 'null'] }
const PLACES = { type: 'array', items: WHOLE }

const STATE = { enum: [...STATES] }
export const COUNTS = shape(Object.fromEntries(STATES.map((state) => [state, WHOLE])))
const MARK_NAMES = listOf({ enum: Object.keys(MARKS) })
const BARS = listOf(shape({ from: { type: 'number' }, to: { type: 'number' }, count: WHOLE }))
const PAIRS_OF_TEXTS = listOf({ type: 'array', items: TEXT, minItems: 2, maxItems: 2 })

/** A member by its group and its place in it; or one of the laboratory, by its place there and the time of the laboratory. */
const MEMBERS = listOf({ anyOf: [shape({ group: TEXT, place: WHOLE }), shape({ lab: WHOLE, at: TEXT })] })

export const RUN_BODY = { type: 'object', properties: { threshold: { ...SHARE, description: 'another one from now on' } } }

export const ACT_BODY = shape(
  { act: { enum: [...ACTS] }, by: WHO },
  {
    members: { ...MEMBERS, description: 'whom it is about; of keep and duplicate the first one stays' },
    from: { ...MEMBERS, description: 'of split: whom the members are none of' },
    note: TEXT,
    of: { ...TEXT, description: 'of undo: the key of the act' },
    batch: { ...TEXT, description: 'of undo: the name of what was done as one' },
    run: { ...WHOLE, description: 'the run that the places are of; needed but for undo' },
    seen: { ...WHOLE, description: 'the revision that the person had before them; acts of others since then are told as a conflict' },
  },
)

export const BULK_BODY = shape(
  { act: { enum: [...BULK_ACTS] } },
  {
    rule: { ...TEXT, description: 'who stays, as `newest:date,longest`' },
    filter: { type: 'object', additionalProperties: TEXT, description: 'as the queue takes it' },
    by: { ...WHO, description: 'needed but for a preview' },
    run: { ...WHOLE, description: 'the run that the count is of' },
    groups: { ...WHOLE, description: 'how many groups the preview has counted: with another number nothing is done' },
    preview: FLAG,
  },
)

export const REVIEW = shape(
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
)

export const QUEUE_PART = shape(
  {
    total: { ...WHOLE, description: 'groups of the run' },
    found: { ...WHOLE, description: 'groups that fit' },
    offset: WHOLE,
    groups: listOf(
      shape({ id: TEXT, name: TEXT, title: TEXT, text: TEXT, size: WHOLE, low: MAYBE, risk: MAYBE, marks: MARK_NAMES, state: STATE }),
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
  { timeField: { ...TEXT, description: 'the field that times are of' } },
)

const MEMBER_STATE = { enum: ['kept', 'duplicate', 'distinct', 'open'] }

export const GROUP = shape({
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
      shape(
        { place: WHOLE, name: TEXT, title: TEXT, text: TEXT, similarity: MAYBE, state: MEMBER_STATE },
        { cut: FLAG, fields: PAIRS_OF_TEXTS, extra: PAIRS_OF_TEXTS, contributions: listOf(ANYTHING) },
      ),
    ),
    description: 'a part of them, and always the first and the one that stays',
  },
  states: listOf(MEMBER_STATE),
  conflicts: listOf(shape({ a: TEXT, b: TEXT, by: TEXT, at: TEXT })),
  acts: listOf(shape({ key: TEXT, act: TEXT, by: TEXT, at: TEXT, note: TEXT, members: WHOLE })),
  became: listOf(shape({ run: WHOLE, at: TEXT, event: TEXT, group: TEXT, others: listOf(shape({ id: TEXT, isThere: FLAG })) })),
  threshold: SHARE,
  revision: WHOLE,
})

export const ACTED = shape(
  { groups: TEXTS, revision: WHOLE, states: COUNTS },
  { key: { ...TEXT, description: 'names the act, to undo it' }, act: TEXT, batch: TEXT, count: WHOLE },
)

/** Nothing was done, because something is not as the person had it before them. */
export const CONFLICT = {
  anyOf: [
    { $ref: 'Error#' },
    shape(
      { conflict: { enum: ['run', 'others', 'count'] } },
      {
        run: { ...WHOLE, description: 'run: there is another run now' },
        others: { ...listOf(shape({ act: TEXT, by: TEXT, at: TEXT })), description: 'others: what they did on the same documents' },
        revision: WHOLE,
        groups: { ...WHOLE, description: 'count: so many groups it would be now' },
        documents: WHOLE,
        changed: WHOLE,
      },
    ),
  ],
}
