/** The order that the process of a task gets: names of places become places. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { LeitongError } from '../../errors.js'
import { requireMergeable } from '../../jobs/dedupe/merged/asked.js'
import { isRulesFile, rulesOf } from '../../jobs/dedupe/merged/rules.js'
import type { CommandName } from '../../options/commands.js'
import { NO_MACHINE } from '../../options/running.js'
import { resolveOptions } from '../../resolving/resolve.js'
import type { FieldsInput } from '../../sources/rows/fields-file.js'
import { checkDecisions, type DecisionSource, decisionsPath } from '../indexes/decisions.js'
import { databaseUrl, placeOf, takeOptions } from '../options.js'
import type { Settings } from '../settings.js'
import type { TaskHost } from './host.js'
import { isReview, reviewOrder } from './review-task.js'
import { outputsOf, type TaskOrder, type TaskRequest, type TaskSource } from './task.js'

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
  const decided = kind === 'dedupe' && typeof decisions === 'object' && decisions !== null ? (decisions as DecisionSource) : undefined
  if (decided) checkDecisions(decided)
  const { fields, ...plain } = takeOptions(decided ? others : options, command, settings.folders)
  const isObject = typeof fields === 'object' && fields !== null
  if (isObject && kind !== 'dedupe')
    throw new LeitongError('SERVICE_PLACE', 'fields in the request of this task; name a file of an allowed folder')
  const given = isObject || fields === undefined ? plain : { ...plain, fields }
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
    ...(isObject ? { fields: fields as FieldsInput } : {}),
    ...(kind === 'dedupe' ? mergingOf(request, settings) : {}),
    ...(input === undefined ? {} : { input }),
    ...(url === undefined ? {} : { url }),
  }
}

/** @throws {LeitongError} `OPTION_CONFLICT`, `OPTION_VALUE`, `SERVICE_PLACE`, `SERVICE_MISSING`, `SOURCE_MISSING` */
function mergingOf(request: TaskRequest, settings: Settings): Pick<TaskOrder, 'merge' | 'groupsFrom'> {
  const { merge, groupsFrom } = request
  const outputs = outputsOf(request)
  const named = (output: 'merged' | 'mergeSources') => (outputs.includes(output) ? output : undefined)
  const earlier = groupsFrom && inputOf(groupsFrom, settings)
  // Kept records are an output of their own here.
  requireMergeable({ merge, groupsFrom: earlier, output: named('merged'), mergeSources: named('mergeSources') })
  if (merge === undefined) {
    if (named('merged')) throw new LeitongError('OPTION_CONFLICT', 'the output "merged" has no rules: give them as "merge"')
    return {}
  }
  return {
    merge: isRulesFile(merge) ? { file: placeOf(merge, settings.folders) } : { rules: rulesOf(merge) },
    ...(earlier === undefined ? {} : { groupsFrom: earlier }),
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
