/** Why a pair of a group was proposed, and why it was found similar: by the same measures as the run. */
import { passages } from '../comparing/passages.js'
import { isSimilar } from '../comparing/similar.js'
import { LeitongError } from '../errors.js'
import { type Comparison, compare } from '../jobs/compare.js'
import { comparesAlone, methodOf } from '../methods/methods.js'
import type { Options } from '../options/options.js'
import { whole } from './filters.js'
import type { Machine, Project } from './project.js'
import { optionsIn } from './run.js'

/** UTF-16 units of a text that are compared on demand. */
const MOST = 200_000
/** Passages that both have: how many are told, and the shortest and longest in UTF-16 units. */
const MOST_PASSAGES = 3
const SHORTEST = 6
const LONGEST = 120

/**
 * A member against the one that stays. `proposed` and `verified` are left out where the pair cannot be judged alone: of rows, of signatures that
 * came with the records, and of weights that count over all documents. Where a similarity counts over all documents, `measured` is that of the
 * run, and `passages` are the longest that both texts have.
 *
 * @throws {LeitongError} `SOURCE_MISSING`, `OPTION_VALUE`
 */
export function whyOf(project: Project, id: string, place: string | undefined, machine: Machine) {
  const { mask } = machine
  const { run } = project
  const group = run.numberOf(id)
  if (group === undefined) throw new LeitongError('SOURCE_MISSING', id.slice(0, 64), 'no group of this id in the last run')
  const own = whole('place', place, 0, run.sizeOf(group) - 1)
  const { kept } = run.stateOf(group)
  const options = optionsIn(project.optionsOn(machine))
  const from = run.columns.starts[group] as number
  const [left, right] = [run.payload(from + kept), run.payload(from + own)]
  const basis = { kept, place: own, method: options.method, measure: options.measure, threshold: options.threshold }
  if (!left.fields && !comparesAlone(options)) {
    const threshold = run.head.threshold
    const similarity = similarityOf(project, from, kept, own)
    return {
      ...basis,
      ...(similarity === undefined ? {} : { measured: { similarity, isSimilar: isSimilar(similarity, threshold) } }),
      passages: sharedBy(mask ? mask.payload(left).text : left.text, mask ? mask.payload(right).text : right.text),
    }
  }
  if (left.fields || Math.max(left.text.length, right.text.length) > MOST) return basis
  try {
    const found = compare({ title: left.title, text: left.text }, { title: right.title, text: right.text }, options)
    const { shared, onlyLeft, onlyRight } = found.explanation.counts
    return {
      ...basis,
      ...proposedBy(options, found),
      verified: {
        similarity: Math.round(found.similarity * 1e6) / 1e6,
        isSimilar: found.similar,
        shared,
        onlyKept: onlyLeft,
        onlyMember: onlyRight,
      },
    }
  } catch (error) {
    // Weights that count over all documents cannot be had for two of them.
    if (error instanceof LeitongError) return basis
    throw error
  }
}

/** What the run has measured: each member against the one that the run keeps, which stands first. */
function similarityOf({ run }: Project, from: number, a: number, b: number): number | undefined {
  if (a && b) return undefined
  const value = run.columns.similarity[from + (a || b)] as number
  return Number.isNaN(value) ? undefined : Math.round(value * 1e6) / 1e6
}

/** The longest passages that both texts have. */
const sharedBy = (left: string, right: string): string[] =>
  passages(left.slice(0, MOST), right.slice(0, MOST))
    .flatMap(({ kind, left: text }) => (kind === 'equal' && text.trim().length >= SHORTEST ? [text.trim()] : []))
    .sort((a, b) => b.length - a.length)
    .slice(0, MOST_PASSAGES)
    .map((text) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text))

/** What signatures say; of methods that find pairs without them nothing. */
function proposedBy(options: Options, said: Comparison) {
  const proposed = methodOf(options).proposal?.(said, options)
  return proposed ? { proposed } : {}
}
