/** `leitong index export`: an index as JSON lines, for `import`. */
import { Command, Option } from 'commander'
import type { LiveIndex } from '../../jobs/live/live-index.js'
import { toJson } from '../../reading/whole-numbers-json.js'
import { AtomicFile } from '../../writing/atomic-file.js'
import { printLine } from '../answers.js'
import { EXISTING, URL_HELP, withIndex } from './opening.js'

export function exportCommand(): Command {
  const command = new Command('export')
    .description('everything there is as JSON lines, for import')
    .argument('<url>', URL_HELP)
    .addOption(new Option('-o, --output <file>', 'write there instead of standard output'))
  return command.action((url: string) => {
    const { output = '-' } = command.opts() as { output?: string }
    return withIndex(url, EXISTING, (index) => (output === '-' ? printAll(index) : writeAll(index, output)))
  })
}

async function printAll(index: LiveIndex): Promise<void> {
  for await (const line of index.export()) await printLine(line)
}

async function writeAll(index: LiveIndex, path: string): Promise<void> {
  const file = new AtomicFile(path)
  try {
    for await (const line of index.export()) file.write(`${toJson(line)}\n`)
    file.commit()
  } finally {
    file.discard()
  }
}
