/** What a page asks of a review, as plain data: the queue in parts, a group, a preview of what would go. */
import { type Difference, differing } from '../comparing/deciding.js'
import { rowTitles } from '../comparing/row-title.js'
import { nameOf } from '../deciding/acts.js'
import { LeitongError } from '../errors.js'
import type { RowsSummary } from '../jobs/dedupe/rows/summary.js'
import type { Payload, RunHead } from './files.js'
import { choice, filterOf, type Query, whole } from './filters.js'
import type { Machine, Project } from './project.js'
import { SORTS, type Sort } from './queue.js'
import { MARKS, type Mark } from './risk.js'

/** Groups of one answer, and members of one. */
const MOST_GROUPS = 200
const MOST_MEMBERS = 100
/** Events of a group, and groups of one event, that are told. */
const MOST_EVENTS = 50
/** UTF-16 units of a text that are shown, and of one in the list. */
const TEXT = 20_000
const LISTED = 160
/** UTF-16 units of two texts that the list tells the differences of, and how many it tells. */
const HELD_AGAINST = 3000
const MOST_DIFFERENCES = 3
/** UTF-16 units of one side of a difference. */
const LONGEST_DIFFERENCE = 40

/**
 * A part of the queue, with counts and facets.
 *
 * @param query  `offset`, `limit`, `sort`, `q`, ranges as `size=3..10`, lists as `state=open,partly`; instead of an offset `after=GROUP` for what
 *               comes behind a group in this order, whether it fits still or not, or `around=GROUP` for the part that a group stands in
 * @throws {LeitongError} `OPTION_VALUE`
 */
export async function queueOf(project: Project, query: Query, { shown, mask }: Machine) {
  const { run } = project
  const { head, columns } = run
  const sort = choice('sort', query['sort'] ?? 'risk', SORTS) as Sort
  const limit = whole('limit', query['limit'], 50, MOST_GROUPS)
  const { found, facets } = await run.select(filterOf(query), sort, (query['q'] ?? '').trim())
  const placeOf = (id: string) => {
    const group = run.numberOf(id)
    if (group === undefined) return undefined
    const place = run.placeIn(found, sort, group)
    return { place, next: found[place] === group ? place + 1 : place }
  }
  const after = query['after'] ? placeOf(query['after']) : undefined
  const around = query['around'] ? placeOf(query['around']) : undefined
  const offset =
    after?.next ?? (around ? around.place - (around.place % limit) : whole('offset', query['offset'], 0, Number.MAX_SAFE_INTEGER))
  const titleOf = titles()
  const groups = Array.from(found.subarray(offset, offset + limit), (group) => {
    const plainFirst = run.payload(columns.starts[group] as number)
    const first = mask ? mask.payload(short(plainFirst)) : plainFirst
    return {
      id: head.ids[group] as string,
      name: shown(plain(first.id)),
      title: titleOf(first).slice(0, LISTED),
      text: first.text.slice(0, LISTED),
      size: run.sizeOf(group),
      low: number(columns.low[group]),
      risk: number(columns.risk[group]),
      marks: marksOf(columns.marks[group] as number),
      differs: differencesOf(project, group, plainFirst, mask),
      state: run.state(group),
    }
  })
  return {
    total: head.groups,
    found: found.length,
    offset,
    ...(around ? { place: around.place } : {}),
    groups,
    facets,
    sources: head.sources.map(shown),
    ...(head.timeField === undefined ? {} : { timeField: head.timeField }),
    states: run.states(),
    revision: project.revision,
  }
}

/** Of rows under a model of chances: the bits that two rows drawn by chance start with, to which each field adds its own. */
function priorOf({ summary }: RunHead): { readonly prior?: number } {
  const { rows } = summary as { readonly rows?: RowsSummary }
  const { prior, way } = rows?.model ?? {}
  return prior === undefined || way !== undefined ? {} : { prior: Math.log2(prior / (1 - prior)) }
}

/** A group with a part of its members. @throws {LeitongError} `SOURCE_MISSING` */
export function groupOf(project: Project, id: string, query: Query, { shown, mask }: Machine) {
  const { run } = project
  const { head, columns } = run
  const group = run.numberOf(id)
  if (group === undefined) throw new LeitongError('SOURCE_MISSING', id.slice(0, 64), 'no group of this id in the last run')
  const offset = whole('offset', query['offset'], 0, Number.MAX_SAFE_INTEGER)
  const state = run.stateOf(group)
  const from = columns.starts[group] as number
  const size = run.sizeOf(group)
  // The reference is always among them, whatever part is asked for.
  const places = new Set([0, state.kept])
  for (let i = offset; i < Math.min(size, offset + MOST_MEMBERS); i++) places.add(i)
  const titleOf = titles()
  const members = [...places].map((place) => {
    const payload = run.payload(from + place)
    const masked = mask ? mask.payload(payload) : payload
    const { id: json, text, fields, extra, person, contributions } = masked
    return {
      place,
      name: shown(plain(json)),
      title: titleOf(masked),
      text: text.slice(0, TEXT),
      ...(text.length > TEXT ? { cut: true } : {}),
      ...(fields ? { fields } : {}),
      ...(extra ? { extra } : {}),
      ...(person ? { person } : {}),
      ...(contributions ? { contributions } : {}),
      similarity: number(columns.similarity[from + place]),
      state: state.members[place],
    }
  })
  return {
    id,
    size,
    low: number(columns.low[group]),
    high: number(columns.high[group]),
    risk: number(columns.risk[group]),
    marks: marksOf(columns.marks[group] as number),
    source: shown(head.sources[columns.source[group] as number] ?? ''),
    state: state.state,
    kept: state.kept,
    members,
    states: state.members,
    conflicts: state.conflicts.map(({ a, b, act }) => ({ a: shown(nameOf(a)), b: shown(nameOf(b)), by: act.by, at: act.at })),
    acts: run.actsOn(group).map(({ key, act, by, at, note, members: named, batch }) => ({
      key,
      act,
      by,
      at,
      note: note ?? '',
      members: named.length,
      ...(batch === undefined ? {} : { batch }),
    })),
    became: project.history
      .of(id)
      .slice(-MOST_EVENTS)
      .map(({ run: number, at, event, group: of, others }) => ({
        run: number,
        at,
        event,
        group: of,
        others: others.slice(0, MOST_EVENTS).map((other) => ({ id: other, isThere: run.numberOf(other) !== undefined })),
      })),
    threshold: head.threshold,
    ...priorOf(head),
    ...(head.timeField === undefined ? {} : { timeField: head.timeField }),
    revision: project.revision,
  }
}

/** What tells the second member of a group from the first: values of fields, or numbers and names in the texts. */
function differencesOf({ run }: Project, group: number, first: Payload, mask: Machine['mask']): Difference[] {
  const { marks, starts } = run.columns
  if (!((marks[group] as number) & (MARKS.numbers | MARKS.names | MARKS.fields)) || run.sizeOf(group) < 2) return []
  const cut = (payload: Payload): Payload => {
    const short = { ...payload, text: payload.text.slice(0, HELD_AGAINST) }
    return mask ? mask.payload(short) : short
  }
  const [left, right] = [cut(first), cut(run.payload((starts[group] as number) + 1))]
  const others = new Map(right.fields)
  const found = left.fields
    ? left.fields.flatMap(([name, value]): Difference[] => (others.get(name) === value ? [] : [[value, others.get(name) ?? '']]))
    : differing(left.text, right.text, MOST_DIFFERENCES)
  if (!left.fields && (left.person ?? '') !== (right.person ?? '')) found.unshift([left.person ?? '', right.person ?? ''])
  return found.slice(0, MOST_DIFFERENCES).map(([a, b]) => [a.slice(0, LONGEST_DIFFERENCE), b.slice(0, LONGEST_DIFFERENCE)])
}

/** As much as the list shows, and what a mask at its end needs. */
const short = ({ id, title, text, fields, person }: Payload): Payload => ({
  id,
  title: title.slice(0, 2 * LISTED),
  text: text.slice(0, 2 * LISTED),
  ...(fields ? { fields: fields.map(([name, value]) => [name, value.slice(0, 2 * LISTED)] as const) } : {}),
  ...(person ? { person } : {}),
})

/** The titles of documents as they are shown; of rows without one what the column says that names them. */
function titles(): (payload: Payload) => string {
  const titleOf = rowTitles()
  return ({ title, fields }) => title || (fields ? titleOf(fields) : '')
}

/** Members of a group as people call them. */
export const namesOf = ({ run }: Project, group: number, places: readonly number[], { shown }: Machine): string[] =>
  places.map((place) => shown(plain(run.payload((run.columns.starts[group] as number) + place).id)))

/** How the texts of members begin, masked where the review is; the title where there is no text. */
export const beginningsOf = ({ run }: Project, group: number, places: readonly number[], { mask }: Machine): string[] =>
  places.map((place) => {
    const payload = short(run.payload((run.columns.starts[group] as number) + place))
    const { title, text } = mask ? mask.payload(payload) : payload
    return (text || title).slice(0, LISTED)
  })

/** What applying would do, and the key that it is asked for with: nothing is removed that people have not called a duplicate. */
export function planOf(project: Project) {
  const { run } = project
  const { head } = run
  let removed = 0
  for (let group = 0; group < head.groups; group++) {
    if (run.state(group) === 'open') continue
    removed += run.stateOf(group).members.filter((state) => state === 'duplicate').length
  }
  return {
    documents: head.documents,
    removed,
    kept: head.documents - removed,
    states: run.states(),
    key: `${project.number}.${project.revision}`,
  }
}

/** @throws {LeitongError} `SERVICE_CONFLICT` where something was decided or run since the plan was shown, `SOURCE_MISSING` before the first run */
export function requirePlan(project: Project, plan: string): void {
  if (planOf(project).key !== plan) throw new LeitongError('SERVICE_CONFLICT', 'a later plan of this review: look at it again')
}

const marksOf = (bits: number): Mark[] => (Object.keys(MARKS) as Mark[]).filter((mark) => bits & MARKS[mark])
const number = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : Math.round(value * 1e6) / 1e6
/** An id as people read it. */
const plain = (json: string): string => {
  const value: unknown = JSON.parse(json)
  return typeof value === 'string' ? value : json
}
