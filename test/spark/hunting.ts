/** Processes that this one has started, and theirs, looked at over and over: to meet a worker while it works. */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

export interface Hunt {
  /** Looks no more. */
  stop(): Promise<void>
}

/**
 * @param look  told of each process that runs, again and again
 */
export function hunting(look: (command: string, pid: number) => void): Hunt {
  let isOver = false
  const hunt = (async () => {
    while (!isOver) {
      for (const name of readdirSync('/proc')) {
        if (!/^\d+$/.test(name)) continue
        let command: string
        try {
          command = readFileSync(`/proc/${name}/cmdline`, 'latin1')
        } catch {
          // It has ended in between.
          continue
        }
        // Other tests run beside this one, and have workers too.
        if (isOurs(Number(name))) look(command, Number(name))
      }
      await setTimeout(20)
    }
  })()
  return {
    stop() {
      isOver = true
      return hunt
    },
  }
}

/** Whether a process descends from this one. */
function isOurs(pid: number): boolean {
  for (let at = pid; at > 1; ) {
    if (at === process.pid) return true
    try {
      // "pid (name) state parent", and a name may have brackets in it.
      const stat = readFileSync(`/proc/${at}/stat`, 'latin1')
      at = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    } catch {
      return false
    }
  }
  return false
}
