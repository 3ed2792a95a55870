/** The command in the process of the test, for tables of many runs: the same program without the start of Node. */
import { run } from '../../src/cli/run.js'
import type { Ran } from '../support/files.js'

/** Runs the command once those before it are done: what it prints and its exit code are those of the process. */
export function leitongHere(args: readonly string[]): Promise<Ran> {
  const ran = last.then(() => once(args))
  last = ran.catch(() => {})
  return ran
}
let last: Promise<unknown> = Promise.resolve()

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1'] as const

async function once(args: readonly string[]): Promise<Ran> {
  const said = { stdout: '', stderr: '' }
  const { exitCode } = process
  const listeners = [process.stdout.listeners('error'), ...SIGNALS.map((signal) => process.listeners(signal))]
  const writes = (['stdout', 'stderr'] as const).map((name) => {
    const stream = process[name]
    const own = stream.write
    stream.write = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
      said[name] += Buffer.from(chunk as string).toString()
      const told = rest.at(-1)
      if (typeof told === 'function') process.nextTick(told as () => void)
      return true
    }) as typeof own
    return () => {
      stream.write = own
    }
  })
  process.exitCode = 0
  try {
    await run(args)
    return { code: Number(process.exitCode), ...said }
  } finally {
    for (const restore of writes) restore()
    process.exitCode = exitCode
    // Each run listens to the process, which goes on here.
    for (const [i, emitter] of [process.stdout, ...SIGNALS].entries())
      for (const listener of typeof emitter === 'string' ? process.listeners(emitter) : emitter.listeners('error'))
        if (!listeners[i]?.includes(listener as never))
          if (typeof emitter === 'string') process.off(emitter, listener as never)
          else emitter.off('error', listener as never)
  }
}
