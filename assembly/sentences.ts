/** Where sentences end; src/tokenizing/sentences.ts says the same. */

/** Whether a character ends a sentence: 。！？!?；;… in any width, a line break, or the third of three full stops (NFKC of …). */
export function endsSentence(cp: u32, at: usize, text: usize): bool {
  if (cp < 0x80) {
    if (cp == 0x2e) return at >= text + 2 && load<u16>(at - 2) == 0x2e2e
    return cp == 0x21 || cp == 0x3f || cp == 0x3b || cp - 10 < 4
  }
  if (cp < 0x3000) return cp == 0x2026 || cp == 0x2028 || cp == 0x2029 || cp == 0x85
  return cp == 0x3002 || cp == 0xff01 || cp == 0xff1f || cp == 0xff1b || cp == 0xff61
}
