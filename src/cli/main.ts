#!/usr/bin/env node
/** The command: parses, runs, and turns every ending into an exit code. */
import { Command, CommanderError } from 'commander'
import { ExitCode, LeitongError } from '../errors.js'
import { VERSION } from '../version.js'

const program = new Command('leitong')
  .description('Finds near-duplicate texts and shows why.')
  .version(VERSION)
  .exitOverride()
  .configureOutput({ outputError: (text, write) => write(text) })
  .showHelpAfterError('(leitong COMMAND --help shows every option)')
/** Each loads its part of the program when it is named; help and mistakes load all. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  dedupe: async () => (await import('./dedupe.js')).dedupeCommand(),
  compare: async () => (await import('./compare.js')).compareCommand(),
  fingerprint: async () => (await import('./fingerprint.js')).fingerprintCommand(),
  generate: async () => (await import('./generate.js')).generateCommand(),
  index: async () => (await import('./index/index-command.js')).indexCommand(),
  link: async () => (await import('./link.js')).linkCommand(),
  sync: async () => (await import('./sync.js')).syncCommand(),
  model: async () => (await import('./model.js')).modelCommand(),
  evaluate: async () => (await import('./evaluate.js')).evaluateCommand(),
  tune: async () => (await import('./tune.js')).tuneCommand(),
}
const [named = ''] = process.argv.slice(2)
const wanted = Object.hasOwn(COMMANDS, named) ? [named] : Object.keys(COMMANDS)
for (const name of wanted) {
  const command = await (COMMANDS[name] as () => Promise<Command>)()
  program.addCommand(inherit(command, program))
}

/** Commands below commands end as all do. */
function inherit(command: Command, parent: Command): Command {
  command.exitOverride().copyInheritedSettings(parent)
  for (const below of command.commands) inherit(below, command)
  return command
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    process.stderr.write('\n')
    // Temporary files go when the process exits.
    process.exit(
      report(new LeitongError('INTERRUPTED', signal, ['index', 'sync'].includes(named) ? 'what was answered is kept' : undefined)),
    )
  })
}

// Whoever reads our output may stop early: that is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? ExitCode.done : ExitCode.io)
})

try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = report(error)
}

function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? ExitCode.done : ExitCode.usage
  if (error instanceof LeitongError) {
    process.stderr.write(`leitong: ${error.message}\n${error.remedy}\n`)
    return error.exit
  }
  // An error from the system has a code and a message that says what it is about; anything else is a mistake of ours.
  const { code, message, stack } = error as NodeJS.ErrnoException
  process.stderr.write(code ? `leitong: ${message}\n` : `leitong: this should not happen, please report it: ${stack}\n`)
  return ExitCode.io
}
