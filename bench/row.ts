/** One line of the bench: a figure, its unit, and the bar it is held against. */
export interface Row {
  readonly name: string
  /** What was measured, and against what, in the unit of `unit`. */
  readonly value: number
  readonly reference: number
  readonly unit: string
  /** How value and reference make the ratio that is held against the bar. */
  readonly ratio: number
  readonly bar: string
  readonly reached: boolean
  /** What had to come out, and did. */
  readonly answer: string
}

export const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] as number

/** Milliseconds of each of `runs` runs, after one that does not count. */
export function time(runs: number, work: () => void): number[] {
  work()
  return Array.from({ length: runs }, () => {
    const start = performance.now()
    work()
    return performance.now() - start
  })
}

/** What was found, as a sentence; an error where it is not what was wanted. */
export function expect(what: string, found: unknown, wanted: unknown): string {
  if (found !== wanted) throw new Error(`${what}: expected ${wanted}, got ${found}`)
  return `${what}: ${found}`
}
