/** Bytes from base64, on every host: tables and the kernel are kept so. */

/** @param base64  in the standard alphabet, without white space */
export function bytesOfBase64(base64: string): Uint8Array<ArrayBuffer> {
  const characters = atob(base64)
  const bytes = new Uint8Array(characters.length)
  // `Uint8Array.from` with a function takes ten times as long, at every start.
  for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i)
  return bytes
}
