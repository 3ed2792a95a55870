/** The command: parses, runs, and turns every ending into an exit code. */
import { CommanderError } from 'commander'
import { causeInChinese } from '../chinese/causes.zh.js'
import { ERRORS_ZH } from '../chinese/errors.zh.js'
import { ExitCode, LeitongError } from '../errors.js'
import { rememberNamedFiles } from '../named-file.js'
import { watchChanges } from '../writing/changed.js'
import { createProgram, namedCommand } from './program.js'
import { giveSignal, stopAll } from './stopping.js'
import { printable } from './terminal.js'
import { languageOf } from './texts/language.js'
import { languageNow, setLanguage, texts } from './texts/texts.js'

/** @param given  of the command line, without the program */
export async function run(given: readonly string[]): Promise<void> {
  const args = asFlag(given)
  setLanguage(languageOf(args, process.env))
  rememberNamedFiles()
  const ended = watch(args)
  try {
    await (await createProgram(args)).parseAsync(args, { from: 'user' })
  } catch (error) {
    process.exitCode = report(error)
  }
  ended()
}

/** `help COMMAND` is `COMMAND --help`. */
function asFlag(args: readonly string[]): readonly string[] {
  const at = args.findIndex((arg, i) => !arg.startsWith('-') && args[i - 1] !== '--lang')
  return args[at] === 'help' ? [...args.slice(0, at), ...args.slice(at + 1), '--help'] : args
}

/** @returns to be called when the work is done: a signal has nothing to stop then, and the exit code stands */
function watch(args: readonly string[]): () => void {
  let isOver = false
  const changes: string[] = []
  // What these do is in an index, and answers only tell of it.
  const keepsAnswers = ['index', 'sync'].includes(namedCommand(args))
  watchChanges((name) => changes.push(name))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) {
    process.on(signal, () => {
      if (giveSignal()) return
      if (isOver) process.exit()
      process.stderr.write('\n')
      // Temporary files go when the process exits.
      const said = () => (keepsAnswers ? texts().notes.keptAnswers : changes.length ? texts().notes.changed(changes) : undefined)
      const exit = () => process.exit(report(new LeitongError('INTERRUPTED', signal, said())))
      const stopped = stopAll()
      if (stopped) void stopped.then(exit)
      else exit()
    })
  }
  // Node would open its debugger, to which every program of this machine may speak. Whoever wants it starts with --inspect.
  process.on('SIGUSR1', () => {})

  // Whoever reads our output may stop early: that is no error, and what goes into an index goes on.
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE') process.exit(ExitCode.io)
    if (!keepsAnswers) process.exit(ExitCode.done)
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

/** What an error says and what helps. Causes that come from elsewhere, as from the system or a server, stay as they are. */
const describeError = (error: LeitongError): { readonly message: string; readonly remedy: string } =>
  languageNow() === 'zh' ? error.from(ERRORS_ZH, causeInChinese) : error
