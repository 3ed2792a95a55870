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

/** Names of columns that number rows. */
const NUMBERING = /^(nr|no|num|number|id|index|idx|row|rowid|row_number|#|序号|编号|行号|序|流水号)\.?$/

/** Whether a column has a name that columns have which number rows. */
export const isNumberingName = (name: string): boolean => NUMBERING.test(name.trim().toLowerCase())

/** Rows from which a column of unlike numbers is no accident. */
const LEAST_ROWS = 10
/** The share of steps of one from row to row. */
const RUNNING = 0.9

/**
 * Whether a column numbers the rows: whole numbers, each once, that run on from row to row or are named so. It says where a row stands and
 * nothing about what it is about.
 *
 * @param values  a sample of the column, in the order of the rows
 */
export function isRunningNumber(name: string, values: readonly (string | null)[]): boolean {
  const texts = values.flatMap((value) => (value === null || value.trim() === '' ? [] : [value.trim()]))
  if (texts.length < LEAST_ROWS || new Set(texts).size < texts.length || !texts.every((text) => /^\d{1,15}$/.test(text))) return false
  const steps = texts.filter((text, i) => i > 0 && Number(text) - Number(texts[i - 1]) === 1).length
  return isNumberingName(name) || steps >= RUNNING * (texts.length - 1)
}

/** What `generate` writes beside a record that it has edited: from which one, how, and how much. */
const EDITS = /^edit[._](of|kind|strength)$/

/**
 * Whether a column tells which rows are one, as `generate` writes it down: an edit, or the group beside edits. A run that compared it would
 * read the answer off.
 *
 * @param names  of all columns
 */
export const isTruth = (name: string, names: Iterable<string>): boolean =>
  EDITS.test(name) || (name === 'group' && [...names].some((other) => EDITS.test(other)))

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
