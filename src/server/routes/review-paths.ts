/** The routes of the review as data: who may ask each, and the shapes of what it takes and answers. */
import type { Scope } from '../keys/entry.js'
import { optionsSchema } from '../options.js'
import { PART } from './lists.js'
import { BULK, OUTSIDE, PAIRS_AROUND, PASSAGES, PLAN, PRESETS, THRESHOLDS, WHY } from './review-answers.js'
import { ACT_BODY, ACTED, ACTIVITY, BULK_BODY, GROUP, NAME, QUEUE_PART, REVIEW, RUN_BODY, WHO } from './review-shapes.js'
import { named, partOf, type Schema, shape, TEXT } from './shapes.js'
import { TASK } from './task-shape.js'

const COUNT = { type: 'integer', minimum: 0 }

interface Path {
  /** Its name in clients. */
  readonly operation: string
  readonly url: string
  readonly verb: 'GET' | 'POST' | 'DELETE'
  readonly scope: Scope
  readonly summary: string
  readonly status?: number
  readonly isStream?: boolean
  readonly query?: Readonly<Record<string, Schema>>
  readonly body?: Schema
  readonly answer?: Schema
  /** Of an answer that is no JSON. */
  readonly types?: readonly string[]
  /** It can be refused because somebody else has been at it. */
  readonly canConflict?: boolean
}

const QUEUE = {
  offset: COUNT,
  limit: COUNT,
  after: { ...TEXT, description: 'a group: what comes behind it in this order, whether it fits still or not' },
  around: { ...TEXT, description: 'a group: the part that it stands in' },
  sort: TEXT,
  q: TEXT,
  size: TEXT,
  similarity: TEXT,
  length: TEXT,
  time: TEXT,
  state: TEXT,
  marks: TEXT,
  source: TEXT,
}

/** All routes as data: each hands its request on, and writes the answer. */
export const PATHS: readonly Path[] = [
  {
    operation: 'listReviews',
    url: '/review',
    verb: 'GET',
    scope: 'search',
    summary: 'Reviews',
    query: { prefix: { type: 'string', minLength: 1, maxLength: 64 }, ...PART },
    answer: partOf('Reviews', 'reviews', REVIEW),
  },
  {
    operation: 'createReview',
    url: '/review',
    verb: 'POST',
    scope: 'admin',
    status: 201,
    summary: 'A new review of files in allowed folders, of a table or of an index',
    body: named('NewReview', {
      type: 'object',
      required: ['name', 'source'],
      properties: {
        name: NAME,
        source: {
          type: 'array',
          minItems: 1,
          items: TEXT,
          description:
            'FOLDER/PATH of files, or @uploads/ID/NAME of an upload; or alone table:DATABASE/TABLE, or index:NAME of an index that keeps texts',
        },
        options: optionsSchema('dedupe', 'NewReviewOptions', { decisions: undefined }),
        decisions: { ...TEXT, description: 'FOLDER/PATH of a file of decisions that the review begins with; it is copied' },
      },
    }),
    answer: REVIEW,
  },
  { operation: 'getReview', url: '/review/:review', verb: 'GET', scope: 'search', summary: 'A review', answer: REVIEW },
  {
    operation: 'removeReview',
    url: '/review/:review',
    verb: 'DELETE',
    scope: 'admin',
    summary: 'Remove a review with its decisions; the source stays',
    answer: named('RemovedReview', shape({ removed: TEXT })),
    canConflict: true,
  },
  {
    operation: 'runReview',
    url: '/review/:review/run',
    verb: 'POST',
    scope: 'admin',
    status: 202,
    summary: 'Run it again, as a task; decisions stay',
    body: RUN_BODY,
    answer: TASK,
  },
  {
    operation: 'getQueue',
    url: '/review/:review/queue',
    verb: 'GET',
    scope: 'search',
    summary: 'Groups that fit, the riskiest first, with facets',
    query: QUEUE,
    answer: QUEUE_PART,
  },
  {
    operation: 'getGroup',
    url: '/review/:review/groups/:group',
    verb: 'GET',
    scope: 'search',
    summary: 'A group with its members',
    query: { offset: COUNT },
    answer: GROUP,
  },
  {
    operation: 'explainMember',
    url: '/review/:review/why/:group',
    verb: 'GET',
    scope: 'search',
    summary: 'Why a member was proposed beside the one that stays, and why it was found similar',
    query: { place: COUNT },
    answer: WHY,
  },
  {
    operation: 'listPresets',
    url: '/review/:review/presets',
    verb: 'GET',
    scope: 'search',
    summary: 'Saved rules of who stays',
    answer: PRESETS,
  },
  {
    operation: 'savePreset',
    url: '/review/:review/presets',
    verb: 'POST',
    scope: 'write',
    summary: 'Save a rule under a name; without a rule, forget it',
    body: named('SavePreset', { type: 'object', required: ['name', 'by'], properties: { name: NAME, rule: TEXT, by: WHO } }),
    answer: PRESETS,
  },
  {
    operation: 'listOutside',
    url: '/review/:review/outside/:group',
    verb: 'GET',
    scope: 'search',
    summary: 'Documents just outside a group',
    answer: OUTSIDE,
  },
  {
    operation: 'getThresholds',
    url: '/review/:review/lab',
    verb: 'GET',
    scope: 'search',
    summary: 'What thresholds would do',
    answer: THRESHOLDS,
  },
  {
    operation: 'searchThresholds',
    url: '/review/:review/lab',
    verb: 'POST',
    scope: 'admin',
    status: 202,
    summary: 'Look for pairs around the threshold, as a task',
    answer: TASK,
  },
  {
    operation: 'listPairsAround',
    url: '/review/:review/lab/pairs',
    verb: 'GET',
    scope: 'search',
    summary: 'Pairs around a threshold',
    query: { at: TEXT },
    answer: PAIRS_AROUND,
  },
  {
    operation: 'listPassages',
    url: '/review/:review/passages',
    verb: 'GET',
    scope: 'search',
    summary: 'Passages that many documents have, those that are left out, and what leaving them out did',
    answer: PASSAGES,
  },
  {
    operation: 'searchPassages',
    url: '/review/:review/passages',
    verb: 'POST',
    scope: 'admin',
    status: 202,
    answer: TASK,
    summary: 'Look for passages that more than `over` documents have, as a task',
    body: named('SearchPassages', {
      type: 'object',
      properties: { least: { type: 'integer', minimum: 2 }, over: { type: 'integer', minimum: 1 } },
    }),
  },
  {
    operation: 'ignorePassage',
    url: '/review/:review/passages/:key',
    verb: 'POST',
    scope: 'write',
    summary: 'Leave a passage out of the next runs, or take it in again',
    body: named('IgnorePassage', { type: 'object', required: ['on', 'by'], properties: { on: { type: 'boolean' }, by: WHO } }),
    answer: PASSAGES,
  },
  {
    operation: 'listActivity',
    url: '/review/:review/activity',
    verb: 'GET',
    scope: 'search',
    summary: 'What people have done and not undone, the latest first; a bulk act is one entry',
    query: { by: TEXT, limit: COUNT },
    answer: ACTIVITY,
  },
  {
    operation: 'getPlan',
    url: '/review/:review/plan',
    verb: 'GET',
    scope: 'search',
    summary: 'What the decisions would remove',
    answer: PLAN,
  },
  {
    operation: 'applyDecisions',
    url: '/review/:review/apply',
    verb: 'POST',
    scope: 'admin',
    status: 202,
    summary: 'Write what the plan says, as a task: the records that stay, a list of those that went, and perhaps a table of results',
    body: named('ApplyDecisions', {
      type: 'object',
      required: ['key'],
      properties: {
        key: { ...TEXT, description: 'of the plan' },
        table: { ...TEXT, description: 'a table of our own in the database that the review reads' },
        replace: { type: 'boolean', description: 'a table of results of this name is replaced' },
      },
    }),
    answer: TASK,
  },
  {
    operation: 'getApplied',
    url: '/review/:review/applied/:file',
    verb: 'GET',
    scope: 'admin',
    isStream: true,
    summary: 'What was written',
    types: ['application/x-ndjson', 'text/csv', 'application/octet-stream'],
  },
  {
    operation: 'maskReview',
    url: '/review/:review/masking',
    verb: 'POST',
    scope: 'admin',
    summary: 'Hide personal data in all that is shown, or show it again',
    body: named('MaskReview', { type: 'object', required: ['on', 'by'], properties: { on: { type: 'boolean' }, by: WHO } }),
    answer: REVIEW,
  },
  {
    operation: 'unmaskGroup',
    url: '/review/:review/unmask/:group',
    verb: 'POST',
    scope: 'write',
    summary: 'A group as it is; who looked is taken down',
    query: { offset: COUNT },
    body: named('UnmaskGroup', { type: 'object', required: ['by'], properties: { by: WHO } }),
    answer: GROUP,
  },
  {
    operation: 'exportReview',
    url: '/review/:review/export/:file',
    verb: 'GET',
    scope: 'search',
    isStream: true,
    summary: 'groups or decisions as .csv, .xlsx or .jsonl, or review.html',
    types: ['application/x-ndjson', 'text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'text/html'],
  },
  {
    operation: 'followReview',
    url: '/review/:review/events',
    verb: 'GET',
    scope: 'search',
    isStream: true,
    summary: 'Acts, runs and tasks as they happen, as server-sent events',
    types: ['text/event-stream'],
  },
  {
    operation: 'act',
    url: '/review/:review/acts',
    verb: 'POST',
    scope: 'write',
    status: 201,
    summary: 'An act of a person; members are named by group and place',
    body: ACT_BODY,
    canConflict: true,
    answer: ACTED,
  },
  {
    operation: 'actOnAll',
    url: '/review/:review/bulk',
    verb: 'POST',
    scope: 'write',
    summary: 'An act on all groups that fit a filter; with preview it only says what it would do',
    body: BULK_BODY,
    answer: BULK,
    canConflict: true,
  },
]
