/** Which kind a column is, from its name and a sample of its values. */
import { fold } from './fold.js'
import { type ColumnSample, KIND_NAMES, type KindName } from './kinds/kind.js'
import { KINDS } from './kinds/kinds.js'
import { wordsOf } from './kinds/tokens.js'

/** Values looked at; more say no more. */
export const INFERENCE_SAMPLE = 2000

/** What a sample of a column says about it. */
export function describeColumn(name: string, values: readonly (string | null)[]): ColumnSample {
  const folded: string[] = []
  for (const value of values) {
    const text = value === null ? '' : fold(value)
    if (text) folded.push(text)
    if (folded.length === INFERENCE_SAMPLE) break
  }
  const total = Math.max(1, folded.length)
  const header = name.toLowerCase()
  return {
    name,
    values: folded,
    distinct: new Set(folded).size,
    meanLength: folded.reduce((sum, value) => sum + value.length, 0) / total,
    meanWords:
      folded.reduce(
        (sum, value) => sum + wordsOf(value).reduce((words, word) => words + (word.length === 2 && word >= '⺀' ? 0.5 : 1), 0),
        0,
      ) / total,
    hinted: (words) => words.test(header),
    share: (pattern) =>
      folded.reduce((hits, value) => hits + Number(typeof pattern === 'function' ? pattern(value) : pattern.test(value)), 0) / total,
  }
}

/**
 * The kind whose detector is surest; names where none is sure.
 *
 * @param values  a sample of the column, null where a row has none
 * @example
 * inferKind('dob', ['1980-01-02', '1975-12-30']) // 'date'
 */
export function inferKind(name: string, values: readonly (string | null)[]): KindName {
  const sample = describeColumn(name, values)
  if (sample.values.length === 0) return 'none'
  let best: KindName = 'text'
  let surest = 0.4
  for (const kind of KIND_NAMES) {
    const sure = KINDS[kind].detect(sample)
    if (sure > surest) {
      surest = sure
      best = kind
    }
  }
  return best
}
