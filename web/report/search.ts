/** Search over everything on the page: ids and titles at once, texts block by block. */
import { findPlain, lookedFor, plain } from '../../src/comparing/spellings.js'
import type { Report, ReportMember } from './data.js'

/** A place where the query stands, cut out for the list. */
export interface Finding {
  readonly id: string
  readonly before: string
  readonly match: string
  readonly after: string
}

/** Milliseconds of work until the page has its turn. */
const TURN = 20
/** Characters of context on each side. */
const AROUND = 40

export interface SearchState {
  /** For each group that fits, where; undefined where only its id or title says so. */
  readonly found: ReadonlyMap<number, Finding | undefined>
  /** Share of the texts that was looked at, 0 to 1. */
  readonly done: number
}

function findIn({ id, text, fields, title, person = '', extra = [] }: ReportMember, query: readonly string[]): Finding | undefined {
  const whole = text ?? fields?.map(([, value]) => value).join('\n') ?? ''
  for (const content of [whole, title, person, ...extra.map(([, value]) => value)]) {
    const place = findPlain(content, query)
    if (!place) continue
    const [at, end] = place
    return {
      id,
      before: content.slice(Math.max(0, at - AROUND), at),
      match: content.slice(at, end),
      after: content.slice(end, end + AROUND),
    }
  }
  return undefined
}

/**
 * Looks for a text in ids, titles and texts.
 *
 * @returns states that grow; the last one has `done` 1
 */
export async function* search(report: Report, text: string): AsyncGenerator<SearchState> {
  const query = lookedFor(text.trim())
  const isIn = (plainly: string) => query.some((one) => plainly.includes(one))
  const found = new Map<number, Finding | undefined>()
  const ids = await report.ids()
  let since = performance.now()
  for (const [group, { id, title }] of report.data.groups.entries()) {
    if (isIn(plain(id)) || isIn(plain(title)) || isIn(ids[group] ?? '')) found.set(group, undefined)
    if (group % 1000 || performance.now() - since < TURN) continue
    await new Promise((resolve) => setTimeout(resolve))
    since = performance.now()
  }
  yield { found: new Map(found), done: report.blocks ? 0 : 1 }
  for (let number = 0; number < report.blocks; number++) {
    const block = await report.block(number)
    block.forEach((members, i) => {
      const group = number * report.data.perBlock + i
      if (found.get(group)) return
      for (const member of members) {
        const finding = findIn(member, query)
        if (!finding) continue
        found.set(group, finding)
        break
      }
    })
    // Twenty times along the way is often enough to watch.
    if (number === report.blocks - 1 || number % Math.max(1, Math.floor(report.blocks / 20)) === 0)
      yield { found: new Map(found), done: (number + 1) / report.blocks }
  }
}
