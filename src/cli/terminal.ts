/** Words for the terminal: progress while the work goes on, and numbers a person can read. */
import type { Phase } from '../jobs/dedupe/run-context.js'
import { isQuiet } from './quiet.js'
import { texts } from './texts/texts.js'

export const count = (n: number) => n.toLocaleString('en-US')

export function bytes(n: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  let unit = 0
  let value = n
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000
    unit++
  }
  return `${value >= 100 || unit === 0 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`
}

export function duration(seconds: number): string {
  const say = texts().progress
  if (seconds < 9.95) return say.seconds(seconds.toFixed(1))
  const whole = Math.round(seconds)
  if (whole < 60) return say.seconds(String(whole))
  const minutes = Math.floor(whole / 60)
  return minutes < 60 ? say.minutes(minutes, whole % 60) : say.hours(Math.floor(minutes / 60), minutes % 60)
}

/** Columns a text takes: wide characters take two. */
export function columns(text: string): number {
  let width = 0
  for (const c of text)
    width +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u.test(
        c,
      )
        ? 2
        : 1
  return width
}

/** The beginning of a text on one line, cut to a width. Control characters cannot reach the terminal. */
export function excerpt(text: string, width: number): string {
  const line = text
    .slice(0, width * 4)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
  let cut = ''
  let used = 0
  for (const c of line) {
    used += columns(c)
    if (used > width - 1) return `${cut}…`
    cut += c
  }
  return cut
}

/** Seconds of a phase before which a rate says nothing yet. */
const SETTLED = 1

/** Characters of a message at most: names of columns and files may be of any length. */
const MOST = 20_000

/**
 * A text as it may go to a terminal: control characters, which would move the cursor or write the title, and marks that turn the direction
 * of letters are spelled out.
 *
 * @example printable('a\u001b[2Jb') // 'a\\u{1b}[2Jb'
 */
export function printable(text: string): string {
  const shown = text.replace(/(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}]/gu, (c) => `\\u{${(c.codePointAt(0) as number).toString(16)}}`)
  return shown.length > MOST ? `${shown.slice(0, MOST)}… (${texts().notes.moreCharacters(count(shown.length - MOST))})\n` : shown
}

/** Tells of temporary files that dead runs had left. */
export function sayLeftovers(paths: readonly string[]): void {
  if (paths.length && !isQuiet()) process.stderr.write(printable(`${texts().notes.leftovers(paths.join(', '))}\n`))
}

/** Milliseconds between two states of the line on a terminal, and between two lines where there is none. */
const REDRAWN = 100
const LINES = 30_000

/** Work as the line of progress names it: phases of a run, and rows that a live index answers. */
type Work = Phase | 'answer'

/** A line on standard error that follows the work, when that is a terminal. */
export class Progress {
  readonly #out: NodeJS.WriteStream
  readonly #on: boolean
  /** Beside a terminal: a line of its own, now and then. */
  readonly #isLog: boolean
  #phase: Work | undefined
  #start = 0
  #shown = 0

  /** @param isLog  tells elsewhere than on a terminal too, of work that may take hours */
  constructor(out: NodeJS.WriteStream = process.stderr, on = out.isTTY === true && !isQuiet(), isLog = false) {
    this.#out = out
    this.#isLog = !on && isLog && !isQuiet()
    this.#on = on || this.#isLog
  }

  update(phase: Work, done: number, total: number | undefined): void {
    if (!this.#on) return
    const now = performance.now()
    if (phase !== this.#phase) {
      this.#phase = phase
      this.#start = now
      // Beside a terminal nobody waits for the first line.
      this.#shown = this.#isLog ? now : 0
    }
    if (now - this.#shown < (this.#isLog ? LINES : REDRAWN)) return
    this.#shown = now
    const line = this.#line(phase, done, total, (now - this.#start) / 1000)
    this.#out.write(this.#isLog ? `${line}\n` : `\r\x1b[K${line}`)
  }

  #line(phase: Work, done: number, total: number | undefined, seconds: number): string {
    const say = texts().progress
    const label = say[phase]
    if (!done) return `${label} …`
    const amountOf = phase === 'read' || phase === 'copy' ? bytes : (n: number) => count(Math.round(n))
    const parts = [total ? say.of(amountOf(done), amountOf(total)) : amountOf(done)]
    if (seconds >= SETTLED) {
      const rate = done / seconds
      parts.push(`${amountOf(rate)}/s`)
      if (total) parts.push(say.left(duration(Math.max(0, (total - done) / rate))))
    }
    const share = total ? ` ${String(Math.min(100, Math.floor((100 * done) / total))).padStart(3)} %` : ''
    return `${label}${share} (${parts.join(', ')})`
  }

  clear(): void {
    if (this.#on && !this.#isLog) this.#out.write('\r\x1b[K')
  }
}
