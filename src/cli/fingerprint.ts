import { Command, Option } from 'commander'
import { LeitongError } from '../errors.js'
import { describeReject } from '../jobs/dedupe/dedupe.js'
import { Documents } from '../jobs/dedupe/documents.js'
import { prepareModel } from '../jobs/dedupe/model.js'
import { signAll } from '../jobs/dedupe/signing-pass.js'
import { fieldsOf } from '../options/keep-rule.js'
import { traitsOf } from '../options/methods.js'
import type { Options } from '../options/options.js'
import { expandInputs } from '../reading/inputs.js'
import { DIGEST_BYTES, signatureBytes, signatureHex, signatureName } from '../signing/signature.js'
import { createPool } from '../working/pool.js'
import { AtomicFile } from '../writing/atomic-file.js'
import { lazyFolder } from '../writing/temporary.js'
import { addOptions, parseOptions } from './flags.js'

// A fingerprint is a simhash unless something else is asked for.
const OVERRIDES = { method: 'simhash' } as const

export function fingerprintCommand(): Command {
  const command = new Command('fingerprint')
    .description('print the signature of every document: JSON lines with id, fingerprint, features')
    .argument('<input...>', 'files, folders, patterns, URLs of databases, or - for standard input')
    .usage('[options] INPUT...')
    .addOption(new Option('-o, --output <file>', 'write there instead of standard output'))
    .addOption(new Option('--describe', 'print what the signatures depend on, and nothing else'))
  addOptions(command, 'fingerprint', OVERRIDES)
  return command.action(async (inputs: string[]) => {
    const { options, other } = parseOptions(command, ['output', 'describe'], OVERRIDES)
    if (other['describe']) process.stdout.write(`${signatureName(options)}\n`)
    else await fingerprint(inputs, options, other['output'] as string | undefined)
  })
}

async function fingerprint(inputs: readonly string[], given: Options, output: string | undefined): Promise<void> {
  if (traitsOf(given).needsBatch)
    throw new LeitongError(
      'OPTION_CONFLICT',
      `method "${given.method}" looks at the features of a whole batch: there is no signature of one document`,
    )
  const found = await expandInputs(inputs, given)
  const file = output === undefined || output === '-' ? undefined : new AtomicFile(output)
  const pool = createPool(
    given.workers,
    found.reduce((sum, { size }) => sum + (size ?? Number.POSITIVE_INFINITY), 0),
  )
  const documents = new Documents(false)
  const folder = lazyFolder(given.temp)
  try {
    const { options, inputs: files } = await prepareModel(found, given, fieldsOf(given), pool, { folder: folder.open })
    const rowBytes = DIGEST_BYTES + signatureBytes(options, 'full')
    let next = 0
    for await (const { signatures, count, features } of signAll(files, options, fieldsOf(options), pool, documents, {
      content: 'full',
      folder: folder.open,
    })) {
      let block = ''
      for (let i = 0; i < count; i++, next++) {
        const hex = signatureHex(signatures.subarray(i * rowBytes, (i + 1) * rowBytes), options)
        block += `{"id":${documents.idOf(next)},"fingerprint":"${hex}","features":${features[i]}}\n`
      }
      if (file) file.write(block)
      else if (!process.stdout.write(block)) await new Promise((resolve) => process.stdout.once('drain', resolve))
    }
    const [first] = documents.rejects
    if (first && options.strict) throw new LeitongError('STRICT', documents.rejects.length, describeReject(first, documents.files))
    if (first)
      process.stderr.write(
        `${documents.rejects.length} records have no fingerprint; the first: ${describeReject(first, documents.files)}\n`,
      )
    file?.commit()
  } finally {
    file?.discard()
    await pool.close()
    folder.forget()
  }
}
