/** The ends of sentences, for weights that ask in which sentence a word stands. */

/** Characters that end a sentence by themselves. */
const ENDS = new Set(Array.from('!?;…。！？；｡\n\v\f\r\u0085\u2028\u2029', (c) => c.codePointAt(0)))
/** A full stop, which ends numbers and names as well: only three of them count. */
const STOP = 0x2e

/** Whether the character at `i` ends a sentence: 。！？!?；;… in any width, a line break, or the third of three full stops (NFKC of …). */
export function endsSentence(codes: readonly number[], i: number): boolean {
  return ENDS.has(codes[i]) || (codes[i] === STOP && codes[i - 1] === STOP && codes[i - 2] === STOP)
}
