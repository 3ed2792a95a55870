/** What is said beside the results, on standard error; `--quiet` leaves it out. Errors and what could not be judged are said always. */
import type { Figures } from '../jobs/dedupe/figures.js'
import type { LiveIndex } from '../jobs/live/live-index.js'
import type { Options } from '../options/options.js'
import { isQuiet } from './quiet.js'
import { printable } from './terminal.js'
import { texts } from './texts/texts.js'

/** A line that sums up what was done. */
export function summaryLine(text: string): void {
  if (!isQuiet()) process.stderr.write(printable(`${text}\n`))
}

/** A line of information. */
export const note = (text: string): void => summaryLine(`leitong: ${text}`)

/** A line about something that was asked for and has no effect. */
export const warn = (text: string): void => note(`${texts().notes.warning}: ${text}`)

/** Of texts in both scripts of Chinese: how many are in each, and which option compares them across scripts where the options do not. */
export function scriptLines(scripts: Figures['scripts'], { normalize }: Pick<Options, 'normalize'>): string[] {
  if (!scripts) return []
  const wanted = normalize.includes('traditional') ? undefined : withTraditional(normalize)
  return [texts().dedupe.scripts(scripts.simplified, scripts.traditional, wanted)]
}

const withTraditional = (normalize: Options['normalize']) => [...normalize, 'traditional'].join(',')

/** Says that an index which tells scripts of Chinese apart has met both, and which dates it read by a guess. */
export async function sayDoubts(index: LiveIndex): Promise<void> {
  for (const [field, dates] of Object.entries(index.guessedDates())) summaryLine(texts().index.guessedDates(field, dates))
  const scripts = await index.scripts()
  if (scripts) summaryLine(texts().index.scripts(scripts.simplified, scripts.traditional, withTraditional(index.options.normalize)))
}

/** Says how many rows of an index the bound of its search left out. */
export const sayUnmeasured = (rows: number): void => {
  if (rows) summaryLine(texts().index.unmeasured(rows))
}

/** How the field of a keep rule was read, where that is open to doubt. */
export function keptByLines(keptBy: Figures['keptBy']): string[] {
  if (!keptBy) return []
  const { field, unread, either, order, decimal, isMixed = false } = keptBy
  const say = texts().dedupe
  return [
    ...(unread ? [say.unranked(field, unread)] : []),
    ...(order ? [say.dateOrder(field, either, order, isMixed)] : []),
    ...(decimal ? [say.decimal(field, either, decimal, isMixed)] : []),
  ]
}

/** The line that names the outputs of a command, standard output aside; none where there are no others. */
export function wroteLines(paths: Readonly<Record<string, unknown>> | readonly string[]): string[] {
  const named = Object.values(paths).filter((path) => typeof path === 'string' && path !== '-')
  return named.length ? [texts().notes.wrote(named.join(', '))] : []
}
