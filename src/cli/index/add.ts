/** `leitong index add`: documents into an index, each answered with a JSON line. */
import { Command, Option } from 'commander'
import { answerLine, printLine } from '../answers.js'
import { addOptions } from '../flags.js'
import { documentsOf, INPUT_HELP } from './documents.js'
import { EXISTING, KEEP, parseIndexOptions, URL_HELP, withIndex } from './opening.js'

export function addCommand(): Command {
  const command = new Command('add')
    .description('add documents, and say of each whether it is new: JSON lines')
    .argument('<url>', URL_HELP)
    .argument('<input...>', INPUT_HELP)
    .addOption(new Option('--if-new', 'leave out what is alike to something in the index'))
    .addOption(new Option('--create', 'make the index where there is none'))
    .addOption(KEEP)
  addOptions(command, 'index add')
  return command.action((url: string, inputs: string[]) => {
    const { given, options, other } = parseIndexOptions(command, ['ifNew', 'create'])
    const ifNew = other['ifNew'] === true
    return withIndex(url, other['create'] ? given : { ...given, ...EXISTING }, async (index) => {
      for await (const added of index.addAll(documentsOf(inputs, options, true), { ifNew }))
        await printLine(answerLine(added, added.stored))
    })
  })
}
