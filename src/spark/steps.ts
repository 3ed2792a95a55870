/** Steps of a run: each leaves a folder under the work folder, and is not done again when it is there whole. */
import { LeitongError } from '../errors.js'
import type { Row, Session } from './connect/session.js'
import { table } from './sql.js'

/** Another number where steps have other columns than before, so that what an earlier build has left is not taken for theirs. */
export const FORM = 3

/** Steps in their order, as progress names them. */
export const STEPS = [
  'records',
  'count',
  'sign',
  'copies',
  'bands',
  'forest',
  'components',
  'gather',
  'verify',
  'removed',
  'numbers',
  'write',
] as const
export type Step = (typeof STEPS)[number]

/** Figures of a step; whole numbers. */
export type Figures = Readonly<Record<string, number>>

export class Steps {
  readonly #session: Session
  readonly #folder: string
  /** Told which step begins. */
  readonly #begin: (step: Step) => void
  /** Steps that were there already. */
  readonly found: Step[] = []
  readonly seconds: Partial<Record<Step, number>> = {}

  constructor(session: Session, folder: string, begin: (step: Step) => void) {
    this.#session = session
    this.#folder = folder
    this.#begin = begin
  }

  /** What a step has left, to select from: a view, for which Spark has looked at the files once, and not in each statement. */
  from(name: string): string {
    return viewOf(name)
  }

  /** The same as files, with their metadata. */
  files(name: string): string {
    return table(`${this.#folder}/${name}`)
  }

  /**
   * Does a step, unless it was done. It is done when its figures are there: they are written last, and appear at once.
   *
   * @param select   what it leaves
   * @param figures  aggregates over what it leaves, by name; Spark counts them while it writes
   * @param name     of its folder, where a step has several
   */
  async step(step: Step, select: string, figures: Readonly<Record<string, string>> = {}, name: string = step): Promise<Figures> {
    this.#begin(step)
    const mark = `${this.#folder}/${name}.done`
    const known = await this.#figures(mark)
    if (known) {
      if (name === step) this.found.push(step)
      await this.#open(name)
      return known
    }
    const start = performance.now()
    const counted = await this.#session.writeCounted(select, `${this.#folder}/${name}`, figures)
    const row = Object.entries({ done: 1, ...counted }).map(([name, value]) => `${value}L AS ${name}`)
    await this.#session.write(`SELECT ${row.join(', ')}`, 'parquet', mark)
    await this.#open(name)
    this.seconds[step] = (this.seconds[step] ?? 0) + (performance.now() - start) / 1000
    return counted
  }

  #open(name: string): Promise<void> {
    return this.#session.view(viewOf(name), 'parquet', [`${this.#folder}/${name}`], {}, ['*'])
  }

  async #figures(mark: string): Promise<Figures | undefined> {
    let rows: Row[]
    try {
      rows = await this.#session.rows(`SELECT * FROM ${table(mark)}`)
    } catch (error) {
      if (error instanceof LeitongError && /PATH_NOT_FOUND|UNABLE_TO_INFER_SCHEMA/.test(error.message)) return undefined
      throw error
    }
    const [row] = rows
    return row && Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value ?? 0)]))
  }
}

/** Names of views have letters and lines alone. */
const viewOf = (name: string) => `leitong_step_${name.replaceAll('-', '_')}`
