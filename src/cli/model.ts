import { Command, Option } from 'commander'
import { countModel } from '../jobs/dedupe/model.js'
import { RunContext } from '../jobs/dedupe/run-context.js'
import type { Options } from '../options/options.js'
import { expandInputs } from '../reading/inputs.js'
import { withOutput } from '../writing/output-set.js'
import { addOptions, parseOptions } from './flags.js'

const NAMES: readonly (keyof Options)[] = [
  'profile',
  'tokenizer',
  'ngram',
  'charNgram',
  'normalize',
  'seed',
  'format',
  'encoding',
  'idField',
  'textField',
  'workers',
  'memory',
  'maxRecord',
  'maxRatio',
  'temp',
]

export function modelCommand(): Command {
  const build = new Command('build')
    .description('count in how many documents each feature occurs, for weights like tfidf')
    .argument('<input...>', 'files, folders, patterns, or - for standard input')
    .usage('[options] INPUT... -o FILE')
    .addOption(new Option('-o, --output <file>', 'the model').makeOptionMandatory())
  addOptions(build, NAMES)
  build.action(async (inputs: string[]) => {
    const { options, other } = parseOptions(build, ['output'])
    await buildModel(inputs, options, other['output'] as string)
  })
  return new Command('model').description('corpus models').addCommand(build)
}

async function buildModel(inputs: readonly string[], options: Options, output: string): Promise<void> {
  const found = await expandInputs(inputs, options)
  const { model, pruned } = await withOutput(output, async (file) => {
    const context = RunContext.open(found, options)
    try {
      const counted = await countModel(context)
      await file.write(counted.bytes)
      return counted
    } finally {
      await context.close()
    }
  })
  process.stdout.write(`${model.total} documents, ${model.hashes.length} features in two and more of them, checksum ${model.checksum}\n`)
  if (pruned) process.stdout.write(`features of a single document were let go ${pruned} times for want of memory (see --memory)\n`)
}
