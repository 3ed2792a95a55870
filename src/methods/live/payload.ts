/** Texts in what an index keeps. */

const encoder = new TextEncoder()
// A text may begin with a byte order mark, which is a character of it.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

export const NOTHING = new Uint8Array()

const isHalf = (unit: number) => unit >= 0xd800 && unit < 0xe000

/** UTF-8, and lone surrogates as three bytes each, which UTF-8 has no other use for. */
export function payloadOfText(text: string): Uint8Array {
  const bytes = encoder.encode(text)
  if (text.isWellFormed()) return bytes
  // The encoder has put three other bytes in their place.
  let at = 0
  for (const character of text) {
    const code = character.codePointAt(0) as number
    if (isHalf(code)) bytes.set([0xed, 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)], at)
    at += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return bytes
}

/** The text of a payload that is one. */
export function textOfPayload(payload: Uint8Array): string {
  const text = decoder.decode(payload)
  if (!text.includes('\ufffd')) return text
  let [whole, from] = ['', 0]
  for (let at = payload.indexOf(0xed); at >= 0; at = payload.indexOf(0xed, at + 1)) {
    const second = payload[at + 1] as number
    const third = payload[at + 2] as number
    if (!(second >= 0xa0)) continue
    whole += decoder.decode(payload.subarray(from, at)) + String.fromCharCode(0xd000 | ((second & 63) << 6) | (third & 63))
    from = at + 3
  }
  return whole + decoder.decode(payload.subarray(from))
}
