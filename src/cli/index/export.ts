/** `leitong index export`: an index as JSON lines, for `import`. */
import { Command, Option } from 'commander'
import { indexFiles } from '../../jobs/live/open.js'
import { toJson } from '../../reading/whole-numbers-json.js'
import { withOutput } from '../../writing/output-set.js'
import { summaryLine, wroteLines } from '../notes.js'
import { EXISTING, URL_HELP, withIndex } from './opening.js'

export function exportCommand(): Command {
  const command = new Command('export')
    .description('everything there is as JSON lines, for import')
    .argument('<url>', URL_HELP)
    .addOption(new Option('-o, --output <file>', 'write there instead of standard output'))
  return command.action((url: string) => {
    const { output: path = '-' } = command.opts() as { output?: string }
    return withIndex(url, EXISTING, async (index) => {
      await withOutput(path, await indexFiles(url), async (output) => {
        for await (const line of index.export()) await output.write(`${toJson(line)}\n`)
      })
      wroteLines([path]).forEach(summaryLine)
    })
  })
}
