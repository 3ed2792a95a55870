/** What src/sources/formats/utf8.ts has from Node, by what a browser has. */
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
/** Bytes that become one string at a time: more arguments than that are refused. */
const AT_ONCE = 8192

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes)
    return true
  } catch {
    return false
  }
}

/** The text of sound UTF-8, a byte order mark included. */
export const fromUtf8 = (bytes: Uint8Array): string => strict.decode(bytes)

/** A character for each byte, of the same number. */
export function fromLatin1(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += AT_ONCE) text += String.fromCharCode(...bytes.subarray(at, at + AT_ONCE))
  return text
}
