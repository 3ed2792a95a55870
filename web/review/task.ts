/** Long work on a review, which the service does as a task: begun, followed to its end, stopped. */
import { ask, Failure, isOver, listenAt, post, type Task } from './api.js'

/** Milliseconds before a stream that broke off is asked for again. */
const PAUSE = 1000

/**
 * Has a review do work, and waits for its end.
 *
 * @param told  whenever there is news of it
 * @returns     whether it came to its end; false: somebody has stopped it
 * @throws {Failure} where it could not be begun, or failed
 */
export async function work(
  review: string,
  what: NonNullable<Task['request']['work']>,
  body: object,
  told: (task: Task | undefined) => void,
): Promise<boolean> {
  let task = await post<Task>([review, what], body)
  told(task)
  try {
    while (!isOver(task)) {
      const follow = listenAt(`/tasks/${task.id}/events`, (news) => {
        task = news as unknown as Task
        told(task)
      })
      await follow.catch((error: Error) => {
        if (error instanceof Failure && error.status < 500) throw error
      })
      if (!isOver(task)) await new Promise((wake) => setTimeout(wake, PAUSE))
    }
  } finally {
    told(undefined)
  }
  if (task.state === 'failed') throw new Error(task.error?.message)
  return task.state === 'done'
}

/** @throws {Failure} */
export const stop = (task: Task): Promise<unknown> => ask(`/tasks/${task.id}/cancel`, {})
