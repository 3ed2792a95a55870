/** Requests to the review of a service that runs in the test. */
import { expect } from 'vitest'
import type { Served } from '../../../src/server/serve.js'

/** Asks a path below `/review`, with a body by POST; the answer, which must be one of success. Of a task what GET says when it is done, of a run the review. */
export async function askReview<Answer>({ url }: Served, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${url}/review${path}`, {
    ...(body ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  })
  const answer = (await response.json()) as Answer
  expect(response.ok, JSON.stringify(answer)).toBe(true)
  if (response.status !== 202) return answer
  const ask = async <One>(asked: string) => (await (await fetch(url + asked)).json()) as One
  const task = await taskEnded(ask<TaskShown>, (answer as { id: string }).id)
  expect(task.state, JSON.stringify(task)).toBe('done')
  return ask<Answer>(`/review${path.replace(/\/run$/, '')}`)
}

export interface TaskShown {
  readonly id: string
  readonly state: string
  readonly summary: Readonly<Record<string, unknown>> | null
  readonly error: { readonly code: string } | null
}

/** Waits for the end of a task. @param ask  by GET */
export async function taskEnded<Task extends { readonly state: string }>(ask: (path: string) => Promise<Task>, id: string): Promise<Task> {
  for (;;) {
    const task = await ask(`/tasks/${id}`)
    if (task.state !== 'queued' && task.state !== 'running') return task
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
