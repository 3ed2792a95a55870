import { Command, Option } from 'commander'
import { LeitongError } from '../errors.js'
import { prepareModel } from '../jobs/dedupe/model.js'
import { RunContext } from '../jobs/dedupe/run-context.js'
import { describeReject } from '../jobs/dedupe/search.js'
import { signAll } from '../jobs/dedupe/signing-pass.js'
import type { Options } from '../options/options.js'
import { expandInputs } from '../reading/inputs.js'
import { DIGEST_BYTES, signatureBytes, signatureHex, signatureName } from '../signing/signature.js'
import { type Output, withOutput } from '../writing/output-set.js'
import { addOptions, parseOptions } from './flags.js'

const NAMES: readonly (keyof Options)[] = [
  'profile',
  'method',
  'bits',
  'weight',
  'idf',
  'model',
  'markers',
  'hash',
  'infoField',
  'infoSignature',
  'titleField',
  'measure',
  'numPerm',
  'seed',
  'tokenizer',
  'ngram',
  'charNgram',
  'normalize',
  'dictionary',
  'hmm',
  'stopWords',
  'tags',
  'format',
  'encoding',
  'idField',
  'textField',
  'fields',
  'table',
  'query',
  'strict',
  'workers',
  'maxRecord',
  'maxRatio',
  'temp',
]
// A fingerprint is a simhash unless something else is asked for.
const OVERRIDES = { method: 'simhash' } as const

export function fingerprintCommand(): Command {
  const command = new Command('fingerprint')
    .description('print the signature of every document: JSON lines with id, fingerprint, features')
    .argument('<input...>', 'files, folders, patterns, URLs of databases, or - for standard input')
    .usage('[options] INPUT...')
    .addOption(new Option('-o, --output <file>', 'write there instead of standard output'))
    .addOption(new Option('--describe', 'print what the signatures depend on, and nothing else'))
  addOptions(command, NAMES, OVERRIDES)
  return command.action(async (inputs: string[]) => {
    const { options, other } = parseOptions(command, ['output', 'describe'], OVERRIDES)
    if (other['describe']) process.stdout.write(`${signatureName(options)}\n`)
    else await fingerprint(inputs, options, other['output'] as string | undefined)
  })
}

async function fingerprint(inputs: readonly string[], given: Options, output: string | undefined): Promise<void> {
  if (given.method === 'rare')
    throw new LeitongError('OPTION_CONFLICT', 'method "rare" looks at the features of a whole batch: there is no signature of one document')
  const found = await expandInputs(inputs, given)
  await withOutput(output ?? '-', async (file) => {
    const opened = RunContext.open(found, given)
    try {
      const context = await prepareModel(opened)
      await writeFingerprints(context, file)
      const { files, rejects } = context.documents
      const [first] = rejects
      if (first && given.strict) throw new LeitongError('STRICT', rejects.length, describeReject(first, files))
      if (first) process.stderr.write(`${rejects.length} records have no fingerprint; the first: ${describeReject(first, files)}\n`)
    } finally {
      await opened.close()
    }
  })
}

async function writeFingerprints(context: RunContext, file: Output): Promise<void> {
  const { options, documents } = context
  const entryBytes = DIGEST_BYTES + signatureBytes(options, 'full')
  let next = 0
  for await (const { signatures, count, features } of signAll(context, { content: 'full' })) {
    let block = ''
    for (let i = 0; i < count; i++, next++) {
      const hex = signatureHex(signatures.subarray(i * entryBytes, (i + 1) * entryBytes), options)
      block += `{"id":${documents.idOf(next)},"fingerprint":"${hex}","features":${features[i]}}\n`
    }
    await file.write(block)
  }
}
