/** Queries of a live index: candidates of the store, the nearest first, read in stretches and verified. */
import { LeitongError } from '../../errors.js'
import type { Match, Scores, SignedText } from '../../methods/live/signed.js'
import { parseJson } from '../../reading/whole-numbers-json.js'
import type { Candidate, Store } from '../../stores/store.js'
import { toldOf } from './added.js'
import { judge } from './decided/answer.js'
import { Asked, type Deciding } from './decided/deciding.js'
import { idToJson, type LiveDocument } from './document.js'
import { compareMatches, type LiveVerifier } from './verify.js'

/** A document found alike to what was asked for. */
export interface Found<I = unknown> extends Scores {
  readonly id: I
  readonly group: I
}

/** What was found, the best first. */
export interface Matches<I = unknown> extends Array<Found<I>> {
  /**
   * Of an index of rows: so many more rows may be alike, beyond those that share the most with what was asked for, and were not measured.
   * Absent where all were measured.
   */
  readonly unmeasured?: number
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
  deciding?: Deciding,
): Promise<Matches[]> {
  if (limit !== undefined && !(Number.isInteger(limit) && limit > 0))
    throw new LeitongError('OPTION_VALUE', 'limit', String(limit), 'a whole number from 1')
  const signed = texts.map((text) => (typeof text === 'string' ? verifier.signText(text) : verifier.sign(text)))
  const enough = first ? verifier.enough?.newest : undefined
  const candidates = await store.find(
    signed.map(({ row }) => row),
    first,
    enough,
  )
  const answers: Matches[] = []
  for (const [i, text] of signed.entries()) {
    const asked = deciding && askedOf(deciding, texts[i] as string | LiveDocument, verifier)
    if (asked) {
      const [all = []] = await store.find([text.row], false)
      answers.push(matchesIn(await decidedMatches(store, verifier, text, asked, all), first ? 1 : limit, all))
      continue
    }
    const newest = candidates[i] ?? []
    let matches = await matchesOf(store, verifier, text, newest, first)
    if (!matches.length && newest.length === enough) {
      const [all = []] = await store.find([text.row], first)
      matches = await matchesOf(store, verifier, text, all, first)
    }
    answers.push(matchesIn(matches, limit, newest))
  }
  return answers
}

function askedOf(deciding: Deciding, text: string | LiveDocument, { options }: LiveVerifier): Asked | undefined {
  const id = typeof text === 'string' ? undefined : text[options.idField]
  return Asked.of(deciding, deciding.digestOf(text), id === undefined || id === null ? undefined : idToJson(id))
}

/** All matches of a text that decisions speak of. */
async function decidedMatches(
  store: Store,
  verifier: LiveVerifier,
  text: SignedText,
  asked: Asked,
  found: readonly Candidate[],
): Promise<Match[]> {
  const records = await store.read(found.map(({ seq }) => seq))
  const alike = found.flatMap((candidate, i) => (records[i] ? [{ candidate, record: records[i] }] : []))
  return [...judge(verifier, asked, text, alike, await store.withDigests(asked.about)).matches]
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
  for (let at = 0; at < nearest.length; ) {
    // Of many that may be a first match the nearest one mostly is; a server is asked once for all.
    const part = nearest.slice(at, together ? undefined : at + (first && store.isNear ? 1 : READ))
    at += part.length
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

/** The best of the matches, with what the bound of the search left out. */
function matchesIn(matches: Match[], limit: number | undefined, [candidate]: readonly Candidate[]): Matches {
  const found = matches.sort(compareMatches).slice(0, limit).map(foundOf)
  return candidate?.beyond ? Object.assign(found, { unmeasured: candidate.beyond }) : found
}

const foundOf = (match: Match): Found => ({
  id: parseJson(match.record.id),
  similarity: match.similarity,
  distance: match.distance,
  ...toldOf(match, match.record.group),
})
