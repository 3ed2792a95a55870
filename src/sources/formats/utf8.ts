/** Bytes as text by what Node has for it; the page that needs no installation has web/page/host/utf8.ts in its place. */
import { isUtf8 } from 'node:buffer'

export { isUtf8 }

/** The text of sound UTF-8, a byte order mark included. */
export const fromUtf8 = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')

/** A character for each byte, of the same number. */
export const fromLatin1 = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
