/** The review over HTTP, without a server: what each route answers. A server hands requests in and writes answers out. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Member } from '../deciding/acts.js'
import { LeitongError } from '../errors.js'
import { parseJson } from '../reading/whole-numbers-json.js'
import { replaceFile } from '../writing/atomic-file.js'
import { OutputSet } from '../writing/output-set.js'
import { checkResultPath, resultContent } from '../writing/results.js'
import { activityOf } from './activity.js'
import { groupOf, planOf, queueOf } from './answers.js'
import { flagOf, nameOfWho, refuseValue } from './asked.js'
import { actsOf, checkBulk, countsOf, planBulk, previewOf } from './bulk.js'
import { passagesOf } from './frequent.js'
import { outsideOf, pairsAround, thresholdsOf } from './lab/thresholds.js'
import { appliedFile } from './outputs/applied.js'
import { decisionsOf, groupsOf } from './outputs/export.js'
import { reviewPage } from './outputs/review-page.js'
import type { Machine, Project, ReviewEvent } from './project.js'
import type { ListedReview, Reviews } from './reviews.js'
import { checkOptions, digestOf } from './run.js'
import { whyOf } from './why.js'
import { indexIn } from './work/source.js'
import { cutOf } from './work/work.js'

export { ACTS } from '../deciding/acts.js'

export interface ReviewRequest {
  readonly verb: 'GET' | 'POST' | 'DELETE'
  /** Behind `/review`, decoded: `['letters', 'queue']`. */
  readonly path: readonly string[]
  readonly query: Readonly<Record<string, string | undefined>>
  readonly body?: unknown
  /** The id of the key that it came with. */
  readonly key?: string
}

export type ReviewAnswer =
  | { readonly status: number; readonly json: unknown }
  /** A file to be sent under this name; `done` is called when it was. */
  | { readonly file: string; readonly name: string; readonly type: string; readonly done?: () => void }
  /** A stream of events, until it is stopped. */
  | { readonly listen: (send: (event: ReviewEvent) => void) => () => void }

/** What is told of work beside a review: `isRunning`, and the task. */
export type WorkOn = (review: string) => object | undefined

const TYPES: Readonly<Record<string, string>> = {
  jsonl: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/**
 * Answers one request. Runs and other long work are not among them, see work/work.ts.
 *
 * @param workOn  the last work on a review that somebody else does, to be told beside it
 * @returns undefined where there is no such route
 * @throws {LeitongError} for requests that cannot be answered
 */
export async function answerReview(
  reviews: Reviews,
  request: ReviewRequest,
  bare: Machine,
  workOn: WorkOn = () => undefined,
): Promise<ReviewAnswer | undefined> {
  const { verb, path, query, body, key } = request
  const [name, what, id] = path
  const json = (value: unknown, status = 200) => ({ status, json: value })
  const described = (one: ListedReview) => ({ ...one.describe(), ...workOn(one.name) })
  if (name === undefined) {
    if (verb === 'GET') return json({ reviews: reviews.list().map(described) })
    const { name: wanted, source, options, decisions } = objectOf(body)
    if (typeof wanted !== 'string') throw new LeitongError('OPTION_VALUE', 'name', JSON.stringify(wanted ?? null), 'a text')
    if (!Array.isArray(source) || !source.length || !source.every((one) => typeof one === 'string'))
      throw new LeitongError('OPTION_VALUE', 'source', JSON.stringify(source ?? null), 'a list of texts')
    if (decisions !== undefined && (typeof decisions !== 'string' || !decisions))
      throw new LeitongError('OPTION_VALUE', 'decisions', JSON.stringify(decisions).slice(0, 64), 'the name of a file')
    const given = objectOf(options ?? {})
    // Refused now, not when it is run.
    if (indexIn(source) === undefined) bare.paths(source)
    checkOptions(bare.options(given))
    const [decided] = decisions === undefined ? [] : bare.paths([decisions])
    return json(described(reviews.create(wanted, source, given, decided)), 201)
  }
  if (verb === 'DELETE') {
    if (what !== undefined) return undefined
    reviews.remove(name)
    return json({ removed: name })
  }
  const project = reviews.get(name)
  const machine = project.seenBy(bare)
  if (verb === 'GET') {
    if (what === undefined) return json(described(project))
    if (what === 'queue') return json(await queueOf(project, query, machine))
    if (what === 'groups' && id !== undefined) return json(groupOf(project, id, query, machine))
    if (what === 'outside' && id !== undefined) return json(outsideOf(project, id, machine))
    if (what === 'lab' && id === 'pairs') return json({ pairs: pairsAround(project, cutOf(query['at']), 5, machine) })
    if (what === 'lab') return json(thresholdsOf(project))
    if (what === 'passages') return json(passagesOf(project, machine))
    if (what === 'presets') return json({ presets: project.presets.all })
    if (what === 'why' && id !== undefined) return json(whyOf(project, id, query['place'], machine))
    if (what === 'activity') return json(activityOf(project, query))
    if (what === 'plan') return json(planOf(project))
    if (what === 'events') return { listen: (send) => project.listen((event) => send(project.isMasked ? withoutIds(event) : event)) }
    if (what === 'export' && id !== undefined) return exported(project, id, machine)
    if (what === 'applied' && id !== undefined) return applied(project, id)
    return undefined
  }
  if (what === 'passages' && id !== undefined) {
    const { on, by } = objectOf(body)
    project.leaveOut(id, flagOf('on', on), nameOfWho(by))
    return json(passagesOf(project, machine))
  }
  if (what === 'masking') {
    const { on, by } = objectOf(body)
    project.setMasked(flagOf('on', on), nameOfWho(by), key)
    return json(described(project))
  }
  if (what === 'unmask' && id !== undefined) {
    const { by } = objectOf(body)
    project.unmask(id, nameOfWho(by), key)
    return json(groupOf(project, id, query, bare))
  }
  if (what === 'presets') {
    const { name: preset, rule, by } = objectOf(body)
    project.presets.save(preset, rule, by)
    return json({ presets: project.presets.all })
  }
  if (what === 'bulk') return bulk(project, objectOf(body), machine)
  if (what === 'acts') return act(project, objectOf(body))
  return undefined
}

/** A member by its group and its place in it, so that ids and digests need not travel. */
interface Place {
  readonly group: string
  readonly place: number
  /** Of a document beside the groups instead: its place in the laboratory, and when that was made. */
  readonly lab: number
  readonly at: string
}

function act(project: Project, body: Readonly<Record<string, unknown>>): ReviewAnswer {
  const { by: who, seen, run, members = [], from, ...rest } = body
  const by = nameOfWho(who)
  if (rest['act'] === 'undo' && typeof rest['batch'] === 'string') {
    const undone = project.undoAll(rest['batch'], by)
    return { status: 201, json: { ...undone, groups: [], states: project.run.states() } }
  }
  // Places are of one run: in the next they may be other documents.
  const isBehind = run !== project.number
  if (rest['act'] !== 'undo' && isBehind) return { status: 409, json: { conflict: 'run', run: project.number } }
  const given = {
    ...rest,
    ...(rest['act'] === 'undo' ? {} : { members: membersAt(project, members) }),
    ...(from === undefined ? {} : { from: membersAt(project, from) }),
  }
  const done = project.act(given, by, typeof seen === 'number' ? seen : undefined)
  if ('others' in done)
    return {
      status: 409,
      json: {
        conflict: 'others',
        others: done.others.map(({ act: kind, by: who, at }) => ({ act: kind, by: who, at })),
        revision: project.revision,
      },
    }
  const { act: kept, ...rests } = done
  return { status: 201, json: { key: kept.key, act: kept.act, ...rests, states: project.run.states() } }
}

/** Counted first: what is done is what was shown, or nothing. */
async function bulk(project: Project, body: Readonly<Record<string, unknown>>, machine: Machine): Promise<ReviewAnswer> {
  const { by: who, run, preview, groups, ...rest } = body
  const asked = checkBulk(rest)
  if (preview === true) return { status: 200, json: { ...(await previewOf(project, asked, machine)), run: project.number } }
  const by = nameOfWho(who)
  if (run !== project.number) return { status: 409, json: { conflict: 'run', run: project.number } }
  const seen = project.revision
  const { planned } = await planBulk(project, asked)
  const counts = countsOf(planned)
  if (counts.groups !== groups) return { status: 409, json: { conflict: 'count', ...counts } }
  const { count, ...done } = project.actAll(actsOf(project, asked.act, planned), by, seen)
  return { status: 200, json: { ...done, ...counts, groups: count, states: project.run.states() } }
}

function membersAt(project: Project, value: unknown): Member[] {
  const wrong = (): never => {
    throw new LeitongError('DECISIONS_FILE', 'the act', 'members are a list of { group, place }')
  }
  if (!Array.isArray(value)) return wrong()
  const { run } = project
  return (value as Partial<Place>[]).map((one) => {
    const { group, place, lab, at } = one ?? {}
    if (lab !== undefined) {
      if (!Number.isInteger(lab) || lab < 0 || lab >= project.lab.digests.length || at !== project.lab.head.at) return wrong()
      return { digest: project.lab.digests[lab] as string, id: parseJson(project.lab.payload(lab).id) }
    }
    if (typeof group !== 'string' || !Number.isInteger(place)) return wrong()
    const number = run.numberOf(group)
    if (number === undefined || (place as number) < 0 || (place as number) >= run.sizeOf(number)) return wrong()
    const member = (run.columns.starts[number] as number) + (place as number)
    return { digest: digestOf(run.columns, member), id: parseJson(run.payload(member).id) }
  })
}

/** Acts name documents; where personal data is hidden, their names are not told to everybody. */
const withoutIds = (event: ReviewEvent): ReviewEvent =>
  event.kind === 'act' ? { ...event, act: { ...event.act, members: [], from: [] } } : event

function applied(project: Project, name: string): ReviewAnswer | undefined {
  const file = appliedFile(project.folder, name)
  return file === undefined
    ? undefined
    : { file, name: `${project.name}-${name}`, type: TYPES[name.split('.')[1] as string] ?? 'application/octet-stream' }
}

async function exported(project: Project, name: string, machine: Machine): Promise<ReviewAnswer | undefined> {
  if (name === 'review.html') {
    const write = (path: string) => new OutputSet({ page: path }).write(() => reviewPage(project, machine))
    return { ...(await writtenApart(project, name, write)), type: 'text/html; charset=utf-8' }
  }
  const [, what, ending] = /^(groups|decisions)\.(jsonl|csv|xlsx)$/.exec(name) ?? []
  if (what === undefined || ending === undefined) return undefined
  const write = async (path: string) => {
    checkResultPath(path)
    const content = resultContent(path, what === 'groups' ? groupsOf(project) : decisionsOf(project))
    if (typeof content === 'function') await content(path)
    else {
      const parts: Uint8Array[] = []
      for await (const part of content) parts.push(part)
      replaceFile(path, Buffer.concat(parts))
    }
  }
  return { ...(await writtenApart(project, name, write)), type: TYPES[ending] as string }
}

/** Exports that a process left behind when it died are removed after a day, in milliseconds. */
const LEFT_BEHIND = 86_400_000

/** Writes an export into a folder of its own, which goes when it was sent: another may be written, and sent, at once. */
async function writtenApart(project: Project, name: string, write: (path: string) => Promise<unknown>) {
  const all = join(project.folder, 'out')
  mkdirSync(all, { recursive: true, mode: 0o700 })
  for (const left of readdirSync(all)) {
    const path = join(all, left)
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (age > LEFT_BEHIND) rmSync(path, { recursive: true, force: true })
  }
  const folder = mkdtempSync(join(all, 'export-'))
  const done = () => rmSync(folder, { recursive: true, force: true })
  try {
    await write(join(folder, name))
  } catch (error) {
    done()
    throw error
  }
  return { file: join(folder, name), name: `${project.name}-${name}`, done }
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Readonly<Record<string, unknown>>
  return refuseValue('body', value, 'a JSON object')
}
