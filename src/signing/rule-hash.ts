/** Hashes for rules of rows, by what Node has; rules are for Node alone, and the page that needs no installation has web/page/host/rule-hash.ts in its place. */
import { createHash } from 'node:crypto'

export const sha256Of = (text: string): Uint8Array => createHash('sha256').update(text).digest()

/** @param bytes  how many are wanted */
export const shake256Of = (text: string, bytes: number): Uint8Array => createHash('shake256', { outputLength: bytes }).update(text).digest()
