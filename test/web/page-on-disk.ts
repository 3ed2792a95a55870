/** The page that needs no installation, opened from disk in a real browser without a network; and the command that it shows, run as it stands. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import { unpacked, zipEntries } from '../../src/sources/formats/zip.js'
import { COMMAND, leitong } from '../support/files.js'

export interface OpenedPage {
  readonly page: Page
  /** What was asked for, but the page itself and what it made itself. */
  readonly fetched: () => readonly string[]
  readonly errors: readonly string[]
}

/** A page in a folder, beside its inputs. */
export class PageOnDisk {
  readonly folder: string
  readonly path: string

  constructor(folder: string) {
    this.folder = folder
    this.path = join(folder, 'leitong.html')
  }

  async write(): Promise<void> {
    const { code, stderr } = await leitong(['page', '-o', this.path])
    expect([code, stderr]).toEqual([0, expect.stringContaining('leitong.html')])
  }

  async open(
    browser: Browser,
    locale = 'en-US',
    address = `file://${this.path}`,
    prepare: (page: Page) => Promise<unknown> = async () => {},
  ): Promise<OpenedPage> {
    const context = await browser.newContext({ locale, offline: address.startsWith('file:'), acceptDownloads: true })
    const page = await context.newPage()
    const requests: string[] = []
    const errors: string[] = []
    context.on('request', (request) => requests.push(request.url()))
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    await prepare(page)
    await page.goto(address)
    await page.waitForSelector('.drop')
    return { page, errors, fetched: () => requests.filter((url) => url !== address && !url.startsWith('blob:')) }
  }

  async choose(page: Page, name: string): Promise<void> {
    await page.setInputFiles('input[type=file][name=file]', join(this.folder, name))
    await page.waitForSelector('form .main:not(:disabled)')
  }

  /** Downloads an output. */
  async download(page: Page, output: string): Promise<{ readonly name: string; readonly bytes: Buffer }> {
    const [download] = await Promise.all([page.waitForEvent('download'), page.click(`[data-output=${output}]`)])
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
  }

  /** Runs the command that the page shows, and holds its outputs against those of the page; the bytes of each. */
  async sameAsCommand(page: Page): Promise<Readonly<Record<'kept' | 'removed' | 'groups', Buffer>>> {
    const command = (await page.textContent('.results pre')) as string
    for (const figure of await page.$$('figure[data-file]'))
      writeFileSync(
        join(this.folder, (await figure.getAttribute('data-file')) as string),
        (await (await figure.$('pre'))?.textContent()) as string,
      )
    execFileSync('sh', ['-c', command.replace(/^leitong/, `"${process.execPath}" "${COMMAND}"`)], { cwd: this.folder, stdio: 'pipe' })
    const outputs: Partial<Record<'kept' | 'removed' | 'groups', Buffer>> = {}
    for (const output of ['kept', 'removed', 'groups'] as const) {
      const { name, bytes } = await this.download(page, output)
      const own = readFileSync(join(this.folder, name))
      expect(command).toContain(name)
      // Of a workbook its parts are equal: only how they are packed may differ.
      if (name.endsWith('.xlsx')) expect(await partsOf(bytes)).toEqual(await partsOf(own))
      else {
        // What differs is shown, of a small file.
        if (own.length < 1e6) expect(bytes.toString()).toBe(own.toString())
        expect(bytes.equals(own)).toBe(true)
      }
      outputs[output] = bytes
    }
    return outputs as Readonly<Record<'kept' | 'removed' | 'groups', Buffer>>
  }
}

/** The files of a workbook: its cells, widths, formats and names. */
export async function partsOf(archive: Uint8Array): Promise<ReadonlyMap<string, string>> {
  const parts = new Map<string, string>()
  for (const entry of zipEntries(archive) ?? []) {
    const pieces: Uint8Array[] = []
    for await (const piece of unpacked('', entry)) pieces.push(piece)
    parts.set(entry.name, Buffer.concat(pieces).toString())
  }
  expect([...parts.keys()]).toContain('xl/worksheets/sheet1.xml')
  return parts
}

/**
 * Watches how long a page gets no turn: its timer should fire every five milliseconds.
 *
 * @returns  reads the longest time between two turns so far, in milliseconds
 */
export async function watchTurns(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const seen = window as unknown as { longestTurn: number }
    let last = performance.now()
    seen.longestTurn = 0
    setInterval(() => {
      seen.longestTurn = Math.max(seen.longestTurn, performance.now() - last)
      last = performance.now()
    }, 5)
  })
  return () => page.evaluate(() => (window as unknown as { longestTurn: number }).longestTurn)
}

/** Starts the search and waits for it: the number of groups. */
export async function find(page: Page): Promise<number> {
  await page.click('form .main')
  await page.waitForSelector('.results, .failed', { timeout: 60_000 })
  expect(await page.$$eval('.failed', (all) => all.map((one) => one.textContent))).toEqual([])
  const groups = Number(await page.getAttribute('.results', 'data-found'))
  await page.waitForSelector('.results nav')
  return groups
}

/** Opens the groups that are on screen. */
export async function openAll(page: Page): Promise<void> {
  await page.click('#expand')
  await page.waitForFunction(
    () => document.querySelectorAll('ol.groups .body').length === document.querySelectorAll('ol.groups > li').length,
  )
}
