/** Which windows of runs repeat, and where pieces begin: all windows in one table, or in several one after the other. */
import { type WindowMarks, WindowTable, windowsWithin } from '../../repeating/windows.js'
import type { RunSpool } from './run-spool.js'

interface Marking {
  /** Items of a window. */
  readonly least: number
  /** Bytes of the table. */
  readonly memory: number
  /** The side of a run, where a window has to be on both; 0 where it has to come twice. */
  readonly sideOf: (run: number) => number
  readonly pause: () => Promise<void>
}

/** Items between two moments in which others have their turn. */
const PAUSE = 4 << 20

/** Marks the windows of all runs. */
export async function markWindows(runs: RunSpool, { least, memory, sideOf, pause }: Marking): Promise<WindowMarks> {
  const bytes = Math.floor(runs.items / 8) + 1
  const marks = { repeated: new Uint8Array(bytes), cuts: new Uint8Array(bytes) }
  const windows = Math.max(0, runs.items - runs.count * (least - 1))
  const room = windowsWithin(memory)
  // Of what repeats at least half is there before; the table says if there is less.
  for (let of = Math.max(1, Math.ceil(windows / 2 / room)); ; of *= 2) if (await inParts(of)) return marks

  async function inParts(of: number): Promise<boolean> {
    for (let number = 0; number < of; number++) {
      const table = new WindowTable(least, Math.min(room, Math.ceil(windows / of) + 1024), { number, of })
      if (!(await through((items, _base, run) => table.add(items, sideOf(run))))) return false
      await through((items, base) => {
        table.mark(items, base, marks)
        return true
      })
    }
    return true
  }

  async function through(visit: (items: Int32Array, base: number, run: number) => boolean): Promise<boolean> {
    let since = 0
    for (const [run, items, base] of runs.each()) {
      if (!visit(items, base, run)) return false
      since += items.length
      if (since < PAUSE) continue
      since = 0
      await pause()
    }
    return true
  }
}
