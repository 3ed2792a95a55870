/**
 * The long work on a review. {@link doWork} makes files and changes nothing that people see, so that another process can do it; the process
 * that shows the review then takes them over.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nameOf } from '../../deciding/acts.js'
import { standing } from '../../deciding/derive.js'
import { toJson } from '../../reading/whole-numbers-json.js'
import { makeSafely } from '../append.js'
import { refuseValue } from '../asked.js'
import { findFrequent } from '../boilerplate.js'
import { figuresOf } from '../files.js'
import { frequentAsked } from '../frequent.js'
import { makeLab } from '../lab/laboratory.js'
import type { Machine, Project } from '../project.js'
import { digestOf, folderOfRun, keepEvents, runReview } from '../run.js'
import { applyAsked, makeApplied } from './applying.js'
import { type Done, WORKS, type Work, type WorkHooks } from './kinds.js'

/**
 * What a request asks for.
 *
 * @throws {LeitongError} `OPTION_VALUE`
 * @example workOf('run', { threshold: 0.8 }) // { work: 'run', threshold: 0.8 }
 */
export function workOf(work: Work['work'], body: Readonly<Record<string, unknown>>): Work {
  if (work === 'passages') return { work, ...frequentAsked(body) }
  if (work === 'apply') return applyAsked(body)
  if (work === 'lab' || body['threshold'] === undefined) return { work }
  return { work, threshold: cutOf(body['threshold']) }
}

export const isWork = (name: string | undefined): name is Work['work'] => WORKS.includes(name as Work['work'])

/** A threshold, as a number or a text. @throws {LeitongError} `OPTION_VALUE` */
export function cutOf(value: unknown): number {
  const cut = typeof value === 'string' && /^\d(?:\.\d{1,9})?$/.test(value) ? Number(value) : value
  if (typeof cut === 'number' && cut >= 0 && cut <= 1) return cut
  return refuseValue('threshold', value, 'a number from 0 to 1')
}

/** Does work and shows what has come of it. @throws {LeitongError} as {@link doWork}; `LOCKED` while there is other work on the review */
export const work = (project: Project, machine: Machine, asked: Work, hooks: WorkHooks = {}): Promise<void> =>
  project.alone(async () => project.take(await doWork(project, machine, asked, hooks)))

/** @throws {LeitongError} as a batch does; `SOURCE_MISSING` for a laboratory before the first run */
export async function doWork(project: Project, machine: Machine, asked: Work, hooks: WorkHooks = {}): Promise<Done> {
  if (asked.work === 'run') {
    const { work: _, ...changes } = asked
    return makeRun(project, machine, changes, hooks)
  }
  if (asked.work === 'lab') {
    const { threshold } = project.run.head
    await makeLab(project.paths(machine), project.optionsOn(machine), project.labFolder, threshold, hooks)
    return { work: 'lab', run: project.number }
  }
  if (asked.work === 'apply') return makeApplied(project, machine, asked, hooks)
  // Of an index the last run has what there is to read.
  if (project.index !== undefined) project.run
  const found = await findFrequent(project.paths(machine), project.optionsOn(machine, {}, false), project.frequentPath, asked, hooks)
  return { work: 'passages', found }
}

async function makeRun(
  project: Project,
  machine: Machine,
  changes: Readonly<Record<string, unknown>>,
  { progress }: WorkHooks,
): Promise<Done> {
  const options = { ...project.options, ...changes }
  const run = project.number + 1
  const folder = folderOfRun(project.folder, run)
  rmSync(folder, { recursive: true, force: true })
  const [snapshot] = project.paths(machine, run)
  if (project.index !== undefined && snapshot !== undefined) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    await machine.writeIndex(project.index, snapshot)
  }
  const decided = new Map<string, Set<string>>()
  for (const act of standing(project.acts))
    for (const member of [...act.members, ...(act.from ?? [])]) {
      const name = nameOf(member)
      decided.set(name, (decided.get(name) ?? new Set()).add(member.digest))
    }
  const leftOut = project.leftOut.all.length
  const told = { ...(leftOut ? { leftOut } : {}), ...(project.hasRun ? { before: figuresOf(project.run.head) } : {}) }
  const { head, events } = await runReview(
    project.paths(machine, run),
    project.optionsOn(machine, changes),
    folder,
    decisionsFor(project),
    groupsOf(project),
    decided,
    told,
    progress,
  )
  const at = new Date().toISOString()
  keepEvents(
    folder,
    events.map((event) => ({ run, at, ...event })),
  )
  const { documents, groups, members } = head
  return { work: 'run', run, options, documents, groups, members }
}

/** The decisions of a run: those of the project, as they are now. Where people may go on deciding meanwhile, a copy. */
function decisionsFor({ own, decisionsPath, acts }: Project): string {
  if (own === undefined) {
    makeSafely(decisionsPath)
    return decisionsPath
  }
  const path = join(own, 'decisions.jsonl')
  mkdirSync(own, { recursive: true, mode: 0o700 })
  writeFileSync(path, acts.map((act) => `${toJson(act)}\n`).join(''), { mode: 0o600 })
  return path
}

/** For each digest the id of its group in the last run. */
function groupsOf(project: Project): Map<string, string> {
  const before = new Map<string, string>()
  if (!project.hasRun) return before
  const { head, columns } = project.run
  for (let group = 0; group < head.groups; group++)
    for (let member = columns.starts[group] as number; member < (columns.starts[group + 1] as number); member++)
      before.set(digestOf(columns, member), head.ids[group] as string)
  return before
}
