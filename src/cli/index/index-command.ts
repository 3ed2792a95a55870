/** `leitong index`: a live index from the command line; each of its commands has a file here. */
import { Command } from 'commander'
import { addCommand } from './add.js'
import { compactCommand } from './compact.js'
import { createCommand } from './create.js'
import { exportCommand } from './export.js'
import { importCommand } from './import.js'
import { queryCommand } from './query.js'
import { removeCommand } from './remove.js'
import { statsCommand } from './stats.js'
import { verifyCommand } from './verify.js'

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
