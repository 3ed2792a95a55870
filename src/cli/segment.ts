/** `leitong segment`: a text as words with their parts of speech. */
import { Command, Option } from 'commander'
import { segmentFile } from '../jobs/segment.js'
import { addOptions, parseOptions } from './flags.js'
import { summaryLine } from './notes.js'
import { texts } from './texts/texts.js'

// The words are those of the dictionary, whatever cuts texts elsewhere.
const OVERRIDES = { tokenizer: 'chinese' } as const

export function segmentCommand(): Command {
  const command = new Command('segment')
    .description('cut a text into words with their parts of speech: word/tag text, as the tokenizer tagged and the profile blog read it')
    .argument('<input>', 'a file with one text, or - for standard input')
    .usage('[options] INPUT')
    .addOption(new Option('-o, --output <file>', 'write there instead of standard output'))
  addOptions(command, 'segment', OVERRIDES)
  return command.action(async (input: string) => {
    const { options, other } = parseOptions(command, ['output'], OVERRIDES)
    const words = await segmentFile(input, options, other['output'] as string | undefined)
    if (other['output'] !== undefined) summaryLine(texts().notes.segmented(words))
  })
}
