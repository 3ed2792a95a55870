/** `leitong index import`: the JSON lines of an export into an index. */
import { Command } from 'commander'
import { importFile } from '../../jobs/live/import-file.js'
import { printLine } from '../answers.js'
import { URL_HELP } from './opening.js'

export function importCommand(): Command {
  return new Command('import')
    .description('take in what export wrote; makes the index where there is none, with the options of the export')
    .argument('<url>', URL_HELP)
    .argument('<file>', 'what export wrote, or - for standard input')
    .action(async (url: string, path: string) => printLine(await importFile(url, path)))
}
