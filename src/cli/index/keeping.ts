/** Commands of `leitong index` that make, keep and end an index: create, remove, stats, compact, export, import, verify. */
import { Command, Option } from 'commander'
import { ExitCode } from '../../errors.js'
import { importFile } from '../../jobs/live/import-file.js'
import type { LiveStats } from '../../jobs/live/live-index.js'
import { indexFiles, verifyIndex } from '../../jobs/live/open.js'
import { parseJson, toJson } from '../../reading/whole-numbers-json.js'
import { withOutput } from '../../writing/output-set.js'
import { printLine } from '../answers.js'
import { addOptions } from '../flags.js'
import { summaryLine, wroteLines } from '../notes.js'
import { bytes, count } from '../terminal.js'
import { texts } from '../texts/texts.js'
import { DIGESTS, EXISTING, KEEP, parseIndexOptions, URL_HELP, withIndex } from './opening.js'

export function createCommand(): Command {
  const command = new Command('create')
    .description('make an empty index')
    .argument('<url>', URL_HELP)
    .addOption(KEEP)
    .addOption(DIGESTS)
    .addOption(new Option('--block-limit <n>', 'servers: postings of one key before it is split (default: 1000)'))
    .addOption(
      new Option('--overflow <n>', 'servers, simhash: split a key beyond (1 + n) times the mean of all buckets instead (wang2019: 2)'),
    )
  addOptions(command, 'index create')
  return command.action((url: string) =>
    withIndex(url, parseIndexOptions(command, []).given, async (index) => {
      const { documents, signature } = await index.stats()
      await printLine({ url: index.url, documents, signature })
    }),
  )
}

export function removeCommand(): Command {
  return new Command('remove')
    .description('remove documents by id: JSON lines')
    .argument('<url>', URL_HELP)
    .argument('<id...>', 'ids: as JSON (7, "7"), anything else as text; a 7 that is not there is looked for as "7"')
    .action((url: string, ids: string[]) =>
      withIndex(url, EXISTING, async (index) => {
        const given = ids.map(parseId)
        let place = 0
        for await (const answer of index.removeAll(given)) {
          const [id, text] = [given[place], ids[place] as string]
          place++
          // Ids of CSV and of most tables are texts, also where they look like numbers.
          const isText = !answer.removed && typeof id !== 'string' && (await index.remove(text))
          await printLine(isText ? { id: text, removed: true } : answer)
        }
      }),
    )
}

function parseId(id: string): unknown {
  try {
    return parseJson(id)
  } catch {
    return id
  }
}

export function statsCommand(): Command {
  const command = new Command('stats')
    .description('how many documents, how much room, which options')
    .argument('<url>', URL_HELP)
    .addOption(new Option('--json', 'everything as one JSON object'))
  return command.action((url: string) =>
    withIndex(url, EXISTING, async (index) => {
      const stats = await index.stats()
      if (command.opts()['json']) await printLine(stats)
      else process.stdout.write(describe(stats))
    }),
  )
}

function describe({ documents, bytes: size, details, signature, keep, created }: LiveStats): string {
  const lines = [
    texts().index.stats(documents, size === undefined ? undefined : bytes(size), keep, created),
    signature,
    ...Object.entries(details).map(([name, value]) => `${name}: ${typeof value === 'number' ? count(value) : value}`),
  ]
  return `${lines.join('\n')}\n`
}

export function compactCommand(): Command {
  return new Command('compact')
    .description('give back room that removals and replacements have left')
    .argument('<url>', URL_HELP)
    .action((url: string) => withIndex(url, EXISTING, (index) => index.compact()))
}

export function exportCommand(): Command {
  const command = new Command('export')
    .description('everything there is as JSON lines, for import')
    .argument('<url>', URL_HELP)
    .addOption(new Option('-o, --output <file>', 'write there instead of standard output'))
  return command.action((url: string) => {
    const { output: path = '-' } = command.opts() as { output?: string }
    return withIndex(url, EXISTING, async (index) => {
      await withOutput(path, await indexFiles(url), async (output) => {
        for await (const line of index.export()) await output.write(`${toJson(line)}\n`)
      })
      wroteLines([path]).forEach(summaryLine)
    })
  })
}

export function importCommand(): Command {
  return new Command('import')
    .description('take in what export wrote; makes the index where there is none, with the options of the export')
    .argument('<url>', URL_HELP)
    .argument('<file>', 'what export wrote, or - for standard input')
    .action(async (url: string, path: string) => printLine(await importFile(url, path)))
}

export function verifyCommand(): Command {
  return new Command('verify')
    .description('read everything and hold it against each other; exits with 3 when something is wrong')
    .argument('<url>', URL_HELP)
    .action(async (url: string) => {
      const { records, problems } = await verifyIndex(url)
      for (const problem of problems) process.stdout.write(`${problem}\n`)
      process.stdout.write(`${texts().index.verified(records, problems.length)}\n`)
      if (problems.length) process.exitCode = ExitCode.io
    })
}
