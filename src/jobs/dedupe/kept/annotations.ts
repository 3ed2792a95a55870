/** What is said of each record: the group that it is in, and the part that it has in it. */
import { LeitongError } from '../../../errors.js'
import { readNamedFile } from '../../../named-file.js'
import { isObject } from '../../../sources/rows/objects.js'
import { round } from '../../../writing/json-lines.js'
import type { Run } from '../dedupe.js'

/** The field of records, and the beginning of the names of columns, where no other name is asked for. */
export const FIELD = 'leitong'

/** The parts of an annotation in their order, with their types as columns of a table. */
export const PARTS = [
  ['group', 'BIGINT'],
  ['size', 'BIGINT'],
  ['role', 'VARCHAR'],
  ['kept', 'VARCHAR'],
  ['similarity', 'DOUBLE'],
] as const

export interface Annotation {
  /** As in the other outputs; null of a record that is alone. */
  readonly group: number | null
  /** Records of the group, 1 of one that is alone; null of one that could not be judged. */
  readonly size: number | null
  readonly role: 'kept' | 'removed' | 'single' | 'unjudged'
  /** The id of the record that is kept, as JSON: its own where it is kept itself. */
  readonly kept: string | null
  /** To the kept one, 0 to 1; null of one that is alone, and where signatures decided. */
  readonly similarity: number | null
}

const UNJUDGED: Annotation = { group: null, size: null, role: 'unjudged', kept: null, similarity: null }

/** @param document  undefined of a record that could not be judged */
export function annotationOf({ decisions, context: { documents } }: Run, document: number | undefined): Annotation {
  if (document === undefined) return UNJUDGED
  const { kept, similarity } = decisions.decide(document)
  const group = decisions.groups.numberOf(kept)
  const id = documents.idOf(kept)
  if (group === undefined) return { group: null, size: 1, role: 'single', kept: id, similarity: null }
  const role = kept === document ? 'kept' : 'removed'
  return { group, size: decisions.groups.sizeOf(group), role, kept: id, similarity: round(similarity) }
}

/** As one JSON object. */
export const annotationJson = ({ group, size, role, kept, similarity }: Annotation): string =>
  `{"group":${group},"size":${size},"role":"${role}","kept":${kept},"similarity":${similarity}}`

/** How often the kept record of a group leaves, by the size of the group; 1 is the size of a record that is alone. */
export interface Repeats {
  readonly of: (size: number) => number
  /** What it depends on, as data. */
  readonly rule: unknown
}

/**
 * @param asked  `size`: as often as there are members; `log`: once, and once more for each doubling; else a file, a JSON object that
 *   names for sizes how often a record leaves from this size on, as `{"1": 1, "5": 3, "1000": 1}`
 * @throws {LeitongError} `SOURCE_MISSING`, `SOURCE_READ`, `OPTION_VALUE`
 */
export function repeatsOf(asked: string): Repeats {
  if (asked === 'size') return { of: (size) => size, rule: asked }
  if (asked === 'log') return { of: (size) => 32 - Math.clz32(size), rule: asked }
  const rule = stepsIn(asked)
  return { of: (size) => rule.findLast(([from]) => from <= size)?.[1] ?? 1, rule }
}

/** Steps of a file, ascending. */
function stepsIn(path: string): [from: number, times: number][] {
  const refuse = (what: string): never => {
    throw new LeitongError('OPTION_VALUE', 'repeat', path, `size, log, or a JSON file like {"1": 1, "5": 3}; ${what}`)
  }
  let value: unknown
  try {
    value = JSON.parse(readNamedFile(path).toString())
  } catch (error) {
    if (error instanceof LeitongError) throw error
    refuse((error as Error).message)
  }
  if (!isObject(value)) return refuse('it holds no object')
  const steps = Object.entries(value).map(([size, times]): [number, number] => {
    if (!/^[1-9]\d{0,9}$/.test(size)) refuse(`"${size}" is no size of a group, from 1`)
    if (!Number.isInteger(times) || (times as number) < 0 || (times as number) > MOST)
      refuse(`"${size}" has ${JSON.stringify(times)}, which is no whole number from 0 to ${MOST}`)
    return [Number(size), times as number]
  })
  return steps.length ? steps.sort(([a], [b]) => a - b) : refuse('it names no size')
}

/** Times that a file may ask for. */
const MOST = 1_000_000
