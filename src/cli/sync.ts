/** `leitong sync SOURCE INDEX`: new rows into a live index, each answered once. */
import { Command, Option } from 'commander'
import type { Added } from '../jobs/live/add.js'
import { requireInfo } from '../jobs/live/document.js'
import { answerLine } from '../jobs/live/lines.js'
import { indexFiles, open } from '../jobs/live/open.js'
import { PAYLOADS, type Payload, type SettingsInput } from '../jobs/live/settings.js'
import { OutputFile, requireTakingBack } from '../jobs/sync/output-file.js'
import { SYNC_MODES, type SyncMode, type SyncPlan } from '../jobs/sync/plan.js'
import { runSync } from '../jobs/sync/run.js'
import { openSyncSource } from '../jobs/sync/source.js'
import { defaultState } from '../jobs/sync/state.js'
import type { SyncCounts, SyncOutput } from '../jobs/sync/sync.js'
import type { Options } from '../options/options.js'
import { toJson } from '../reading/whole-numbers-json.js'
import { namedFiles } from '../resolving/named-files.js'
import { refuseRead, toStandardOutput } from '../writing/output-set.js'

import { describeDecided } from './decided.js'
import { addOptions, numberOf, parseOptions } from './flags.js'
import { DIGESTS } from './index/opening.js'
import { sayDoubts, sayUnmeasured, summaryLine } from './notes.js'
import { passedOverLines, takePassedOver } from './passed-over.js'
import { Progress, printable } from './terminal.js'
import { texts } from './texts/texts.js'

const OTHERS = ['mode', 'timestampColumn', 'incrementingColumn', 'state', 'output', 'once', 'follow', 'create', 'keep', 'digests']

interface SyncFlags {
  readonly mode?: SyncMode
  readonly timestampColumn?: string
  readonly incrementingColumn?: string
  readonly state?: string
  readonly output?: string
  readonly once?: boolean
  readonly follow: number | undefined
  readonly create?: boolean
  readonly keep?: Payload
  readonly digests?: true
}

export function syncCommand(): Command {
  const command = new Command('sync')
    .description('bring new rows of a source into a live index, and say of each whether it is new: JSON lines')
    .argument('<source>', 'the URL of a database, files, or - for JSON lines of standard input')
    .argument('<index>', 'a folder, or the URL of a server (docs/stores.md)')
    .addOption(
      new Option('--mode <name>', 'how new rows are told from old ones (default: by the columns given, else bulk)').choices(SYNC_MODES),
    )
    .addOption(new Option('--timestamp-column <name>', 'when a row was last changed'))
    .addOption(new Option('--incrementing-column <name>', 'a number that only grows'))
    .addOption(new Option('--state <file>', 'where the position is kept (default: beside the folder of the index, INDEX.sync.json)'))
    .addOption(new Option('-o, --output <file>', 'JSON lines are added here, each once, also after a crash (default: standard output)'))
    .addOption(new Option('--once', 'end when everything is read, which is the default').conflicts('follow'))
    .addOption(new Option('--follow <seconds>', 'look again after so many seconds, until stopped'))
    .addOption(new Option('--create', 'make the index where there is none'))
    .addOption(DIGESTS)
    .addOption(new Option('--keep <features|text|none>', 'what is kept of each row to verify against').choices(PAYLOADS))
  addOptions(command, 'sync')
  return command.action(async (source: string, url: string) => {
    const { options, other, named } = parseOptions(command, OTHERS)
    const follow = numberOf(other, 'follow', { kind: 'number', min: 0.001, max: 86_400 })
    const flags = { ...other, follow } as SyncFlags
    const given = Object.fromEntries(named.map((name) => [name, options[name]])) as SettingsInput
    const { keep } = command.opts() as { keep?: Payload }
    const own = { ...(keep ? { payload: keep } : {}), ...(flags.digests ? { digests: true } : {}), create: flags.create === true }
    await sync(source, url, options, flags, { ...given, ...own })
  })
}

async function sync(source: string, url: string, options: Options, flags: SyncFlags, given: SettingsInput): Promise<void> {
  const { mode, timestampColumn: timestamp, incrementingColumn: incrementing, follow } = flags
  const plan: SyncPlan = {
    ...(mode === undefined ? {} : { mode }),
    ...(timestamp === undefined ? {} : { timestamp }),
    ...(incrementing === undefined ? {} : { incrementing }),
  }
  const state = source === '-' ? undefined : (flags.state ?? defaultState(url))
  const named = [source, state].filter((path) => path !== undefined && path !== '-') as string[]
  const reads = [...named.map((path) => [path, `${path}, the source or the state`] as const), ...namedFiles(options)]
  if (state !== undefined) refuseRead(state, '--state', [[source, source], ...namedFiles(options), ...(await indexFiles(url))])
  requireTakingBack(flags.output)
  refuseRead(flags.output, '--output', [...reads, ...(await indexFiles(url))])
  // Before the index, which must not be made for a source that cannot be read.
  const passedOver = takePassedOver()
  const opened = await openSyncSource(source, plan, options, undefined, passedOver)
  const said = new Set<string>()
  const index = await open(url, given)
  let rejects = 0
  // A first run may take long, also where nobody watches a terminal.
  const progress = new Progress(process.stderr, undefined, true)
  let output: SyncOutput = standardOutput
  try {
    if (flags.output !== undefined && flags.output !== '-') output = new OutputFile(flags.output, lineOf)
    requireInfo(index.options, options)
    await runSync(opened, index, plan, {
      state,
      output,
      follow,
      progress: (rows) => progress.update('answer', rows, undefined),
      reject: (what) => {
        progress.clear()
        if (++rejects <= 10) process.stderr.write(printable(`${texts().notes.notJudged(what)}\n`))
      },
      passed: (counts) => {
        progress.clear()
        // A source that is followed is opened again and again.
        for (const line of passedOverLines(passedOver)) if (said.size < said.add(line).size) summaryLine(line)
        if (counts.unplaced) summaryLine(texts().sync.unplaced(counts.unplaced))
        sayUnmeasured(counts.unmeasured)
        if (follow === undefined || counts.new || counts.duplicates) summaryLine(describe(counts))
      },
    })
    await sayDoubts(index)
    await describeDecided(index)
  } finally {
    progress.clear()
    if (output instanceof OutputFile) output.close()
    await index.close()
  }
}

const describe = ({ rows, new: fresh, duplicates, unchanged, rejects }: SyncCounts) =>
  texts().sync.passed(rows, fresh, duplicates, unchanged, rejects)

const lineOf = (answer: Added) => `${toJson(answerLine(answer))}\n`

/** Standard output, of which nothing can be taken back. */
const standardOutput: SyncOutput = {
  begin: () => undefined,
  async write(answers) {
    if (answers.length) await toStandardOutput(answers.map(lineOf).join(''))
    return undefined
  },
}
