/**
 * `leitong review letters.xlsx`: a review of files, its service on this machine alone, and its page in the browser. Without files the page begins
 * with the reviews there are.
 */
import { spawn } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, resolve } from 'node:path'
import { Command, Option } from 'commander'
import { LeitongError } from '../../errors.js'
import { REVIEW_NAME, type Reviews } from '../../reviewing/reviews.js'
import { isObject } from '../../sources/rows/objects.js'
import { numberOf } from '../flags.js'
import { summaryLine } from '../notes.js'
import { takeSignals } from '../stopping.js'
import { texts } from '../texts/texts.js'
import { optionsIn } from './create.js'
import { dataFlag, lasting, runOf, withReviews } from './opening.js'

export function openReviewCommand(): Command {
  const command = new Command('open')
    .description(
      'make a review of files, start its service on this machine alone, and open its page; without files the page lists the reviews; "open" may be left out',
    )
    .argument('[input...]', 'files or folders')
    .addOption(dataFlag())
    .addOption(new Option('--name <name>', 'of the review (default: that of the first file)'))
    .addOption(new Option('--find <question>', 'copies or versions, as dedupe takes it'))
    .addOption(new Option('--options <file>', 'options of dedupe as a JSON object, as in leitong.config.json'))
    .addOption(new Option('--port <n>', 'port of the service; 0 for any that is free (default: 0)'))
    .addOption(new Option('--no-open', 'only print the link'))
  return command.action(async (inputs: string[]) => {
    const {
      data,
      name: given,
      find,
      options,
      open,
      ...flags
    } = command.opts() as Readonly<Record<string, string | undefined>> & { open?: boolean }
    const port = numberOf(flags, 'port', { kind: 'integer', min: 0, max: 65535 }) ?? 0
    const settled = inputs.length === 0 && (find ?? options)
    if (settled)
      throw new LeitongError('OPTION_CONFLICT', '--find and --options are of a new review: name its files, as leitong review letters.xlsx')
    const { name, source } = await withReviews(data, async (reviews) => {
      // A page that begins with the list can run each of them again.
      if (!inputs.length) return { name: given === undefined ? undefined : reviews.get(given).name, source: reviews.sources() }
      const source = lasting(inputs)
      return {
        name: await reviewOf(reviews, source, nameOf(inputs[0] as string), given, {
          ...optionsIn(options),
          ...(find === undefined ? {} : { find }),
        }),
        source,
      }
    })
    const { serve } = await import('../../server/serve.js')
    const { settingsOf } = await import('../../server/settings.js')
    const settings = settingsOf({ ...(data === undefined ? {} : { data }), port, log: 'silent', folders: foldersOf(source) })
    const { url, link, close } = await serve(settings, { needsKey: false })
    const address = `${url}/${name === undefined ? '' : `?review=${encodeURIComponent(name)}`}#enter=${link()}`
    process.stdout.write(`${address}\n`)
    summaryLine(texts().review.opened)
    if (open !== false) openBrowser(address)
    await takeSignals()
    summaryLine(texts().serve.ending)
    await close()
  })
}

/** The review of these files with these options, which is made unless it is there. @returns its name */
async function reviewOf(
  reviews: Reviews,
  source: readonly string[],
  named: string,
  given: string | undefined,
  options: Readonly<Record<string, unknown>>,
): Promise<string> {
  const known = reviews.list().map((review) => ({ name: review.name, described: review.describe() }))
  const isSame = ({ described }: (typeof known)[number]) =>
    'source' in described &&
    described.run > 0 &&
    JSON.stringify(described.source) === JSON.stringify(source) &&
    isObject(described.options) &&
    Object.entries(options).every(([key, value]) => JSON.stringify(described.options[key]) === JSON.stringify(value))
  const same = known.find((review) => isSame(review) && (given === undefined || review.name === given))
  if (same) return same.name
  const free = given ?? freeName(named, new Set(known.map((review) => review.name)))
  const project = reviews.create(free, source, options)
  const { documents = 0, groups = 0 } = await runOf(project)
  summaryLine(texts().review.ran(free, documents, groups, 0))
  return free
}

/** The name of a review from that of a file. */
function nameOf(input: string): string {
  const bare = basename(input)
    .replace(/(?:\.[a-z0-9]{1,8}){1,2}$/i, '')
    .replace(/[^\p{L}\p{N}_-]+/gu, '-')
    .replace(/^[_-]+/, '')
    .slice(0, 60)
  return REVIEW_NAME.test(bare) ? bare : 'review'
}

function freeName(name: string, known: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const one = number === 1 ? name : `${name}-${number}`
    if (!known.has(one)) return one
  }
}

/** Folders of the files, so that the page can run the review again. */
function foldersOf(source: readonly string[]): Readonly<Record<string, string>> {
  const folders = new Set(
    source
      .filter((place) => isAbsolute(place) && existsSync(place))
      .map((place) => (statSync(place).isDirectory() ? place : dirname(resolve(place)))),
  )
  return Object.fromEntries([...folders].map((folder, i) => [`files${i || ''}`, folder]))
}

/** What opens an address in the browser of whoever is at the machine; where there is none, the link was printed. */
function openBrowser(address: string): void {
  const { platform } = process
  const [program, ...args] = platform === 'darwin' ? ['open'] : platform === 'win32' ? ['cmd', '/c', 'start', ''] : ['xdg-open']
  const child = spawn(program as string, [...args, address], { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}
