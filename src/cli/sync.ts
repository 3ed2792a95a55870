/** `leitong sync SOURCE INDEX`: new rows into a live index, each answered once. */
import { once } from 'node:events'
import { closeSync, existsSync, fstatSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import { Command, InvalidArgumentError, Option } from 'commander'
import { type Added, open } from '../engine/live.js'
import { type Keep, type LiveOptions, REMEMBERED } from '../engine/live-options.js'
import type { Options } from '../engine/options.js'
import { round } from '../engine/outputs.js'
import type { SyncCounts, SyncOutput } from '../engine/sync.js'
import { runSync } from '../engine/sync-library.js'
import { openSyncSource, SYNC_MODES, type SyncMode, type SyncPlan } from '../engine/sync-source.js'
import { LeitongError } from '../errors.js'
import { addOptions, parseOptions } from './flags.js'
import { count } from './terminal.js'

const READING: readonly (keyof Options)[] = [
  'format',
  'encoding',
  'idField',
  'textField',
  'fields',
  'table',
  'query',
  'maxRecord',
  'maxRatio',
]
const OTHERS = ['mode', 'timestampColumn', 'incrementingColumn', 'state', 'output', 'once', 'follow', 'create', 'keep']

interface SyncFlags {
  readonly mode?: SyncMode
  readonly timestampColumn?: string
  readonly incrementingColumn?: string
  readonly state?: string
  readonly output?: string
  readonly once?: boolean
  readonly follow?: number
  readonly create?: boolean
  readonly keep?: Keep
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
    .addOption(new Option('--follow <seconds>', 'look again after so many seconds, until stopped').argParser(parseSeconds))
    .addOption(new Option('--create', 'make the index where there is none'))
    .addOption(
      new Option('--keep <features|text|none>', 'what is kept of each row to verify against').choices(['features', 'text', 'none']),
    )
  addOptions(command, [...REMEMBERED, ...READING])
  return command.action(async (source: string, url: string) => {
    const { options, other, named } = parseOptions(command, OTHERS)
    const flags = other as SyncFlags
    const given = Object.fromEntries(named.map((name) => [name, options[name]])) as LiveOptions
    const { keep } = command.opts() as { keep?: Keep }
    await sync(source, url, options, flags, { ...given, ...(keep ? { keep } : {}), create: flags.create === true })
  })
}

function parseSeconds(text: string): number {
  const seconds = Number(text)
  if (!(seconds > 0 && seconds <= 86_400)) throw new InvalidArgumentError('expected a number of seconds above 0, up to 86400.')
  return seconds
}

async function sync(source: string, url: string, options: Options, flags: SyncFlags, given: LiveOptions): Promise<void> {
  const { mode, timestampColumn: timestamp, incrementingColumn: incrementing, follow } = flags
  const plan: SyncPlan = {
    ...(mode === undefined ? {} : { mode }),
    ...(timestamp === undefined ? {} : { timestamp }),
    ...(incrementing === undefined ? {} : { incrementing }),
  }
  const state = source === '-' ? undefined : (flags.state ?? defaultState(url))
  // Before the index, which must not be made for a source that cannot be read.
  const opened = await openSyncSource(source, plan, options)
  const index = await open(url, given)
  let rejects = 0
  const output = flags.output === undefined || flags.output === '-' ? toStandardOutput : new OutputFile(flags.output)
  try {
    await runSync(opened, index, plan, {
      state,
      output,
      follow,
      reject: (what) => {
        if (++rejects <= 10) process.stderr.write(`not judged: ${what}\n`)
      },
      passed: (counts) => {
        if (follow === undefined || counts.new || counts.duplicates) process.stderr.write(describe(counts))
      },
    })
  } finally {
    if (output instanceof OutputFile) output.close()
    await index.close()
  }
}

const describe = ({ rows, new: fresh, duplicates, unchanged, rejects }: SyncCounts) =>
  `${count(rows)} rows read: ${count(fresh)} new, ${count(duplicates)} duplicates, ${count(unchanged)} known${rejects ? `, ${count(rejects)} not judged` : ''}\n`

function defaultState(url: string): string {
  const folder = url.replace(/^lmdb:(\/\/)?/i, '')
  if (!/^[a-z][a-z0-9+.-]+:/i.test(folder)) return `${folder.replace(/\/+$/, '')}.sync.json`
  throw new LeitongError('OPTION_CONFLICT', 'an index on a server has no folder to keep the position beside: name a file with --state')
}

const lineOf = ({ id, status, replaced, duplicateOf, similarity, distance, group }: Added) =>
  `${JSON.stringify({
    id,
    status,
    ...(replaced ? { replaced } : {}),
    duplicate_of: duplicateOf ?? null,
    similarity: round(similarity),
    distance: distance ?? null,
    group,
  })}\n`

const toStandardOutput: SyncOutput = {
  begin: () => undefined,
  async write(answers) {
    if (answers.length && !process.stdout.write(answers.map(lineOf).join(''))) await once(process.stdout, 'drain')
    return undefined
  },
}

/** A file that grows; what was written after the last saved position is taken back. */
class OutputFile implements SyncOutput {
  readonly #path: string
  readonly #descriptor: number

  constructor(path: string) {
    this.#path = path
    this.#descriptor = this.#try(() => openSync(path, existsSync(path) ? 'r+' : 'w+'))
  }

  begin(bytes: number | undefined): number {
    return this.#try(() => {
      if (bytes !== undefined && fstatSync(this.#descriptor).size > bytes) ftruncateSync(this.#descriptor, bytes)
      return fstatSync(this.#descriptor).size
    })
  }

  async write(answers: readonly Added[]): Promise<number> {
    const bytes = Buffer.from(answers.map(lineOf).join(''))
    return this.#try(() => {
      let at = fstatSync(this.#descriptor).size
      for (let done = 0; done < bytes.length; ) {
        const written = writeSync(this.#descriptor, bytes, done, bytes.length - done, at)
        done += written
        at += written
      }
      if (bytes.length) fsyncSync(this.#descriptor)
      return at
    })
  }

  close(): void {
    closeSync(this.#descriptor)
  }

  #try<Result>(work: () => Result): Result {
    try {
      return work()
    } catch (error) {
      throw new LeitongError('OUTPUT_WRITE', this.#path, (error as Error).message)
    }
  }
}
