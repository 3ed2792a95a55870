/** `leitong review letters.xlsx`: a review of files, its service on this machine alone, and its page in the browser. */
import { spawn } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { Command, Option } from 'commander'
import { REVIEW_NAME } from '../../reviewing/reviews.js'
import { isObject } from '../../sources/rows/objects.js'
import { numberOf } from '../flags.js'
import { summaryLine } from '../notes.js'
import { takeSignals } from '../stopping.js'
import { texts } from '../texts/texts.js'
import { optionsIn } from './create.js'
import { dataFlag, lasting, runOf, withReviews } from './opening.js'

export function openReviewCommand(): Command {
  const command = new Command('open')
    .description('make a review of files, start its service on this machine alone, and open its page; "open" may be left out')
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
    if (!inputs.length) return command.parent?.help({ error: true })
    const port = numberOf(flags, 'port', { kind: 'integer', min: 0, max: 65535 }) ?? 0
    const source = lasting(inputs)
    const all = { ...optionsIn(options), ...(find === undefined ? {} : { find }) }
    const name = await withReviews(data, async (reviews) => {
      const known = reviews.list().map((review) => ({ name: review.name, described: review.describe() }))
      const isSame = ({ described }: (typeof known)[number]) =>
        'source' in described &&
        described.run > 0 &&
        JSON.stringify(described.source) === JSON.stringify(source) &&
        isObject(described.options) &&
        Object.entries(all).every(([key, value]) => JSON.stringify(described.options[key]) === JSON.stringify(value))
      const same = known.find((review) => isSame(review) && (given === undefined || review.name === given))
      if (same) return same.name
      const free = given ?? freeName(nameOf(inputs[0] as string), new Set(known.map((review) => review.name)))
      const project = reviews.create(free, source, all)
      const { documents = 0, groups = 0 } = await runOf(project)
      summaryLine(texts().review.ran(free, documents, groups, 0))
      return free
    })
    const { serve } = await import('../../server/serve.js')
    const { settingsOf } = await import('../../server/settings.js')
    const settings = settingsOf({ ...(data === undefined ? {} : { data }), port, log: 'silent', folders: foldersOf(source) })
    const { url, link, close } = await serve(settings, { needsKey: false })
    const address = `${url}/?review=${encodeURIComponent(name)}#enter=${link()}`
    process.stdout.write(`${address}\n`)
    summaryLine(texts().review.opened)
    if (open !== false) openBrowser(address)
    await takeSignals()
    summaryLine(texts().serve.ending)
    await close()
  })
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
    source.filter((place) => existsSync(place)).map((place) => (statSync(place).isDirectory() ? place : dirname(resolve(place)))),
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
