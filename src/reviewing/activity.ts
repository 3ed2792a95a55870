/** What people have done in a review, the latest first; what was done as one stands there as one. */
import type { ActKind } from '../deciding/acts.js'
import { standing } from '../deciding/derive.js'
import { type Query, whole } from './filters.js'
import type { Project } from './project.js'

/** Entries of one answer. */
const MOST = 200

interface Done {
  readonly act: ActKind
  readonly by: string
  readonly at: string
  /** Of one act. */
  readonly key?: string
  /** Of many that were done as one. */
  readonly batch?: string
  /** Acts. */
  count: number
  /** A group of this run that it speaks of. */
  readonly group?: string
}

/**
 * Acts that were not undone.
 *
 * @param query  `by` for those of one person, `limit`
 * @throws {LeitongError} `OPTION_VALUE`
 */
export function activityOf(project: Project, query: Query): { readonly done: readonly Done[]; readonly total: number } {
  const limit = whole('limit', query['limit'], 50, MOST)
  const { by } = query
  const batches = new Map<string, Done>()
  const done: Done[] = []
  let total = 0
  for (const { act, key, by: who, at, batch, members } of standing(project.acts).reverse()) {
    if (by && who !== by) continue
    const known = batch === undefined ? undefined : batches.get(batch)
    if (known) {
      known.count++
      continue
    }
    total++
    if (done.length >= limit) {
      if (batch !== undefined) batches.set(batch, { act, by: who, at, count: 1 })
      continue
    }
    const group = members.length ? project.run.groupWith((members[0] as (typeof members)[number]).digest) : undefined
    const one: Done = { act, by: who, at, ...(batch === undefined ? { key } : { batch }), count: 1, ...(group ? { group } : {}) }
    if (batch !== undefined) batches.set(batch, one)
    done.push(one)
  }
  return { done, total }
}
