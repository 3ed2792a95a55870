/** Texts in what an index keeps. */

const encoder = new TextEncoder()
// A text may begin with a byte order mark, which is a character of it.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

export const NOTHING = new Uint8Array()

export const payloadOfText = (text: string): Uint8Array => encoder.encode(text)
/** The text of a payload that is one. */
export const textOfPayload = (payload: Uint8Array): string => decoder.decode(payload)
