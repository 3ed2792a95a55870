/** Options in requests: those of the table that say nothing of this machine, and files by the name of an allowed folder. */

import { realpathSync } from 'node:fs'
import { isAbsolute, join, normalize } from 'node:path'
import { LeitongError } from '../errors.js'
import type { CommandName } from '../options/commands.js'
import type { Kind } from '../options/option.js'
import { type OptionName, optionsOf } from '../options/options.js'
import { isQuery } from '../reading/copied/query.js'
import { isObjectUrl, isUrl } from '../reading/inputs.js'
import { nameOf, nearestName } from '../resolving/names.js'
import { requireOwnOptions } from '../resolving/own-options.js'
import { OPTIONS } from '../resolving/table.js'
import { checkFields } from '../sources/rows/fields-file.js'

/** These are the business of who runs the service. */
const OF_THE_MACHINE = 'Running'
/** Values that name nothing on disk, though the option can. */
const BUILT_IN: Readonly<Partial<Record<OptionName, readonly string[]>>> = { stopWords: ['zh', 'en', 'none'], model: ['input'] }

/** These name rows by a language of their own, in which a database can be told anything; a source names its table. */
const IN_SQL: readonly string[] = ['query', 'table']

/** The options that requests may give; an index has a member of its own for decisions. */
export const requestOptions = (command: CommandName): readonly OptionName[] =>
  optionsOf(command).filter(
    (name) => OPTIONS[name].group !== OF_THE_MACHINE && !IN_SQL.includes(name) && !(command === 'index create' && name === 'decisions'),
  )

/**
 * Options of a request, with files in the place of their names: the one check of all requests that take options. Nothing in them reaches a
 * database as SQL, and nothing names a place that the settings do not.
 *
 * @param places  folders that requests may name files of
 * @throws {LeitongError} `SERVICE_REQUEST`, `SERVICE_PLACE`, `OPTION_UNKNOWN`, `OPTION_CONFLICT`, `FIELDS_FILE`
 */
export function takeOptions(
  given: unknown,
  command: CommandName,
  places: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> {
  if (given === undefined) return {}
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new LeitongError('SERVICE_REQUEST', '"options" is no object')
  const known = requestOptions(command)
  const taken = Object.fromEntries(
    Object.entries(given).map(([spelled, value]) => {
      const name = nameOf(spelled) as OptionName
      if (IN_SQL.includes(name)) throw new LeitongError('SERVICE_PLACE', `the option "${name}"; "source" names the table`)
      if (!known.includes(name)) {
        const guess = nearestName(name)
        const isKnown = guess !== undefined && known.includes(nameOf(guess) as OptionName)
        throw new LeitongError('OPTION_UNKNOWN', spelled, 'in the options of the request', isKnown ? guess : undefined)
      }
      return [name, OPTIONS[name].readsFiles ? inPlaces(name, value, places) : value]
    }),
  )
  requireNoSql(taken['fields'])
  if (command !== 'compare') requireOwnOptions(taken)
  return taken
}

/** Fields that stand in the request itself. @throws {LeitongError} `SERVICE_PLACE`, `FIELDS_FILE` */
function requireNoSql(fields: unknown): void {
  if (typeof fields !== 'object') return
  const { where } = checkFields(fields, 'the fields of the request')
  if (where !== undefined) throw new LeitongError('SERVICE_PLACE', '"where" of fields, which a database reads as SQL')
}

function inPlaces(name: OptionName, value: unknown, places: Readonly<Record<string, string>>): unknown {
  if (Array.isArray(value)) return value.map((one) => inPlaces(name, one, places))
  // An object says itself what a file would say.
  if (typeof value !== 'string') return value
  if (value.includes(',')) return inPlaces(name, value.split(','), places)
  return BUILT_IN[name]?.includes(value) ? value : placeOf(value, places)
}

/**
 * Sees that a request names a file where it names one: the command takes queries and URLs there too.
 *
 * @throws {LeitongError} `SERVICE_PLACE`, with what to do instead
 */
export function requireFile(named: string): void {
  if (isQuery(named))
    throw new LeitongError(
      'SERVICE_PLACE',
      'a query ("sql:"), which would read whatever this process may: run it yourself with leitong dedupe or DuckDB, and name the file that it writes',
    )
  if (isObjectUrl(named) || isUrl(named))
    throw new LeitongError(
      'SERVICE_PLACE',
      `a URL ("${named.slice(0, named.indexOf(':'))}:") as a file: copy it into a folder that may be used`,
    )
}

/**
 * The path of a file that a request names as `FOLDER/path`.
 *
 * @throws {LeitongError} `SERVICE_PLACE`, also for a link that leads out of the folder
 */
export function placeOf(named: string, places: Readonly<Record<string, string>>): string {
  requireFile(named)
  const [name = '', ...rest] = named.split('/')
  const inside = normalize(rest.join('/') || '.')
  const folder = Object.hasOwn(places, name) ? places[name] : undefined
  const refused = new LeitongError('SERVICE_PLACE', `"${named.slice(0, 80)}"; files are named FOLDER/PATH`)
  if (folder === undefined || named.includes('\0') || named.includes('\\') || isAbsolute(inside) || inside.split('/').includes('..'))
    throw refused
  try {
    const root = realpathSync(folder)
    const path = realpathSync(join(root, inside))
    if (path !== root && !path.startsWith(`${root}/`)) throw refused
    return path
  } catch (error) {
    if (error === refused) throw refused
    throw new LeitongError('SOURCE_MISSING', named)
  }
}

/**
 * Options that come in the head of an export, which anyone may have written: files that they name lie in allowed folders.
 *
 * @throws {LeitongError} `SERVICE_PLACE`, also for options of the machine
 */
export function checkImported(options: object, places: Readonly<Record<string, string>>): void {
  for (const [spelled, value] of Object.entries(options)) {
    const name = nameOf(spelled) as OptionName
    const spec = Object.hasOwn(OPTIONS, name) ? OPTIONS[name] : undefined
    if (spec?.group === OF_THE_MACHINE) throw new LeitongError('SERVICE_PLACE', `the option "${name}" of an export`)
    // A model that the export itself holds is not read again; its option is a checksum.
    if (!(spec && 'readsFiles' in spec) || (name === 'model' && 'modelData' in options)) continue
    const named = (Array.isArray(value) ? value : [value]).flatMap((one) => (typeof one === 'string' ? one.split(',') : []))
    for (const path of named) if (!BUILT_IN[name]?.includes(path) && !isInside(path, places)) refusePath(name, path)
  }
}

/** What there is elsewhere is not told: a path that leads nowhere is refused as well. */
function isInside(path: string, places: Readonly<Record<string, string>>): boolean {
  try {
    const real = realpathSync(path)
    return isAbsolute(path) && Object.values(places).some((folder) => real.startsWith(`${realpathSync(folder)}/`))
  } catch {
    return false
  }
}

function refusePath(name: string, path: string): never {
  throw new LeitongError('SERVICE_PLACE', `"${path.slice(0, 80)}", which the export names as "${name}"`)
}

const choiceOf = (of: readonly (string | number)[]) => ({
  type: of.every((value) => typeof value === 'number') ? 'integer' : 'string',
  enum: [...of],
})

/** The schema of an option's value, in JSON Schema. */
export function schemaOf(spec: Kind & { readonly help: string }): object {
  const description = spec.help
  switch (spec.kind) {
    case 'flag':
      return { type: 'boolean', description }
    case 'integer':
    case 'number': {
      const { min: minimum, max: maximum, also } = spec
      const range = { type: spec.kind, minimum, maximum }
      return also === undefined ? { ...range, description } : { anyOf: [range, { type: spec.kind, enum: [also] }], description }
    }
    case 'bytes':
      return { anyOf: [{ type: 'integer', minimum: spec.min, maximum: spec.max }, { type: 'string' }], description }
    case 'choice':
      return { ...choiceOf(spec.of), description }
    case 'list':
      return { type: 'array', items: spec.of ? choiceOf(spec.of) : { type: 'string', minLength: 1 }, description }
    case 'text':
      return { type: 'string', minLength: 1, description }
  }
}

/**
 * The schema of the options of a command in requests.
 *
 * @param title    its name in the document of the API, which ends in `Options`
 * @param instead  schemas of options that take something else in this place; undefined where they are not taken
 */
export const optionsSchema = (command: CommandName, title: string, instead: Readonly<Record<string, object | undefined>> = {}) => ({
  title,
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(
    requestOptions(command).flatMap((name): [string, object][] => {
      const spec = OPTIONS[name]
      // A fields file may stand in the request itself.
      const own = name === 'fields' ? { anyOf: [schemaOf(spec), { type: 'object' }], description: spec.help } : schemaOf(spec)
      const schema = Object.hasOwn(instead, name) ? instead[name] : own
      return schema ? [[spec.spelled ?? name, schema]] : []
    }),
  ),
})

/**
 * The URL of a database that the settings name.
 *
 * @throws {LeitongError} `SERVICE_PLACE`
 */
export function databaseUrl(name: string, databases: Readonly<Record<string, string>>): string {
  const url = Object.hasOwn(databases, name) ? databases[name] : undefined
  if (url === undefined) throw new LeitongError('SERVICE_PLACE', `a database "${name.slice(0, 80)}"`)
  return url
}
