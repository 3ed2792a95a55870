/** Queries of a live index: candidates of the store, the nearest first, read in stretches and verified. */
import { LeitongError } from '../../errors.js'
import type { Answers } from '../../options/copies.js'
import { parseJson } from '../../reading/whole-numbers-json.js'
import type { Candidate, Store } from '../../stores/store.js'
import type { LiveDocument } from './document.js'
import { compareMatches, type LiveVerifier, type Match, type SignedText } from './verify.js'

/** A document found alike. */
export interface Found<I = unknown> {
  readonly id: I
  readonly similarity: number | undefined
  readonly distance: number | undefined
  /** Under containment: the share of the text asked for (a) that the document (b) has, and the other way round. */
  readonly aInB?: number
  readonly bInA?: number
  readonly group: I
  /** Under `find: 'all'` the question that it answers: it is a copy, a version, or both. */
  readonly answers?: Answers
}

export interface QueryOptions {
  /**
   * Stop at the first document that is alike: an equal one if there is one, else the nearest signature that holds, among the newest 4
   * proposed documents first. @default false
   */
  readonly first?: boolean
  /** How many matches at most, the best of them. @default all */
  readonly limit?: number
}

/** Records that are read at once: one answer of the store for most queries, and a bound on what is read in vain after a `first` match. */
const READ = 64

/**
 * Documents alike to each text, the best first.
 *
 * @throws {LeitongError} `OPTION_VALUE` for a limit below 1, `INDEX_DOCUMENT`, `TEXT_TOO_LARGE`, `STORE`
 */
export async function queryTexts(
  store: Store,
  verifier: LiveVerifier,
  texts: readonly (string | LiveDocument)[],
  { first = false, limit }: QueryOptions,
): Promise<Found[][]> {
  if (limit !== undefined && !(Number.isInteger(limit) && limit > 0))
    throw new LeitongError('OPTION_VALUE', 'limit', String(limit), 'a whole number from 1')
  const signed = texts.map((text) => (typeof text === 'string' ? verifier.signText(text) : verifier.sign(text)))
  const enough = first ? verifier.enough?.newest : undefined
  const candidates = await store.find(
    signed.map(({ row }) => row),
    first,
    enough,
  )
  const answers: Found[][] = []
  for (const [i, text] of signed.entries()) {
    const newest = candidates[i] ?? []
    let matches = await matchesOf(store, verifier, text, newest, first)
    if (!matches.length && newest.length === enough) {
      const [all = []] = await store.find([text.row], first)
      matches = await matchesOf(store, verifier, text, all, first)
    }
    answers.push(matches.sort(compareMatches).slice(0, limit).map(foundOf))
  }
  return answers
}

async function matchesOf(
  store: Store,
  verifier: LiveVerifier,
  text: SignedText,
  candidates: readonly Candidate[],
  first: boolean,
): Promise<Match[]> {
  const nearest = [...candidates].sort(
    (a, b) => Number(b.equal) - Number(a.equal) || (a.distance ?? 0) - (b.distance ?? 0) || a.seq - b.seq,
  )
  const matches: Match[] = []
  const together = verifier.judgesTogether
  const read = together ? nearest.length : READ
  for (let at = 0; at < nearest.length; at += read) {
    const part = nearest.slice(at, at + read)
    const records = await store.read(part.map(({ seq }) => seq))
    // A record that was removed since the search is not alike any more.
    const found = part.flatMap((candidate, j) => (records[j] ? [{ candidate, record: records[j] }] : []))
    if (!first || together) matches.push(...verifier.matches(text, found))
    else
      for (const candidate of found) {
        const [match] = verifier.matches(text, [candidate])
        if (match) return [match]
      }
  }
  return first ? matches.sort(compareMatches).slice(0, 1) : matches
}

const foundOf = ({ record, similarity, distance, answers, aInB, bInA }: Match): Found => ({
  id: parseJson(record.id),
  similarity,
  distance,
  ...(aInB === undefined || bInA === undefined ? {} : { aInB, bInA }),
  group: parseJson(record.group),
  ...(answers ? { answers } : {}),
})
