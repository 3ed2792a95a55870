/** Processes of this machine, looked at over and over: to meet a worker while it works. */
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
        look(command, Number(name))
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
