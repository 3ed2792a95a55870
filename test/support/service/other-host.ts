/** A task that a process of another container runs, or ran, in the folder of a service that is not running. */
import { State } from '../../../src/server/state.js'
import type { Task, TaskRequest } from '../../../src/server/tasks/task.js'

/**
 * @param beat  milliseconds since the last sign of life of that process; undefined: it never gave one
 * @returns     the id of the task
 */
export async function leaveTask(data: string, request: TaskRequest, beat: number | undefined): Promise<string> {
  const state = new State(data)
  const id = 'a'.repeat(20)
  const owner = { host: 'othercontainer', pid: 1, start: 7, id: 'other' }
  const now = new Date().toISOString()
  const task: Task = {
    id,
    request,
    state: 'running',
    attempts: 1,
    owner,
    created: now,
    started: now,
    finished: null,
    summary: null,
    error: null,
    results: [],
  }
  state.write(() => {
    state.tasks.putSync(id, task)
    if (beat !== undefined) state.beats.putSync('other', Date.now() - beat)
  })
  await state.close()
  return id
}
