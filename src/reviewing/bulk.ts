/** Acts on all groups that fit a filter: first counted and shown, then done as one, and undone as one. */
import { setImmediate as pause } from 'node:timers/promises'
import { LeitongError } from '../errors.js'
import type { DateOrder } from '../sources/rows/dates.js'
import { beginningsOf, namesOf } from './answers.js'
import { refuseValue } from './asked.js'
import { filterOf, type Query } from './filters.js'
import { checkRule, choose, RankedColumns, type ReviewRule } from './keeping.js'
import type { Machine, Project } from './project.js'
import type { MemberState } from './states.js'

export const BULK_ACTS = ['duplicate', 'distinct', 'defer'] as const
export type BulkAct = (typeof BULK_ACTS)[number]

/** Groups that are looked at before others have their turn, and groups of a preview. */
const TURN = 200
const SHOWN = 50
/** Members of a group that are set apart from each other in one act: their pairs grow with the square. */
const MOST_APART = 100

export interface Bulk {
  readonly act: BulkAct
  readonly rule: readonly ReviewRule[]
  readonly filter: Query
}

/** What is to be done with one group: the place that stays first, then those that the act is about. */
interface Planned {
  readonly group: number
  readonly places: readonly number[]
  /** Places that people called duplicates of the one that stays, where the act leaves them so. */
  readonly together: readonly number[]
  /** The place that stays without the rule. */
  readonly was: number
}

/** @throws {LeitongError} `OPTION_VALUE` */
export function checkBulk({ act, rule, filter = {} }: Readonly<Record<string, unknown>>): Bulk {
  if (!BULK_ACTS.includes(act as BulkAct)) refuseValue('act', act, BULK_ACTS.join(' or '))
  if (
    typeof filter !== 'object' ||
    filter === null ||
    Array.isArray(filter) ||
    Object.values(filter).some((one) => typeof one !== 'string')
  )
    throw new LeitongError('OPTION_VALUE', 'filter', JSON.stringify(filter).slice(0, 64), 'an object of texts, as the queue takes them')
  return { act: act as BulkAct, rule: checkRule(rule), filter: filter as Query }
}

/**
 * What a bulk act would do, group by group. Groups that are decided are left as they are, and those that wait or contradict themselves,
 * unless the filter asks for what waits. Where a person chose who stays, the rule changes nothing. `distinct` is about members that nobody has
 * decided on, and passes over groups with more than a hundred of them.
 */
export async function planBulk(
  project: Project,
  { act, rule, filter }: Bulk,
): Promise<{ planned: Planned[]; passedOver: number; columns: RankedColumns }> {
  const { run } = project
  const columns = new RankedColumns(act === 'duplicate' ? rule : [], project.options['dateOrder'] as DateOrder | undefined)
  const members = columns.isEmpty ? 0 : (run.columns.starts.at(-1) as number)
  for (let member = 0; member < members; member++) {
    if (member % TURN === TURN - 1) await pause()
    columns.add(run.payload(member))
  }
  const asked = filterOf(filter)
  const { found } = await run.select(asked, 'input', (filter['q'] ?? '').trim())
  const planned: Planned[] = []
  for (const [i, group] of found.entries()) {
    if (i % TURN === TURN - 1) await pause()
    if (run !== project.run) throw new LeitongError('LOCKED', project.name, project.folder, 'a new run of the same review')
    const now = run.state(group)
    if (now === 'decided' || (now === 'deferred' && (act === 'defer' || !asked.state?.includes('deferred')))) continue
    const state = run.stateOf(group)
    if (state.conflicts.length) continue
    const from = run.columns.starts[group] as number
    const isAbout = (said: MemberState) => said === 'open' || (said === 'duplicate' && act !== 'distinct')
    const could = state.members.flatMap((said, place) => (isAbout(said) ? [place] : []))
    if (!could.length || (act === 'distinct' && could.length > MOST_APART)) continue
    const all = [state.kept, ...could]
    const together = act === 'distinct' ? state.members.flatMap((said, place) => (said === 'duplicate' ? [place] : [])) : []
    const isChosen = act !== 'duplicate' || run.actsOn(group).some(({ act: kind }) => kind === 'keep' || kind === 'duplicate')
    const kept = isChosen ? state.kept : choose(rule, all, (place) => run.payload(from + place), columns)
    planned.push({ group, places: [kept, ...all.filter((place) => place !== kept)], together, was: state.kept })
  }
  return { planned, passedOver: found.length - planned.length, columns }
}

/** A preview: numbers, and the first groups as they would be. */
export async function previewOf(project: Project, bulk: Bulk, machine: Machine) {
  const { planned, passedOver, columns } = await planBulk(project, bulk)
  const { run } = project
  const first = planned[0] && run.payload(run.columns.starts[planned[0].group] as number)
  return {
    ...countsOf(planned),
    passedOver,
    readAs: columns.doubts,
    total: run.head.groups,
    fields: [...(first?.extra ?? []), ...(first?.fields ?? [])].map(([name]) => name),
    sample: planned.slice(0, SHOWN).map(({ group, places }) => {
      const first = places.slice(0, 1 + SHOWN)
      const [kept, ...goes] = namesOf(project, group, first, machine)
      return { id: run.head.ids[group] as string, kept, goes, members: places.length, texts: beginningsOf(project, group, first, machine) }
    }),
  }
}

export const countsOf = (planned: readonly Planned[]) => ({
  groups: planned.length,
  documents: planned.reduce((sum, { places }) => sum + places.length - 1, 0),
  changed: planned.filter(({ places, was }) => places[0] !== was).length,
})

/** The acts of a plan, one for each group, as {@link Project.actAll} takes them. */
export const actsOf = (project: Project, act: BulkAct, planned: readonly Planned[]): object[] =>
  planned.map(({ group, places, together }) => {
    const members = project.run.membersOf(group)
    const at = (wanted: readonly number[]) => wanted.map((place) => members[place])
    // Of more than two, none is one of the others: that is a split of each from all.
    if (act === 'distinct' && places.length + together.length > 2)
      return { act: 'split', members: at(places.slice(1)), from: at([...places, ...together]) }
    return { act, members: at(places) }
  })
