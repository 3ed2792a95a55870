/** The shape of a task in answers, in JSON Schema. */
import { TASK_STATES } from '../tasks/task.js'
import { ANYTHING, listOf, NUMBER, named, oneOf, shape, TEXT, WHOLE } from './shapes.js'

const MAYBE_TIME = { type: ['string', 'null'] }
const MAYBE_NUMBER = { type: ['number', 'null'] }

export const TASK = named(
  'Task',
  shape(
    {
      id: TEXT,
      request: ANYTHING,
      state: named('TaskState', oneOf(...TASK_STATES)),
      created: TEXT,
      started: MAYBE_TIME,
      finished: MAYBE_TIME,
      attempts: WHOLE,
      results: listOf(named('TaskResult', shape({ name: TEXT, bytes: WHOLE }))),
      progress: {
        anyOf: [
          { type: 'null' },
          named(
            'TaskProgress',
            shape({
              phase: TEXT,
              done: NUMBER,
              total: MAYBE_NUMBER,
              rate: { ...MAYBE_NUMBER, description: 'of what is counted, in a second' },
              left: { ...MAYBE_NUMBER, description: 'seconds, of this phase' },
            }),
          ),
        ],
      },
    },
    {
      summary: { description: 'what it found, as the command prints it with --json' },
      error: { anyOf: [{ type: 'null' }, named('TaskError', shape({}, { code: TEXT, message: TEXT, remedy: TEXT }))] },
    },
  ),
)
