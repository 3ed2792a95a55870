/** A token as it stands in the token text: a word with one space behind it, or a character by itself. */
export interface Token {
  readonly text: string
  /** A letter of a script without spaces, under `auto`. */
  readonly bare: boolean
  /** The id of the part of speech under `chinese` and `tagged`, 0 for none, and whether a sentence starts here. */
  readonly tag?: number
  readonly startsSentence?: boolean
}
