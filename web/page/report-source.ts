/** The report of a run in the worker: its list as it came in parts, its blocks when somebody looks. */
import { Report, type ReportData, type ReportGroup, type ReportMembers, type ReportSource } from '../report/data.js'
import type { Listed } from './messages.js'

/** What comes of a report. */
export class ComingReport implements ReportSource {
  /** Of the run. */
  readonly key: string
  readonly #ask: (block: number) => void
  readonly #groups: ReportGroup[] = []
  readonly #ids: string[] = []
  readonly #awaited = new Map<number, (members: readonly ReportMembers[]) => void>()

  constructor(key: string, ask: (block: number) => void) {
    this.key = key
    this.#ask = ask
  }

  add({ groups, ids }: Listed): void {
    for (const group of groups) this.#groups.push(group)
    for (const own of ids) this.#ids.push(own)
  }

  /** The report, once its list is complete. */
  finish(rest: Omit<ReportData, 'groups'>): Report {
    return new Report({ ...rest, groups: this.#groups }, this)
  }

  block(number: number): Promise<readonly ReportMembers[]> {
    return new Promise((resolve) => {
      this.#awaited.set(number, resolve)
      this.#ask(number)
    })
  }

  answer(number: number, members: readonly ReportMembers[]): void {
    this.#awaited.get(number)?.(members)
    this.#awaited.delete(number)
  }

  async ids(): Promise<readonly string[]> {
    return this.#ids
  }
}
