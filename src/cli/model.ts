/** `leitong model build`: a corpus model for weights. */
import { Command, Option } from 'commander'
import { LeitongError } from '../errors.js'
import { readMatchModel } from '../jobs/dedupe/rows/model-file.js'
import { buildModel, learnModel } from '../jobs/model.js'
import { methodOf } from '../methods/methods.js'
import { addOptions, parseOptions } from './flags.js'
import { summaryLine, wroteLines } from './notes.js'
import { passedOverLines, takePassedOver } from './passed-over.js'
import { isQuiet } from './quiet.js'
import { describeModel } from './rows.js'
import { texts } from './texts/texts.js'

export function modelCommand(): Command {
  const build = new Command('build')
    .description(
      'count in how many documents each feature occurs, for weights like tfidf; with --measure match learn a model of the fields of rows',
    )
    .argument('<input...>', 'files, folders, patterns, or - for standard input')
    .usage('[options] INPUT... -o FILE')
    .addOption(new Option('-o, --output <file>', 'the model').makeOptionMandatory())
  addOptions(build, 'model build')
  build.action(async (inputs: string[]) => {
    const { options, other } = parseOptions(build, ['output'])
    const passedOver = takePassedOver()
    const output = other['output'] as string
    // A profile may state a measure of texts, which has no model of its own.
    if (methodOf(options).reads === 'values') {
      if (options.engine !== undefined)
        throw new LeitongError('OPTION_CONFLICT', '--measure match learns its model on one machine: leave out --engine')
      const model = await learnModel(inputs, options, output, passedOver)
      if (isQuiet()) return
      process.stdout.write([describeModel(model), ...passedOverLines(passedOver).map((line) => `${line}\n`)].join(''))
      wroteLines([output]).forEach(summaryLine)
      return
    }
    const counted = async () => {
      if (options.engine === undefined) return buildModel(inputs, options, output, passedOver)
      const { buildModelOnCluster } = await import('./cluster/model.js')
      return buildModelOnCluster(inputs, options, output)
    }
    const { documents, features, checksum, pruned } = await counted()
    if (isQuiet()) return
    process.stdout.write(`${texts().model.built(documents, features, checksum)}\n`)
    for (const line of passedOverLines(passedOver)) process.stdout.write(`${line}\n`)
    if (pruned) process.stdout.write(`${texts().model.pruned(pruned)}\n`)
    wroteLines([output]).forEach(summaryLine)
  })
  const show = new Command('show')
    .description('print a model of fields: the levels of each field, how often they occur among matches and others, and what they add')
    .argument('<file>', 'a model that dedupe --measure match wrote with --write-model')
    .action((file: string) => {
      process.stdout.write(describeModel(readMatchModel(file)))
    })
  return new Command('model').description('corpus models, and models of fields').addCommand(build).addCommand(show)
}
