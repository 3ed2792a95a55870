/** What the programme tried: a row for each kind of fault, with how often, how it ended, and what was lost. */

export interface Row {
  readonly area: string
  readonly fault: string
  /** How many are tried at least, however slow the machine is. */
  readonly least: number
  /** Moments, files or inputs that were tried. */
  tried: number
  /** Ended with an error that names the cause. */
  refused: number
  /** Ended as if nothing had happened, with the right result. */
  right: number
  /** Wrong or missing records, uncaught errors, files left behind. */
  losses: string[]
}

const rows: Row[] = []

export function rowOf(area: string, fault: string, least: number): Row {
  const row: Row = { area, fault, least, tried: 0, refused: 0, right: 0, losses: [] }
  rows.push(row)
  return row
}

/** Rows of which fewer were tried than is stated: in less time fewer are enough, in proportion. */
export const tooFew = (): string[] =>
  rows.flatMap(({ area, fault, least, tried }) =>
    tried < Math.floor(least * Math.min(1, MINUTES / 6)) ? [`${area}, ${fault}: ${tried} of ${least}`] : [],
  )

/** The table in Markdown. */
export function markdown(): string {
  const cells = rows.map(({ area, fault, least, tried, refused, right, losses }) =>
    [area, fault, least, tried, refused, right, losses.length].map(String),
  )
  const total = ['all', '', ...[2, 3, 4, 5, 6].map((column) => String(cells.reduce((sum, row) => sum + Number(row[column]), 0)))]
  const header = ['where', 'fault', 'at least', 'tried', 'refused with the cause', 'right result', 'losses']
  const all = [header, ...cells, total]
  const widths = header.map((_, column) => Math.max(...all.map((row) => (row[column] as string).length)))
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, i) => (i < 2 ? cell.padEnd(widths[i] as number) : cell.padStart(widths[i] as number))).join(' | ')} |`
  const rule = `| ${widths.map((width, i) => (i < 2 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`
  return [line(header), rule, ...[...cells, total].map(line)].join('\n')
}

/** Minutes that the whole programme may take, about: its kinds of fault share them. */
const MINUTES = Number(process.env['LEITONG_FAULT_MINUTES'] ?? 6)

/**
 * Does rounds until their share of the time is over, or there are enough.
 *
 * @param share  of the time of the programme, 0 to 1
 * @param most   rounds in six minutes; more time does more of them
 * @param least  rounds that are done however slow the machine is
 */
export async function rounds(share: number, most: number, least: number, round: (number: number) => Promise<void>): Promise<void> {
  const end = performance.now() + share * MINUTES * 60_000
  const all = Math.ceil((most * MINUTES) / 6)
  for (let number = 0; number < all && (number < least || performance.now() < end); number++) await round(number)
}

/**
 * Does as many rounds as are stated, whatever the machine: so many are done in every run of six minutes, and more in proportion.
 *
 * @param count  rounds in six minutes
 */
export async function stated(count: number, round: (number: number) => Promise<void>): Promise<void> {
  const all = Math.ceil((count * MINUTES) / 6)
  for (let number = 0; number < all; number++) await round(number)
}
