/** `leitong index`: a live index from the command line; its commands are beside it. */
import { Command } from 'commander'
import { addCommand } from './add.js'
import { compactCommand, createCommand, exportCommand, importCommand, removeCommand, statsCommand, verifyCommand } from './keeping.js'
import { queryCommand } from './query.js'

const COMMANDS = [
  createCommand,
  addCommand,
  queryCommand,
  removeCommand,
  statsCommand,
  compactCommand,
  exportCommand,
  importCommand,
  verifyCommand,
]

export function indexCommand(): Command {
  const command = new Command('index').description('a live index: documents come one at a time, and it outlives the command')
  for (const make of COMMANDS) command.addCommand(make())
  return command
}
