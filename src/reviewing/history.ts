/** What became of groups from run to run, as the history of a review has it. */
import { LeitongError } from '../errors.js'
import { replaceFile } from '../writing/atomic-file.js'
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

  /**
   * Takes down what became of groups by a run.
   *
   * @throws {LeitongError} `OUTPUT_WRITE`
   */
  add(run: number, events: readonly Happened[]): void {
    this.#byGroup = undefined
    // What a crash left behind the last whole line would run into the first of these.
    const lines = wholeLines(this.#path).split('\n').slice(0, -1)
    // A crash may have come after the events of a run and before the run was shown; then the next run has its number.
    let known = lines.length
    while (known > 0 && runOf(lines[known - 1] as string) >= run) known--
    if (known < lines.length)
      replaceFile(
        this.#path,
        lines
          .slice(0, known)
          .map((line) => `${line}\n`)
          .join(''),
      )
    if (!events.length) return
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

/** Of an event; 0 where the line says none, which is told when the history is read. */
function runOf(line: string): number {
  try {
    return (JSON.parse(line) as Partial<Happened> | null)?.run ?? 0
  } catch {
    return 0
  }
}
