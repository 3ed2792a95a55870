/** What is said beside the results, on standard error; `--quiet` leaves it out. Errors and what could not be judged are said always. */
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
