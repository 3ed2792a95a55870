/** What src/signing/rule-hash.ts has from Node. Rules of rows that are signed as texts are refused before anything is read. */
import { unreachable } from '../../../src/errors.js'

export const sha256Of = (): Uint8Array => unreachable('rules are signed in the page')
export const shake256Of = (): Uint8Array => unreachable('rules are signed in the page')
