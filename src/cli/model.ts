import { Command, Option } from 'commander'
import { countModel } from '../jobs/dedupe/model.js'
import { fieldsOf } from '../options/keep-rule.js'
import type { Options } from '../options/options.js'
import { expandInputs } from '../reading/inputs.js'
import { createPool } from '../working/pool.js'
import { AtomicFile } from '../writing/atomic-file.js'
import { lazyFolder } from '../writing/temporary.js'
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
    await buildModel(inputs, options, other['output'] as string)
  })
  return new Command('model').description('corpus models').addCommand(build)
}

async function buildModel(inputs: readonly string[], options: Options, output: string): Promise<void> {
  const files = await expandInputs(inputs, options)
  const file = new AtomicFile(output)
  const pool = createPool(
    options.workers,
    files.reduce((sum, { size }) => sum + (size ?? Number.POSITIVE_INFINITY), 0),
  )
  const folder = lazyFolder(options.temp)
  try {
    const { model, bytes, pruned } = await countModel(files, options, fieldsOf(options), pool, { folder: folder.open })
    file.write(bytes)
    file.finish()
    file.commit()
    process.stdout.write(`${model.total} documents, ${model.hashes.length} features in two and more of them, checksum ${model.checksum}\n`)
    if (pruned) process.stdout.write(`features of a single document were let go ${pruned} times for want of memory (see --memory)\n`)
  } finally {
    file.discard()
    await pool.close()
    folder.forget()
  }
}
