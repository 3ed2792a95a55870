/** The command: parses, runs, and turns every ending into an exit code. */
import { CommanderError } from 'commander'
import { ExitCode, LeitongError } from '../errors.js'
import { rememberNamedFiles } from '../named-file.js'
import { watchChanges } from '../writing/changed.js'
import { createProgram, namedCommand } from './program.js'
import { giveSignal, stopAll } from './stopping.js'
import { printable } from './terminal.js'
import { describeError } from './texts/errors.js'
import { languageOf } from './texts/language.js'
import { setLanguage, texts } from './texts/texts.js'

/** @param args  of the command line, without the program */
export async function run(args: readonly string[]): Promise<void> {
  setLanguage(languageOf(args, process.env))
  rememberNamedFiles()
  const ended = watch(args)
  try {
    await (await createProgram(args)).parseAsync()
  } catch (error) {
    process.exitCode = report(error)
  }
  ended()
}

/** @returns to be called when the work is done: a signal has nothing to stop then, and the exit code stands */
function watch(args: readonly string[]): () => void {
  let isOver = false
  const changes: string[] = []
  watchChanges((name) => changes.push(name))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (giveSignal()) return
      if (isOver) process.exit()
      process.stderr.write('\n')
      // Temporary files go when the process exits.
      const keeps = ['index', 'sync'].includes(namedCommand(args))
      const said = () => (keeps ? texts().notes.keptAnswers : changes.length ? texts().notes.changed(changes) : undefined)
      const exit = () => process.exit(report(new LeitongError('INTERRUPTED', signal, said())))
      const stopped = stopAll()
      if (stopped) void stopped.then(exit)
      else exit()
    })
  }

  // Whoever reads our output may stop early: that is no error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? ExitCode.done : ExitCode.io)
  })
  return () => {
    isOver = true
  }
}

function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? ExitCode.done : ExitCode.usage
  if (error instanceof LeitongError) {
    const { message, remedy } = describeError(error)
    process.stderr.write(printable(`leitong: ${message}\n${remedy}\n`))
    return error.exit
  }
  // An error from the system has a code and a message that says what it is about; anything else is a mistake of ours.
  const { code, message, stack } = error as NodeJS.ErrnoException
  process.stderr.write(code ? printable(`leitong: ${message}\n`) : `leitong: ${texts().notes.bug}: ${stack}\n`)
  return ExitCode.io
}
