/**
 * Text that was cut and tagged elsewhere: `word/tag word/tag …`, pieces separated by white space.
 *
 * The tag is what follows the last slash when it is letters and digits that begin with a letter, else the whole piece is a
 * word without a tag. Pieces tagged w… are punctuation and no tokens; src/tokenizing/tagged.ts does the same.
 */
import { endsSentence } from './sentences'
import { tagId } from './tags'
import { finishTokens } from './tokenize'
import { CLASS, IGNORABLE, SPACE, property } from './unicode'
import { decode, size } from './utf8'

/** Words of normalised text. Returns the number of tokens. */
export function tokenizeTagged(text: usize, length: usize, to: usize, starts: usize, tags: usize, flags: usize): u32 {
  const end = text + length
  let at = text
  let out = to
  let start = starts
  let opening: u32 = 1
  while (at < end) {
    // One piece, written where it will stand if it is a token.
    const piece = out
    let slash: usize = 0
    let ends: u32 = 0
    while (at < end) {
      const lead: u32 = load<u8>(at)
      if (lead - 33 < 94) {
        if (lead == 0x2f) slash = out
        else ends |= <u32>endsSentence(lead, at, text)
        store<u8>(out++, lead)
        at++
        continue
      }
      const cp = decode(at, end)
      const found = property(cp) & CLASS
      if (found == SPACE) break
      if (found != IGNORABLE) {
        ends |= <u32>endsSentence(cp, at, text)
        store<u32>(out, load<u32>(at))
        out += size
      }
      at += size
    }
    // The white space after it.
    while (at < end) {
      const cp = decode(at, end)
      const found = property(cp) & CLASS
      if (found != SPACE && found != IGNORABLE) break
      if (found == SPACE) ends |= <u32>endsSentence(cp, at, text)
      at += size
    }
    let id: u32 = 0
    let isToken = out > piece
    if (slash && isTag(slash + 1, out)) {
      const first = load<u8>(slash + 1) | 32
      id = tagId(slash + 1, out - slash - 1)
      out = slash
      isToken = out > piece && first != 0x77
    }
    if (isToken) {
      store<u32>(start, <u32>(piece - to))
      start += 4
      store<u8>(tags++, id)
      store<u8>(flags++, opening)
      opening = 0
      store<u8>(out++, 32)
    } else out = piece
    opening |= ends
  }
  return finishTokens(to, out, starts, start)
}

function isTag(from: usize, to: usize): bool {
  if (from >= to || (<u32>load<u8>(from) | 32) - 97 >= 26) return false
  for (let at = from + 1; at < to; at++) {
    const c: u32 = load<u8>(at)
    if ((c | 32) - 97 >= 26 && c - 48 >= 10) return false
  }
  return true
}
