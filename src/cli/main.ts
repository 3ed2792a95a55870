#!/usr/bin/env node
/** The command: parses, runs, and turns every ending into an exit code. */
import { Command, CommanderError } from 'commander'
import { VERSION } from '../engine/version.js'
import { ExitCode, LeitongError } from '../errors.js'
import { compareCommand } from './compare.js'
import { dedupeCommand } from './dedupe.js'
import { evaluateCommand } from './evaluate.js'
import { fingerprintCommand } from './fingerprint.js'
import { generateCommand } from './generate.js'
import { indexCommand } from './index-command.js'
import { linkCommand } from './link.js'
import { modelCommand } from './model.js'
import { syncCommand } from './sync.js'
import { tuneCommand } from './tune.js'

const program = new Command('leitong')
  .description('Finds near-duplicate texts and shows why.')
  .version(VERSION)
  .exitOverride()
  .configureOutput({ outputError: (text, write) => write(text) })
  .showHelpAfterError('(leitong COMMAND --help shows every option)')
const COMMANDS = [
  dedupeCommand(),
  compareCommand(),
  fingerprintCommand(),
  generateCommand(),
  indexCommand(),
  linkCommand(),
  syncCommand(),
  modelCommand(),
  evaluateCommand(),
  tuneCommand(),
]
for (const command of COMMANDS) {
  program.addCommand(command.exitOverride().copyInheritedSettings(program))
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    process.stderr.write('\n')
    // Temporary files go when the process exits.
    process.exit(report(new LeitongError('INTERRUPTED', signal)))
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
