/** Records of which nothing is signed: rows that are compared by their values. */
import { unreachable } from '../errors.js'
import type { Signer } from './fingerprint-task.js'

const NONE = new Uint32Array()

/** The signer of a task that asks for values alone. */
export const UNSIGNED: Signer = {
  entryBytes: 0,
  takesLines: false,
  linesFit: () => false,
  loadLines: () => unreachable('lines are not signed'),
  fingerprintLines: () => unreachable('lines are not signed'),
  sampleEvery: () => {},
  fingerprint: ({ text }) => ({ features: 0, length: codePoints(text), grams: NONE }),
}

function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}
