/** What became of groups from run to run, as the history of a review has it. */
import { LeitongError } from '../errors.js'
import { appendSafely, wholeLines } from './append.js'
import type { GroupEvent } from './group-ids.js'

/** An event, and the run that it came with. */
export interface Happened extends GroupEvent {
  readonly run: number
  readonly at: string
}

/** The events of each group: those of its own, and those of others that name it. */
export class GroupHistory {
  readonly #path: string
  #byGroup: Map<string, Happened[]> | undefined

  constructor(path: string) {
    this.#path = path
  }

  /** The earliest first. @throws {LeitongError} `SOURCE_READ` */
  of(group: string): readonly Happened[] {
    this.#byGroup ??= this.#read()
    return this.#byGroup.get(group) ?? []
  }

  /** Takes down what became of groups by a run. @throws {LeitongError} `OUTPUT_WRITE` */
  add(events: readonly Happened[]): void {
    this.#byGroup = undefined
    if (!events.length) return
    // What a crash left behind the last whole line would run into the first of these.
    wholeLines(this.#path)
    appendSafely(this.#path, events.map((event) => `${JSON.stringify(event)}\n`).join(''))
  }

  #read(): Map<string, Happened[]> {
    const byGroup = new Map<string, Happened[]>()
    for (const [i, line] of wholeLines(this.#path).split('\n').entries()) {
      if (!line) continue
      let event: Happened
      try {
        event = JSON.parse(line) as Happened
      } catch (error) {
        throw new LeitongError('SOURCE_READ', `${this.#path}:${i + 1}`, (error as Error).message)
      }
      for (const group of new Set([event.group, ...event.others])) {
        const list = byGroup.get(group)
        if (list) list.push(event)
        else byGroup.set(group, [event])
      }
    }
    return byGroup
  }
}
