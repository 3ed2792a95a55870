/** `leitong fingerprint`: the signature of every document. */
import { Command, Option } from 'commander'
import { fingerprintInputs } from '../jobs/fingerprint.js'
import { signatureName } from '../methods/methods.js'
import { recordPlan } from '../reading/row-plans.js'
import { fieldsName } from '../signing/fields-name.js'
import { FORMATS } from '../sources/formats/formats.js'
import { addOptions, parseOptions } from './flags.js'
import { summaryLine } from './notes.js'
import { passedOverLines, takePassedOver } from './passed-over.js'
import { texts } from './texts/texts.js'

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
    if (other['describe']) {
      const plan = options.fields === undefined ? undefined : recordPlan(options, FORMATS.jsonl)
      process.stdout.write(`${signatureName(options)}${fieldsName(plan)}\n`)
      return
    }
    const passedOver = takePassedOver()
    const { count, first } = await fingerprintInputs(inputs, options, other['output'] as string | undefined, passedOver)
    for (const line of passedOverLines(passedOver)) summaryLine(line)
    if (first !== undefined) process.stderr.write(`${texts().notes.noFingerprint(count, first)}\n`)
  })
}
