/** Words for the terminal: progress while the work goes on, and numbers a person can read. */
import type { Phase } from '../jobs/dedupe/run-context.js'

export const count = (n: number) => n.toLocaleString('en-US')

/** One of something, or several: `plural(2, 'group')` is `2 groups`. */
export const plural = (n: number, name: string) => `${count(n)} ${name}${n === 1 ? '' : 's'}`

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
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? `${minutes} min ${Math.round(seconds % 60)} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
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

const LABELS: Record<Phase, string> = { read: 'reading and signing', search: 'searching', verify: 'verifying pairs', write: 'writing' }

/** A line on standard error that follows the work, when that is a terminal. */
export class Progress {
  readonly #out: NodeJS.WriteStream
  readonly #on: boolean
  #phase: Phase | undefined
  #start = 0
  #shown = 0

  constructor(out: NodeJS.WriteStream = process.stderr, on = out.isTTY === true) {
    this.#out = out
    this.#on = on
  }

  update(phase: Phase, done: number, total: number | undefined): void {
    if (!this.#on) return
    const now = performance.now()
    if (phase !== this.#phase) {
      this.#phase = phase
      this.#start = now
      this.#shown = 0
    }
    if (now - this.#shown < 100) return
    this.#shown = now
    this.#out.write(`\r\x1b[K${this.#line(phase, done, total, (now - this.#start) / 1000)}`)
  }

  #line(phase: Phase, done: number, total: number | undefined, seconds: number): string {
    const label = LABELS[phase]
    if (!done) return `${label} …`
    const rate = done / Math.max(seconds, 0.001)
    const amount =
      phase === 'read'
        ? `${bytes(done)}${total ? ` of ${bytes(total)}` : ''}, ${bytes(rate)}/s`
        : `${count(done)}, ${count(Math.round(rate))}/s`
    const left = total ? `, ${duration(Math.max(0, (total - done) / rate))} left` : ''
    const share = total ? ` ${String(Math.floor((100 * done) / total)).padStart(3)} %` : ''
    return `${label}${share} (${amount}${left})`
  }

  clear(): void {
    if (this.#on) this.#out.write('\r\x1b[K')
  }
}
