/** What a report tells of a run, as data: of a batch, a link, or a run in memory. web/report/data.ts describes it for the page that shows it. */

import { countPersons, type Persons } from '../../../comparing/persons.js'
import { rowTitles } from '../../../comparing/row-title.js'
import type { FieldContribution } from '../../../matching/judge.js'
import type { Candidates } from '../../../methods/candidates.js'
import { toldOf } from '../../../methods/told.js'
import type { Options } from '../../../options/options.js'
import type { RowFeatures } from '../../../sources/rows/row-features.js'
import type { Scores } from '../../../writing/json-lines.js'
import type { Decisions } from '../decisions.js'
import type { Group } from '../groups.js'
import type { SideOf } from '../results.js'
import { similarityRange } from '../similarity-range.js'
import { surestPaths } from './paths.js'
import type { Beside } from './shown-fields.js'

/** Members of a group that are shown with their texts. */
const MEMBERS = 50
/** Members up to which it is told how each row came into its group. */
const IN_PATHS = 500
/** UTF-16 units of one text that are shown, and of all texts together: a page of 300 MB still opens. */
const TEXT = 20_000
const ALL_TEXTS = 96 << 20
/** UTF-16 units of all ids together; beyond them the page finds only ids of members that are shown. */
const ALL_IDS = 64 << 20
/** UTF-16 units of the list of groups: a page unpacks it as one string. Groups beyond them are counted and not listed. */
const ALL_LISTED = 128 << 20
/** UTF-16 units of one id that are shown, and of one title in the list. */
const ID = 2000
const LISTED_TITLE = 120
/** Groups whose texts are unpacked together. */
const PER_BLOCK = 50
const BARS = 20
/** Pairs that are counted before others have their turn. */
const PER_TURN = 1 << 16

/** What a report tells of: a batch, or a link, of which each group is a row of A with the rows of B that it is the best match of. */
export interface Reported {
  readonly context: {
    readonly options: Options
    /** Ids as JSON. */
    readonly documents: { idOf(document: number): string }
    textsOf(documents: readonly number[]): readonly { readonly text: string; readonly title?: string; readonly row?: RowFeatures }[]
  }
  readonly decisions: Pick<Decisions, 'groups' | 'decide'> & Partial<Pick<Decisions, 'weakest' | 'scoreBy'>>
  readonly candidates: Pick<Candidates, 'distance'>
  /** Of rows. */
  readonly rows?: { contributions(a: number, b: number): readonly FieldContribution[]; known(a: number, b: number): number } | undefined
  readonly beside: { of(document: number): Beside }
  /** Names of the inputs; of a link those of A, and beside them those of B. */
  readonly about: { readonly inputs: readonly string[]; readonly inputsOfB?: readonly string[] }
  /** For the histogram. */
  readonly pairs: () => Iterable<Pick<Scores, 'similarity' | 'distance'>>
  /** As the page shows it; see web/report/data.ts. */
  readonly summary: object
  /** On which of two sides a document is, where there are two. */
  readonly sideOf?: SideOf
}

/** UTF-16 units that parts of the page may have. */
export interface ReportLimits {
  readonly texts: number
  readonly ids: number
  readonly listed: number
}

export const LIMITS: ReportLimits = { texts: ALL_TEXTS, ids: ALL_IDS, listed: ALL_LISTED }

/** A report in parts, each made when it is asked for. */
export class ReportParts {
  readonly #run: Reported
  readonly #bars: Bars
  readonly #limits: ReportLimits
  readonly #titleOf = rowTitles()
  /** Groups that the list has room for, from the first. */
  readonly listed: number
  /** UTF-16 units of texts that there is still room for. */
  #room: number

  constructor(run: Reported, limits: ReportLimits = LIMITS) {
    this.#run = run
    this.#bars = new Bars(run)
    this.#limits = limits
    this.#room = limits.texts
    this.listed = countListed(run, limits.listed)
  }

  get blocks(): number {
    return Math.ceil(this.listed / PER_BLOCK)
  }

  /** The members of the groups of a block, and their lines in the list. */
  block(number: number) {
    const start = number * PER_BLOCK
    const { groups } = this.#run.decisions
    const members = Array.from({ length: Math.min(PER_BLOCK, this.listed - start) }, (_, i) => {
      const described = describeMembers(this.#run, groups.get(start + i + 1), this.#room > 0, this.#titleOf)
      for (const { text } of described) this.#room -= text?.length ?? 0
      return described
    })
    return { members, lines: () => members.map((own, i) => this.#lineOf(groups.get(start + i + 1), own)) }
  }

  #lineOf(group: Group, members: ReturnType<typeof describeMembers>) {
    const { decisions, context, rows } = this.#run
    const [low = null, high = null] = similarityRange(decisions, group) ?? []
    const persons: Persons = countPersons(members.map(({ person }) => person))
    return {
      size: group.members.length,
      id: shown(context.documents.idOf(group.kept)),
      title: (members[0]?.title || (members[0]?.text ?? '')).slice(0, LISTED_TITLE).replace(/\s+/g, ' '),
      low,
      high,
      bars: barsOf(this.#run, group, this.#bars),
      ...(persons.named > 1 ? { persons } : {}),
      ...(rows && group.members.length > 2 ? weakestOf(this.#run, group, this.#room > 0) : {}),
    }
  }

  /** All members of a group, those that are shown first and as they are shown. @param number  from 1 */
  membersOf(number: number): readonly number[] {
    return inOrder(this.#run, this.#run.decisions.groups.get(number))
  }

  /** All ids of each group, a line each; undefined where they would make the page too large. */
  ids(): string[] | undefined {
    return idsOfGroups(this.#run, this.listed, this.#limits.ids)
  }

  /** All but the lines of groups. Nothing comes out between, but others have their turn. */
  *rest() {
    const { about, summary } = this.#run
    const histogram = yield* histogramOf(this.#run, this.#bars)
    const decided = toldOf(this.#run.context.options)
    return { about: { ...about, date: new Date().toISOString() }, summary, decided, histogram, perBlock: PER_BLOCK }
  }
}

/** How many groups, from the first, the list has room for. */
function countListed({ decisions: { groups }, context: { documents } }: Reported, room: number): number {
  // Beside id and title stand a few numbers and their names.
  const others = 100 + LISTED_TITLE + 4 * BARS
  for (let number = 1; number <= groups.length; number++) {
    room -= others + Math.min(ID, documents.idOf(groups.get(number).kept).length)
    if (room < 0) return number - 1
  }
  return groups.length
}

/** All ids of each group, a line each; undefined where they would make the page too large. */
function idsOfGroups({ decisions: { groups }, context: { documents } }: Reported, listed: number, room: number): string[] | undefined {
  const all: string[] = []
  for (let number = 1; number <= listed; number++) {
    let ids = ''
    for (const document of groups.get(number).members) {
      const id = documents.idOf(document)
      room -= id.length + 1
      if (room < 0) return undefined
      ids += ids ? `\n${id}` : id
    }
    all.push(ids)
  }
  return all
}

/** An id as JSON, the beginning of a long one. */
function shown(id: string): string {
  if (id.length <= ID) return id
  const value: unknown = JSON.parse(id)
  return JSON.stringify(`${(typeof value === 'string' ? value : id).slice(0, ID)}…`)
}

function describeMembers(run: Reported, group: Group, withTexts: boolean, titleOf: ReturnType<typeof rowTitles>) {
  const { kept } = group
  const first = inOrder(run, group).slice(0, MEMBERS)
  const texts = withTexts ? run.context.textsOf(first) : []
  const pathOf = pathsOf(run, group)
  return first.map((document, i) => {
    const { similarity, distance } = run.decisions.decide(document)
    const through = (similarity ?? 1) < run.context.options.threshold ? pathOf?.(document) : undefined
    const read = texts[i]
    const fields = read?.row && fieldsOf(read.row)
    return {
      id: shown(run.context.documents.idOf(document)),
      title: (read?.title || (fields ? titleOf(fields) : '')).slice(0, 200),
      ...(read ? { text: read.text.slice(0, TEXT), ...(read.text.length > TEXT ? { cut: true } : {}) } : {}),
      ...(fields ? { fields } : {}),
      ...(run.rows && document !== kept ? { contributions: run.rows.contributions(kept, document).map(nulls) } : {}),
      ...besideText(run, document, read),
      ...(run.sideOf ? { side: run.sideOf(document) } : {}),
      ...(through?.length
        ? { through: through.map(({ row, score }) => ({ id: shown(run.context.documents.idOf(row)), similarity: score })) }
        : {}),
      similarity: similarity ?? null,
      distance: distance ?? null,
    }
  })
}

/** The fields that were asked for, without those that stand above them: the text and the title. */
function besideText(
  { beside, context: { options } }: Reported,
  document: number,
  read: { readonly row?: RowFeatures } | undefined,
): Beside {
  const { extra, ...others } = beside.of(document)
  if (!extra || !read || read.row) return { ...others, ...(extra ? { extra } : {}) }
  const { textField, titleField } = options
  return { ...others, extra: extra.filter(([name]) => !textField.includes(name) && name !== titleField) }
}

/** The pair on which a group of rows hangs; under a row of A every pair stands for itself. */
function weakestOf({ decisions, context, rows }: Reported, group: Group, withTexts: boolean) {
  if (!decisions.weakest) return {}
  const { documents } = context
  const { a, b, similarity } = decisions.weakest(group)
  const [ofA, ofB] = withTexts ? context.textsOf([a, b]) : []
  return {
    weakest: {
      ...(ofA?.row && ofB?.row ? { fields: [fieldsOf(ofA.row), fieldsOf(ofB.row)] as const } : {}),
      a: shown(documents.idOf(a)),
      b: shown(documents.idOf(b)),
      similarity: similarity ?? null,
      contributions: (rows?.contributions(a, b) ?? []).map(nulls),
    },
  }
}

/** How the rows of a group came into it, where pairs are known and not too many. */
function pathsOf({ rows, decisions }: Reported, { kept, members }: Group) {
  if (!rows || !decisions.scoreBy || members.length < 3 || members.length > IN_PATHS) return undefined
  return surestPaths(kept, Array.from(members), decisions.scoreBy(rows.known))
}

/** The kept one, then the others in their order; of rows the least sure first, so that what is wrong in a group stands at its head. */
function inOrder({ rows, decisions }: Reported, { kept, members }: Group): number[] {
  if (!rows) return Array.from(members)
  const scoreOf = (row: number) => decisions.decide(row).similarity ?? 1
  const others = Array.from(members).filter((row) => row !== kept)
  others.sort((a, b) => scoreOf(a) - scoreOf(b) || a - b)
  return [kept, ...others]
}

/** A contribution as the page takes it: JSON knows no undefined. */
const nulls = ({ level, similarity, ...rest }: FieldContribution) => ({ ...rest, level: level ?? null, similarity: similarity ?? null })

const fieldsOf = ({ short, long }: RowFeatures) => [
  ...short.map(({ field, value }) => [field, value] as const),
  ...long.map(({ field, text }) => [field, text.slice(0, TEXT)] as const),
]

/** The bars of the histogram: of distances where signatures decide, else of similarities. */
class Bars {
  readonly by: 'distance' | 'similarity'
  readonly from: number
  readonly count: number

  constructor({ candidates, context: { options } }: Pick<Reported, 'candidates' | 'context'>) {
    const { verify, distance, threshold } = options
    this.by = !verify && candidates.distance ? 'distance' : 'similarity'
    this.from = this.by === 'distance' ? 0 : Math.min(threshold, 0.95)
    this.count = this.by === 'distance' ? distance + 1 : BARS
  }

  /** Texts that are equal have neither number; they stand in the bar of the most alike. */
  of({ similarity = 1, distance = 0 }: { readonly similarity?: number | undefined; readonly distance?: number | undefined }): number {
    if (this.by === 'distance') return distance
    return Math.max(0, Math.min(BARS - 1, Math.floor(((similarity - this.from) / (1 - this.from)) * BARS)))
  }
}

function barsOf({ decisions }: Reported, { members }: Group, bars: Bars): number[] {
  const seen = new Set<number>()
  for (const document of members.subarray(1)) seen.add(bars.of(decisions.decide(document)))
  return [...seen].sort((a, b) => a - b)
}

/** Counts all pairs, which may be very many: nothing comes out between, but others have their turn. */
function* histogramOf({ pairs }: Reported, bars: Bars) {
  let seen = 0
  const counts = new Array<number>(bars.count).fill(0)
  for (const pair of pairs()) {
    const bar = bars.of(pair)
    counts[bar] = (counts[bar] as number) + 1
    if (++seen % PER_TURN === 0) yield
  }
  return { by: bars.by, from: bars.from, counts }
}
