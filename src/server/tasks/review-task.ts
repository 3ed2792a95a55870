/** Tasks that work on a review: checked before they wait, done in a process of their own, and taken over by the review when they are done. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { requirePlan } from '../../reviewing/answers.js'
import { holdWork, Project } from '../../reviewing/project.js'
import type { Reviews } from '../../reviewing/reviews.js'
import type { ApplyWork, Done, Work, WorkHooks } from '../../reviewing/work/kinds.js'
import { tableIn } from '../../reviewing/work/source.js'
import { doWork } from '../../reviewing/work/work.js'
import { machineOf, placesOfReviews } from '../reviews/machine.js'
import type { TaskHost } from './host.js'
import { isOver, type Task, type TaskOrder, type TaskRequest } from './task.js'

/** What was asked for, and of which review. */
export interface ReviewRequest extends TaskRequest {
  readonly kind: 'review'
  readonly review: string
  /** Of apply. */
  readonly plan?: ApplyWork['plan']
}

export const isReview = (request: TaskRequest): request is ReviewRequest => request.kind === 'review'

export const reviewRequest = (review: string, work: Work): ReviewRequest => ({ kind: 'review', review, ...work })

/** @throws {LeitongError} `SOURCE_MISSING`, `INDEX_MISSING`, `SERVICE_PLACE` and for wrong options */
export async function reviewOrder(
  request: ReviewRequest,
  folder: string,
  { settings, indexes, reviews }: Pick<TaskHost, 'settings' | 'indexes' | 'reviews'>,
): Promise<TaskOrder> {
  const project = reviews.get(request.review)
  const places = placesOfReviews(settings)
  const machine = machineOf({ ...settings, folders: places })
  const { index, source } = project
  const [path] = index === undefined ? machine.paths(source) : [await indexes.requireIndex(index)]
  const url = index === undefined && !tableIn(source) ? undefined : path
  machine.options(project.options)
  // There is nothing around a threshold before the first run.
  if (request.work === 'lab') project.run
  const { work, plan } = request
  if (work === 'apply') requirePlan(project, plan ?? '')
  return { request, folder, places, options: {}, project: project.folder, ...(url === undefined ? {} : { url }) }
}

/** In the process of the task. */
export async function workOnReview({ request, folder, places, url, project: path = '' }: TaskOrder, hooks: WorkHooks): Promise<Done> {
  // What is listed as a result of the task is for whoever may see the task: nothing of a review is left there.
  const own = join(folder, 'own')
  const { kind: _, review: __, ...work } = request
  using _lock = holdWork(path)
  const project = Project.open(path, own)
  try {
    return await doWork(project, machineOf({ folders: places, databases: {} }, { temp: own, url }), work as unknown as Work, hooks)
  } finally {
    project.close()
    rmSync(own, { recursive: true, force: true })
  }
}

/** The review shows what the task has made. @returns what the task says of it */
export function takeOver({ review }: ReviewRequest, done: Done, reviews: Reviews): object {
  reviews.get(review).take(done)
  if (done.work !== 'run') return done
  const { options: _, ...figures } = done
  return figures
}

/** Removes what a task has left in the review that did not come to its end. */
export function leave({ review }: ReviewRequest, reviews: Reviews): void {
  try {
    reviews.get(review).leave()
  } catch {
    // There is no such review any more; or the next run removes it.
  }
}

/** A task that works on the same review. */
export const otherOn = (tasks: readonly Task[], { review }: ReviewRequest): Task | undefined =>
  tasks.find((task) => !isOver(task) && task.request.review === review)
