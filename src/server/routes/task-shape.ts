/** The shape of a task in answers, in JSON Schema. */
import { TASK_STATES } from '../tasks/task.js'

export const TASK = {
  type: 'object',
  required: ['id', 'request', 'state', 'created', 'started', 'finished', 'attempts', 'results', 'progress'],
  properties: {
    id: { type: 'string' },
    request: { type: 'object', additionalProperties: true },
    state: { enum: [...TASK_STATES] },
    created: { type: 'string' },
    started: { type: ['string', 'null'] },
    finished: { type: ['string', 'null'] },
    attempts: { type: 'integer' },
    summary: {},
    error: {
      anyOf: [
        { type: 'null' },
        { type: 'object', properties: { code: { type: 'string' }, message: { type: 'string' }, remedy: { type: 'string' } } },
      ],
    },
    results: {
      type: 'array',
      items: { type: 'object', required: ['name', 'bytes'], properties: { name: { type: 'string' }, bytes: { type: 'integer' } } },
    },
    progress: {
      anyOf: [
        { type: 'null' },
        {
          type: 'object',
          properties: {
            phase: { type: 'string' },
            done: { type: 'number' },
            total: { type: ['number', 'null'] },
            rate: { type: ['number', 'null'], description: 'of what is counted, in a second' },
            left: { type: ['number', 'null'], description: 'seconds, of this phase' },
          },
        },
      ],
    },
  },
}
