/**
 * Acts of people on groups: a file of them is a history that only grows. What an act means for a run is derived in derive.ts.
 *
 * An act names documents by the digest of their content, so that it outlives runs, options and files, and does not outlive a change of the
 * text. The id is there for people, to tell a changed text from one that has gone, and equal texts from each other. An id that several documents
 * have, on two sides of a link say, names all of them.
 */

/** A document as an act names it. */
export interface Member {
  /** The first 128 bits of SHA-256 over its content, as 32 hexadecimal digits. */
  readonly digest: string
  /** A list names the documents of each id in it. */
  readonly id: unknown
}

/**
 * The acts there are.
 *
 * - `duplicate`: the members are one thing; with `keep` the first one stays
 * - `distinct`: the first member is not the same thing as any of the others
 * - `split`: none of the members is one of `from`; a document that stands in both is one of itself all the same
 * - `keep`: of every group that holds the first member, it stays; the others say where that was chosen
 * - `defer`: to be looked at later
 * - `note`: a remark
 * - `undo`: the act `of` counts no more
 */
export const ACTS = ['duplicate', 'distinct', 'split', 'keep', 'defer', 'note', 'undo'] as const
export type ActKind = (typeof ACTS)[number]

export interface Act {
  readonly act: ActKind
  /** Names the act within its file. */
  readonly key: string
  /** The author; empty if no name was given. */
  readonly by: string
  /** When, as ISO 8601. */
  readonly at: string
  readonly members: readonly Member[]
  readonly from?: readonly Member[]
  readonly note?: string
  /** The act that is undone. */
  readonly of?: string
  /** Names what was done as one, with other acts. */
  readonly batch?: string
}

/** Members of one act: more are no work of a person. */
const MOST_MEMBERS = 100_000
const LONGEST_NOTE = 100_000

/** The least number of members of each act. */
const LEAST: Readonly<Record<ActKind, number>> = { duplicate: 2, distinct: 2, split: 1, keep: 1, defer: 1, note: 0, undo: 0 }

/**
 * Checks what somebody hands in as an act.
 *
 * @returns the act without anything else that stood beside it; a sentence that says what is wrong with it
 * @example checkAct({ act: 'undo', key: 'k2', by: 'Li', at: '2026-01-01T00:00:00Z', of: 'k1' })
 */
export function checkAct(value: unknown): Act | string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'an act is an object'
  const { act, key, by = '', at, members = [], from, note, of, batch } = value as Record<string, unknown>
  if (!ACTS.includes(act as ActKind)) return `"act" is one of ${ACTS.join(', ')}`
  if (typeof key !== 'string' || !key || key.length > 100) return '"key" is a text of at most 100 characters'
  if (typeof by !== 'string' || by.length > 200) return '"by" is a text of at most 200 characters'
  if (typeof at !== 'string' || Number.isNaN(Date.parse(at))) return '"at" is a time in ISO 8601'
  const kind = act as ActKind
  const own = checkMembers(members, 'members', LEAST[kind])
  if (typeof own === 'string') return own
  const others = kind === 'split' ? checkMembers(from, 'from', 1) : undefined
  if (typeof others === 'string') return others
  if (kind === 'undo' && (typeof of !== 'string' || !of)) return '"of" is the key of the act to be undone'
  if (note !== undefined && (typeof note !== 'string' || note.length > LONGEST_NOTE))
    return `"note" is a text of at most ${LONGEST_NOTE} characters`
  if (batch !== undefined && (typeof batch !== 'string' || !batch || batch.length > 100))
    return '"batch" is a text of at most 100 characters'
  return {
    act: kind,
    key,
    by,
    at,
    members: own,
    ...(others ? { from: others } : {}),
    ...(note === undefined ? {} : { note }),
    ...(kind === 'undo' ? { of: of as string } : {}),
    ...(batch === undefined ? {} : { batch }),
  }
}

function checkMembers(value: unknown, name: string, least: number): readonly Member[] | string {
  if (!Array.isArray(value) || value.length < least || value.length > MOST_MEMBERS)
    return `"${name}" is a list of ${least} to ${MOST_MEMBERS} documents`
  const members: Member[] = []
  for (const one of value as unknown[]) {
    const { digest, id } = (typeof one === 'object' && one !== null ? one : {}) as Record<string, unknown>
    if (typeof digest !== 'string' || !/^[0-9a-f]{32}$/.test(digest)) return `each of "${name}" has a "digest" of 32 hexadecimal digits`
    if (id === undefined || id === null) return `each of "${name}" has an "id"`
    members.push({ digest, id })
  }
  return members
}

/** The id as JSON; whole numbers beyond 2^53 are BigInts. */
export const nameOf = ({ id }: Member): string => (typeof id === 'bigint' ? String(id) : JSON.stringify(id))

/** All ids that a member names, as JSON. */
export const namesOf = (member: Member): readonly string[] =>
  Array.isArray(member.id) ? [nameOf(member), ...member.id.map((id) => nameOf({ ...member, id }))] : [nameOf(member)]
