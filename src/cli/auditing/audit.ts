/** `leitong audit`: outputs held against their input. */
import { Command, Option } from 'commander'
import { ExitCode, LeitongError } from '../../errors.js'
import { type Audit, type AuditedFiles, audit, type Check, type Finding, requireRecords } from '../../jobs/audit/audit.js'
import type { OutputPaths } from '../../jobs/dedupe/outputs.js'
import { requireJoinable } from '../../methods/derive.js'
import type { Options } from '../../options/options.js'
import type { Input } from '../../reading/input.js'
import { expandInputs } from '../../reading/inputs.js'
import { addOptions, numberOf, parseOptions } from '../flags.js'
import { takePassedOver } from '../passed-over.js'
import { isQuiet } from '../quiet.js'
import { duration, excerpt, Progress, printable } from '../terminal.js'
import { texts } from '../texts/texts.js'

/** Findings of each check that are shown, and that JSON has. */
const SHOWN = 5
const TOLD = 1000
/** Characters of a text. */
const LONGEST = 200

/** The method is the one whose pairs a join finds, whatever a profile says of signatures. */
const JOINED = { complete: true, verify: true, method: 'minhash' } as const

export function auditCommand(): Command {
  const command = new Command('audit')
    .description(
      'hold the outputs of any deduplication against their input: what holds and what does not; exits with 1 when something does not',
    )
    .argument('<input...>', 'files, folders, patterns, or - for standard input')
    .usage('[options] INPUT... --kept FILE')
    .addOption(new Option('--kept <file>', 'the kept records'))
    .addOption(
      new Option(
        '--removed <file>',
        'id, duplicate_of, similarity of the removed records, as JSON lines; without it, what is not kept counts as removed',
      ),
    )
    .addOption(new Option('--pairs <file>', 'a, b, similarity of the similar pairs, as JSON lines'))
    .addOption(new Option('--rewritten', 'kept records may be written anew: those with the same text are the same, in any order'))
    .addOption(new Option('--examples <n>', `what fails, of each check at most (default: ${SHOWN}; with --json ${TOLD})`))
    .addOption(new Option('--json', 'everything as one JSON object'))
  addOptions(command, 'audit')
  return command.action(async (input: string[]) => {
    const { options, other } = parseOptions(command, ['kept', 'removed', 'pairs', 'rewritten', 'examples', 'json'], JOINED)
    if (other['kept'] === undefined) throw new LeitongError('OPTION_CONFLICT', 'audit needs the kept records: name their file by --kept')
    const files = {
      ...(other as Pick<AuditedFiles, 'kept' | 'removed' | 'pairs' | 'rewritten'>),
      input: await expandInputs(input, options, undefined, takePassedOver()),
    }
    const json = other['json'] === true
    const shown = numberOf(other, 'examples', { kind: 'integer', min: 0 }) ?? (json ? TOLD : SHOWN)
    const found = await run(files, options, shown)
    if (json) process.stdout.write(`${JSON.stringify(found)}\n`)
    else if (!isQuiet()) process.stdout.write(printable(`${describeAudit(found, files).join('\n')}\n`))
  })
}

/** Audits outputs, shows how far it is, and leaves the exit code. */
async function run(files: AuditedFiles, options: Options, shown: number): Promise<Audit> {
  const progress = new Progress()
  try {
    const found = await audit(files, options, shown, { progress: (phase, done, total) => progress.update(phase, done, total) })
    if (!found.holds) process.exitCode = ExitCode.different
    return found
  } finally {
    progress.clear()
  }
}

/**
 * Sees that a batch can be audited when it is done.
 *
 * @param paths  of its outputs
 * @throws {LeitongError} `OPTION_CONFLICT`
 */
export function requireAuditable(inputs: readonly Input[], options: Options, { output, removed, pairs }: OutputPaths): void {
  requireJoinable(options, '"audit"')
  requireRecords(inputs)
  const refuse = (conflict: string): never => {
    throw new LeitongError('OPTION_CONFLICT', conflict)
  }
  const once = inputs.find(({ kind }) => kind !== 'file' && kind !== 'table')
  if (once) refuse(`--audit reads the input again, and ${once.name || 'standard input'} can be read once only: name a file`)
  if (output === undefined || removed === undefined)
    refuse('--audit holds the outputs against the input: name them by --output and --removed')
  for (const [flag, path] of Object.entries({ output, removed, pairs })) {
    if (path === '-') refuse(`--audit reads the outputs again: name a file for --${flag}`)
    if (flag !== 'output' && path !== undefined && /\.(csv|xlsx|parquet)$/i.test(path))
      refuse(`--audit reads --${flag} as JSON lines: give ${path} another ending`)
  }
}

/** Audits the outputs of a batch; what is found, and the lines that say it. */
export async function auditBatch(
  input: readonly Input[],
  options: Options,
  { output, removed, pairs }: OutputPaths,
): Promise<{ readonly found: Audit; readonly lines: readonly string[] }> {
  const files = { input, kept: output as string, removed, pairs }
  const found = await run(files, { ...options, complete: true }, SHOWN)
  return { found, lines: describeAudit(found, files) }
}

/** What holds and what does not, line by line. */
function describeAudit({ records, kept, removed, rejects, threshold, checks, seconds }: Audit, files: AuditedFiles): string[] {
  const say = texts().audit
  const { bytes, order, complete, removed: partners, apart, pairs, allPairs } = say.checks
  const sentences: Readonly<Record<Check['name'], (n: number) => string>> = {
    bytes: (n) => bytes(n, files.rewritten === true),
    order,
    complete,
    removed: (n) => partners(n, threshold, files.removed !== undefined),
    apart: (n) => apart(n, threshold),
    pairs: (n) => pairs(n, threshold),
    'all-pairs': (n) => allPairs(n, threshold),
  }
  return [
    say.counts(records, kept, removed, duration(seconds)),
    ...(rejects ? [say.rejects(rejects)] : []),
    ...checks.flatMap(({ name, checked, failed, findings }) => {
      const sentence = sentences[name](checked)
      if (!failed) return [say.holds(sentence)]
      const left = failed - findings.length
      return [say.fails(sentence), `  ${say.failed(failed)}`, ...findings.flatMap(linesOf), ...(left > 0 ? [`  ${say.more(left)}`] : [])]
    }),
  ]
}

function linesOf({ why, a, b, similarity, stated }: Finding): string[] {
  const say = texts().audit
  const measured =
    similarity === undefined ? undefined : say.similarity(String(similarity), stated === undefined ? undefined : String(stated))
  return [
    `  ${say.because(say.why[why], measured)}`,
    `    A ${a.id}: ${excerpt(a.text, LONGEST)}`,
    ...(b ? [`    B ${b.id}: ${excerpt(b.text, LONGEST)}`] : []),
  ]
}
