/** What a page asks of a queue, from the texts of its address. */
import { LeitongError } from '../errors.js'
import { readWrittenDate } from '../sources/rows/dates.js'
import type { Filter, Span } from './queue.js'
import { MARKS, type Mark } from './risk.js'
import { STATES, type State } from './states.js'

export type Query = Readonly<Record<string, string | undefined>>

/** What a query asks for. @throws {LeitongError} `OPTION_VALUE` */
export function filterOf(query: Query): Filter {
  const listOf = <Name extends string>(name: string, of: readonly Name[]) =>
    query[name] ? (query[name] as string).split(',').map((one) => choice(name, one, of) as Name) : undefined
  return {
    size: span('size', query['size']),
    similarity: span('similarity', query['similarity']),
    length: span('length', query['length']),
    time: days(query['time']),
    state: listOf<State>('state', STATES),
    marks: listOf<Mark>('marks', Object.keys(MARKS) as Mark[]),
    source: query['source'] ? (query['source'] as string).split(',').map((one) => whole('source', one, 0, 0xffff_ffff)) : undefined,
  }
}

function span(name: string, value: string | undefined): Span | undefined {
  if (!value) return undefined
  const [, from, to] = /^(\d+(?:\.\d+)?)?\.\.(\d+(?:\.\d+)?)?$/.exec(value) ?? refuse(name, value, 'a range, as 3..10')
  return { from: from === undefined ? undefined : Number(from), to: to === undefined ? undefined : Number(to) }
}

/** Days, both included, as milliseconds. */
function days(value: string | undefined): Span | undefined {
  if (!value) return undefined
  const wrong = (): never => refuse('time', value, 'days, as 2025-01-01..2025-03-31')
  const [, from, to] = /^(\d{4}-\d\d-\d\d)?\.\.(\d{4}-\d\d-\d\d)?$/.exec(value) ?? wrong()
  const at = (day: string | undefined) => (day === undefined ? undefined : (readWrittenDate(day)?.time.getTime() ?? wrong()))
  const last = at(to)
  return { from: at(from), to: last === undefined ? undefined : last + 86_400_000 - 1 }
}

export function choice(name: string, value: string, of: readonly string[]): string {
  return of.includes(value) ? value : refuse(name, value, `one of ${of.join(', ')}`)
}

export function whole(name: string, value: string | undefined, otherwise: number, most: number): number {
  if (value === undefined || value === '') return otherwise
  return /^\d{1,15}$/.test(value) && Number(value) <= most ? Number(value) : refuse(name, value, `a whole number up to ${most}`)
}

function refuse(name: string, value: string, expected: string): never {
  throw new LeitongError('OPTION_VALUE', name, JSON.stringify(value.slice(0, 64)), expected)
}
