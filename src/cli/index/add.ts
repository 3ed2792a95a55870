/** `leitong index add`: documents into an index, each answered with a JSON line. */
import { Command, Option } from 'commander'
import { requireInfo } from '../../jobs/live/document.js'
import { answerLine } from '../../jobs/live/lines.js'
import { begun } from '../../reading/batches.js'
import { printLine } from '../answers.js'
import { describeDecided } from '../decided.js'
import { addOptions } from '../flags.js'
import { sayDoubts, sayUnmeasured, summaryLine } from '../notes.js'
import { texts } from '../texts/texts.js'
import { documentsOf, INPUT_HELP, signable } from './documents.js'
import { DIGESTS, EXISTING, KEEP, parseIndexOptions, URL_HELP, withIndex } from './opening.js'

export function addCommand(): Command {
  const command = new Command('add')
    .description('add documents, and say of each whether it is new: JSON lines')
    .argument('<url>', URL_HELP)
    .argument('<input...>', INPUT_HELP)
    .addOption(new Option('--if-new', 'leave out what is alike to something in the index'))
    .addOption(new Option('--create', 'make the index where there is none'))
    .addOption(KEEP)
    .addOption(DIGESTS)
  addOptions(command, 'index add')
  return command.action(async (url: string, inputs: string[]) => {
    const { given, options, other } = parseIndexOptions(command, ['ifNew', 'create'])
    const ifNew = other['ifNew'] === true
    // An index is made when there is something to put into it, or nothing at all to read.
    const documents = await begun(documentsOf(inputs, options, true))
    return withIndex(url, other['create'] ? given : { ...given, ...EXISTING }, async (index) => {
      requireInfo(index.options, options)
      const counts = { new: 0, duplicate: 0, unchanged: 0, left: 0 }
      let unmeasured = 0
      let replaced = 0
      const judged = options.strict ? documents : signable(documents, index.options)
      for await (const added of index.addAll(judged, { ifNew })) {
        counts[added.status]++
        if (!added.stored) counts.left++
        if (added.replaced) replaced++
        unmeasured += added.unmeasured ?? 0
        await printLine(answerLine(added, added.stored))
      }
      summaryLine(texts().index.added(counts.new, counts.duplicate, counts.unchanged, counts.left))
      if (replaced) summaryLine(texts().index.replaced(replaced, options.idField))
      sayUnmeasured(unmeasured)
      await sayDoubts(index)
      await describeDecided(index)
    })
  })
}
