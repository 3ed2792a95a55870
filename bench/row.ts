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
