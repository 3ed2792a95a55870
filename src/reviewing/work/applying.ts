/** The plan of a review carried out as work: its files are made in a folder of their own. */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { flagOf, refuseValue } from '../asked.js'
import { madeIn } from '../outputs/applied.js'
import { applyReview } from '../outputs/apply.js'
import type { Machine, Project } from '../project.js'
import type { ApplyWork, Done, WorkHooks } from './kinds.js'

/**
 * What a request asks for.
 *
 * @throws {LeitongError} `OPTION_VALUE`
 * @example applyAsked({ key: '2.17' }) // { work: 'apply', plan: '2.17' }
 */
export function applyAsked({ key, table, replace }: Readonly<Record<string, unknown>>): ApplyWork {
  if (typeof key !== 'string' || key.length > 64) return refuseValue('key', key, 'the key of the plan')
  if (table === undefined && replace === undefined) return { work: 'apply', plan: key }
  if (typeof table !== 'string' || !table || table.length > 128) return refuseValue('table', table, 'the name of a table')
  return { work: 'apply', plan: key, table, ...(replace !== undefined && flagOf('replace', replace) ? { replace: true } : {}) }
}

/** @throws {LeitongError} as {@link applyReview} */
export async function makeApplied(
  project: Project,
  machine: Machine,
  { plan, table, replace = false }: ApplyWork,
  hooks: WorkHooks,
): Promise<Done> {
  const folder = madeIn(project.folder)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const files = ['', 'removed.jsonl']
  const pathsFor = (ending: string) => {
    files[0] = `kept${ending}`
    return { output: join(folder, `kept${ending}`), removed: join(folder, 'removed.jsonl') }
  }
  const done = await applyReview(project, machine, plan, pathsFor, table === undefined ? undefined : { name: table, replace }, hooks)
  return { work: 'apply', ...done, files }
}
