/** `leitong model build`: a corpus model for weights. */
import { Command, Option } from 'commander'
import { buildModel } from '../jobs/model.js'
import { addOptions, parseOptions } from './flags.js'

export function modelCommand(): Command {
  const build = new Command('build')
    .description('count in how many documents each feature occurs, for weights like tfidf')
    .argument('<input...>', 'files, folders, patterns, or - for standard input')
    .usage('[options] INPUT... -o FILE')
    .addOption(new Option('-o, --output <file>', 'the model').makeOptionMandatory())
  addOptions(build, 'model build')
  build.action(async (inputs: string[]) => {
    const { options, other } = parseOptions(build, ['output'])
    const { documents, features, checksum, pruned } = await buildModel(inputs, options, other['output'] as string)
    process.stdout.write(`${documents} documents, ${features} features in two and more of them, checksum ${checksum}\n`)
    if (pruned) process.stdout.write(`features of a single document were let go ${pruned} times for want of memory (see --memory)\n`)
  })
  return new Command('model').description('corpus models').addCommand(build)
}
