/** `leitong index query`: documents of the index that are alike to inputs, or to one text. */
import { Command, Option } from 'commander'
import { ExitCode, LeitongError } from '../../errors.js'
import { requireInfo } from '../../jobs/live/document.js'
import { queryLine } from '../../jobs/live/lines.js'
import { printLine } from '../answers.js'
import { addOptions, numberOf } from '../flags.js'
import { sayDoubts, sayUnmeasured } from '../notes.js'
import { documentsOf, INPUT_HELP } from './documents.js'
import { EXISTING, parseIndexOptions, URL_HELP, withIndex } from './opening.js'

export function queryCommand(): Command {
  const command = new Command('query')
    .description('what in the index is alike: JSON lines of id and matches, the best first')
    .argument('<url>', URL_HELP)
    .argument('[input...]', INPUT_HELP)
    .addOption(new Option('--text <text>', 'one text instead of inputs; exits with 1 when nothing is alike'))
    .addOption(new Option('--first', 'stop at the first match'))
    .addOption(new Option('--limit <n>', 'the best so many matches'))
  addOptions(command, 'index query')
  return command.action((url: string, inputs: string[]) => {
    const { given, options, other } = parseIndexOptions(command, ['text', 'first', 'limit'])
    const { text, first } = other as { text?: string; first?: boolean }
    const limit = numberOf(other, 'limit', { kind: 'integer', min: 1 })
    if ((text === undefined) === !inputs.length) throw new LeitongError('OPTION_CONFLICT', 'query takes inputs or --text, and one of them')
    const how = { first: first === true, ...(limit === undefined ? {} : { limit }) }
    return withIndex(url, { ...given, ...EXISTING }, async (index) => {
      if (text !== undefined) {
        const matches = await index.query(text, how)
        await printLine(queryLine(null, matches))
        sayUnmeasured(matches.unmeasured ?? 0)
        await sayDoubts(index)
        process.exitCode = matches.length ? ExitCode.done : ExitCode.different
        return
      }
      requireInfo(index.options, options)
      let unmeasured = 0
      for await (const { id, matches } of index.queryAll(documentsOf(inputs, options, false), how)) {
        await printLine(queryLine(id, matches))
        unmeasured += matches.unmeasured ?? 0
      }
      sayUnmeasured(unmeasured)
      await sayDoubts(index)
    })
  })
}
