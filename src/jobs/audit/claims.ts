/** What outputs claim: removed records with the kept one in their place, and similar pairs, as JSON lines. */
import { LeitongError } from '../../errors.js'
import { readNamedFile } from '../../named-file.js'
import { parseJson, toJson } from '../../reading/whole-numbers-json.js'

/** Ids are JSON. */
export interface Claim {
  readonly a: string
  /** The kept record, or the other of a pair. */
  readonly b: string
  /** 0 to 1; undefined where none is stated. */
  readonly similarity: number | undefined
}

/** The names of both ids in a line. */
export const REMOVED = ['id', 'duplicate_of'] as const
export const PAIRS = ['a', 'b'] as const

/**
 * Reads claims: JSON lines with two ids, and perhaps their similarity.
 *
 * @throws {LeitongError} `SOURCE_MISSING`, `SOURCE_READ`
 */
export function readClaims(path: string, [first, second]: readonly [string, string]): Claim[] {
  const claims: Claim[] = []
  let line = 0
  for (const json of linesOf(readNamedFile(path))) {
    line++
    if (!json.trim()) continue
    const found = asObject(json)
    const [a, b, similarity] = [toJson(found[first]), toJson(found[second]), found['similarity'] ?? undefined]
    if (a === undefined || b === undefined || (similarity !== undefined && typeof similarity !== 'number'))
      throw new LeitongError('SOURCE_READ', path, `line ${line} is not {"${first}": ID, "${second}": ID, "similarity": NUMBER} in JSON`)
    claims.push({ a, b, similarity })
  }
  return claims
}

/** Lines one by one: a file may be longer than a string. */
function* linesOf(bytes: Buffer): Generator<string> {
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(10, from)
    const to = end < 0 ? bytes.length : end
    yield bytes.toString('utf8', from, to)
    from = to + 1
  }
}

function asObject(json: string): Readonly<Record<string, unknown>> {
  try {
    const value = parseJson(json)
    return value && typeof value === 'object' ? (value as Readonly<Record<string, unknown>>) : {}
  } catch {
    return {}
  }
}
