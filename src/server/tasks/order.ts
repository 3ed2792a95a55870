/** Checks of what a task is asked for, and the order that its process gets: names of places become places. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { LeitongError } from '../../errors.js'
import type { CommandName } from '../../options/commands.js'
import { NO_MACHINE } from '../../options/running.js'
import { resolveOptions } from '../../resolving/resolve.js'
import { checkDecisions, decisionsPath } from '../indexes/decisions.js'
import { INDEX_NAME } from '../indexes/indexes.js'
import { databaseUrl, placeOf, takeOptions } from '../options.js'
import type { Settings } from '../settings.js'
import type { TaskHost } from './host.js'
import { isReview, reviewOrder } from './review-task.js'
import { TASK_KINDS, TASK_OUTPUTS, type TaskKind, type TaskOrder, type TaskRequest, type TaskSource } from './task.js'

const refuse = (what: string): never => {
  throw new LeitongError('SERVICE_REQUEST', what)
}

/** What each kind takes. */
const TAKES: Readonly<Record<(typeof TASK_KINDS)[number], readonly string[]>> = {
  dedupe: ['source', 'options', 'outputs'],
  tune: ['source', 'options'],
  import: ['source', 'index'],
  export: ['index'],
  compact: ['index'],
}

/** @throws {LeitongError} `SERVICE_REQUEST` */
export function requestOf(body: Readonly<Record<string, unknown>>): TaskRequest {
  const { kind } = body
  if (!TASK_KINDS.includes(kind as never)) return refuse(`"kind" is one of ${TASK_KINDS.join(', ')}`)
  const takes = TAKES[kind as keyof typeof TAKES]
  for (const name of Object.keys(body))
    if (name !== 'kind' && !takes.includes(name)) refuse(`"${name.slice(0, 80)}" is not for a task of this kind`)
  if (takes.includes('source')) checkSource(body['source'], kind as TaskKind)
  if (takes.includes('index') && !(typeof body['index'] === 'string' && new RegExp(INDEX_NAME).test(body['index'])))
    refuse('"index" is the name of an index')
  const { outputs } = body
  if (
    outputs !== undefined &&
    !(Array.isArray(outputs) && outputs.length && outputs.every((output) => TASK_OUTPUTS.includes(output as never)))
  )
    refuse(`"outputs" is a list of ${TASK_OUTPUTS.join(', ')}`)
  return body as unknown as TaskRequest
}

function checkSource(source: unknown, kind: TaskKind): void {
  const is = (typeof source === 'object' && source !== null ? source : {}) as Readonly<Record<string, unknown>>
  const names = Object.keys(is).sort().join()
  const areTexts = Object.values(is).every((value) => typeof value === 'string' && value.length > 0 && value.length <= 1000)
  const allowed = kind === 'import' ? ['upload', 'file'] : ['upload', 'file', 'database,table']
  if (!areTexts || !allowed.includes(names)) refuse('"source" is {"upload"}, {"file"} or {"database", "table"}')
}

/**
 * The order to the process of a task.
 *
 * @param folder  of results
 * @throws {LeitongError} `SERVICE_PLACE`, `SERVICE_MISSING`, `SOURCE_MISSING`, `INDEX_MISSING` and for wrong options
 */
export async function orderOf(request: TaskRequest, folder: string, { settings, indexes, reviews }: TaskHost): Promise<TaskOrder> {
  if (isReview(request)) return reviewOrder(request, folder, { settings, indexes, reviews })
  const { kind, source, index, options } = request
  const command: CommandName = kind === 'tune' ? 'tune' : 'dedupe'
  // An object names a review, or a file, as indexes take it.
  const { decisions, ...others } = options ?? {}
  const decided = kind === 'dedupe' && typeof decisions === 'object' ? checkDecisions(decisions) : undefined
  const given = takeOptions(decided ? others : options, command, settings.folders)
  if (typeof given['fields'] === 'object')
    throw new LeitongError('SERVICE_PLACE', 'fields in the request; name a file of an allowed folder')
  const input = source && inputOf(source, settings)
  const table = source && 'table' in source ? { table: source.table } : {}
  resolveOptions([{ values: given, where: 'in the options' }], NO_MACHINE)
  // An import makes its index; the others need one.
  const url = index === undefined ? undefined : kind === 'import' ? indexes.urlOfNew(index) : await indexes.requireIndex(index)
  return {
    request,
    folder,
    places: settings.folders,
    options: { ...given, ...table, ...(decided ? { decisions: decisionsPath(decided, settings) } : {}) },
    ...(input === undefined ? {} : { input }),
    ...(url === undefined ? {} : { url }),
  }
}

function inputOf(source: TaskSource, { data, folders, databases }: Settings): string {
  if ('file' in source) return placeOf(source.file, folders)
  if ('upload' in source) return uploadPath(data, source.upload)
  return databaseUrl(source.database, databases)
}

/** @throws {LeitongError} `SERVICE_MISSING` */
export function uploadPath(data: string, id: string): string {
  const missing = new LeitongError('SERVICE_MISSING', 'upload of this id')
  if (!/^[0-9a-f]{24}$/.test(id)) throw missing
  try {
    const [name] = readdirSync(join(data, 'uploads', id)).filter((entry) => !entry.startsWith('.'))
    if (name === undefined) throw missing
    return join(data, 'uploads', id, name)
  } catch {
    throw missing
  }
}
