/**
 * How long the page that needs no installation takes, against the command on the same file: `npx tsx bench/pages/page.ts [MEGABYTES…]`, after
 * `npm run build`.
 *
 * JSON lines of generated texts, of which every tenth is a near copy, are dropped on the page in a real Chromium. It prints the seconds of
 * opening, of the search and until the list of groups stands, the longest task on the thread that draws, the most memory that a process of the
 * browser held; and the seconds and memory of the command with `--report`. Counts of both are held against each other.
 */
import { spawn } from 'node:child_process'
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import type { Page } from 'playwright-core'
import { launchChromium } from '../../test/support/browser.js'
import { createRandom } from '../../test/support/texts.js'

const COMMAND = new URL('../../dist/bundle/leitong.js', import.meta.url).pathname
const sizes = process.argv.slice(2).map(Number)
const folder = mkdtempSync(join(tmpdir(), 'leitong-page-'))

/** Texts of 200 to 400 words of a vocabulary of 20 000. */
async function writeTexts(path: string, megabytes: number): Promise<void> {
  const random = createRandom(7)
  const below = (most: number) => Math.floor(random() * most)
  const words = Array.from({ length: 20_000 }, () => String.fromCharCode(...Array.from({ length: 3 + below(6) }, () => 97 + below(26))))
  const word = () => words[below(words.length)] as string
  const file = createWriteStream(path)
  let last: string[] = []
  for (let id = 0, bytes = 0; bytes < megabytes * 1e6; id++) {
    if (id % 10 === 9) last = last.map((one) => (random() < 0.01 ? word() : one))
    else last = Array.from({ length: 200 + below(200) }, word)
    const line = `${JSON.stringify({ id, title: `${word()} ${word()}`, text: last.join(' ') })}\n`
    bytes += line.length
    if (!file.write(line)) await new Promise((resolve) => file.once('drain', () => resolve(undefined)))
  }
  file.end()
  await finished(file)
}

/** Runs the command; the most bytes that it held. */
async function ran(...args: string[]): Promise<{ readonly seconds: number; readonly peak: number; readonly out: string }> {
  const start = performance.now()
  const child = spawn(process.execPath, [COMMAND, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  let out = ''
  child.stdout.on('data', (data) => {
    out += data
  })
  await new Promise((resolve) => child.on('close', resolve))
  const { peakMemory = 0 } = JSON.parse(out || '{}') as { peakMemory?: number }
  return { seconds: (performance.now() - start) / 1000, peak: peakMemory, out }
}

/** Asks in every frame: Playwright waits for selectors in steps of up to half a second. */
const seen = (opened: Page, selector: string) =>
  opened.waitForFunction((wanted) => document.querySelector(wanted) !== null, selector, { polling: 'raf', timeout: 0 })

const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(2)} GB`
const page = join(folder, 'leitong.html')
await new Promise((resolve) => spawn(process.execPath, [COMMAND, 'page', '-o', page], { stdio: 'ignore' }).on('close', resolve))
const browser = await launchChromium()
try {
  for (const size of sizes.length ? sizes : [50]) {
    const input = join(folder, 'texts.jsonl')
    await writeTexts(input, size)
    const command = await ran('dedupe', input, '--json', '-o', join(folder, 'kept.jsonl'), '--report', join(folder, 'report.html'))
    const told = JSON.parse(command.out) as { groups: number; removed: number }
    console.log(
      `${size} MB: the command ${command.seconds.toFixed(1)} s, ${gigabytes(command.peak)}; ${told.groups} groups, ${told.removed} removed`,
    )
    const context = await browser.newContext()
    const opened = await context.newPage()
    const session = await browser.newBrowserCDPSession()
    await opened.goto(`file://${page}`)
    await opened.evaluate(() => {
      const seen = window as unknown as { longest: number }
      seen.longest = 0
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration)
      }).observe({ type: 'longtask' })
    })
    const start = performance.now()
    const since = () => ((performance.now() - start) / 1000).toFixed(1)
    await opened.setInputFiles('input[name=file]', input)
    await seen(opened, 'form .main:not(:disabled), .failed')
    const read = since()
    if (!(await opened.$('.failed'))) {
      await opened.evaluate(() => document.querySelector<HTMLElement>('form .main')?.click())
      await seen(opened, '.results, .failed')
    }
    const searched = since()
    if (await opened.$('.failed')) console.log(`the page after ${searched} s: ${await opened.textContent('.failed')}`)
    else {
      await seen(opened, '.results nav')
      const listed = since()
      const { processInfo } = await session.send('SystemInfo.getProcessInfo')
      const peaks = processInfo.map(({ id }) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]) * 1024)
      const longest = await opened.evaluate(() => (window as unknown as { longest: number }).longest)
      const counts = (await opened.textContent('.figures')) ?? ''
      console.log(
        `  the page: opened ${read} s, searched ${searched} s, listed ${listed} s; longest task ${longest.toFixed(0)} ms, ${gigabytes(Math.max(...peaks))}; ${counts}`,
      )
      const [download] = await Promise.all([opened.waitForEvent('download', { timeout: 0 }), opened.click('[data-output=kept]')])
      const kept = readFileSync(await download.path())
      console.log(
        `  kept records after ${since()} s, equal to those of the command: ${kept.equals(readFileSync(join(folder, 'kept.jsonl')))}`,
      )
    }
    await context.close()
  }
} finally {
  await browser.close()
  rmSync(folder, { recursive: true })
}
