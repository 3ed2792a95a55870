/**
 * Groups of an index brought in line with decisions: documents that must be together move into one group, and of those that must not be
 * the later one leaves. Documents that no decision speaks of stay where they are.
 */
import { type Member, nameOf } from '../../../deciding/acts.js'
import type { Derived } from '../../../deciding/derive.js'
import type { Partners } from '../../../deciding/partners.js'
import { type DecisionCounts, resolve } from '../../../deciding/resolve.js'
import { blocksOf } from '../../../grouping/constrained.js'
import type { Offer, Store, StoredRecord } from '../../../stores/store.js'
import { Asked, type Deciding, digestBytes, ownGroup } from './deciding.js'

/** Documents that go to the store at once, as for those that are added. */
const BATCH = 256
/** Rounds at most: a move is refused where another one has to come first. */
const ROUNDS = 8

export interface Settled extends DecisionCounts {
  /** Pairs that are one thing by some decisions and must be apart by others: they were left apart. */
  readonly conflicts: number
}

/**
 * @param contents  digests of the contents that it is about; all by default
 * @returns what became of the decisions about them
 */
export async function settle(store: Store, deciding: Deciding, partners: Partners, contents?: Iterable<string>): Promise<Settled> {
  const { must, cannot } = partners.derived
  const chain = contents && partners.chainOf(contents)
  const isIn = ({ a, b }: { readonly a: Member; readonly b: Member }) => !chain || chain.has(a.digest) || chain.has(b.digest)
  // What people keep of a group is of batches: an index has what came.
  const derived: Derived = { must: must.filter(isIn), cannot: cannot.filter(isIn), keeps: [], deferred: [], notes: [] }
  for (let round = 1; ; round++) {
    const { settled, refused } = await settleOnce(store, deciding, derived, chain)
    if (!refused || round === ROUNDS) return settled
  }
}

async function settleOnce(
  store: Store,
  deciding: Deciding,
  derived: Derived,
  chain: ReadonlySet<string> | undefined,
): Promise<{ readonly settled: Settled; readonly refused: number }> {
  const records = await recordsOf(store, derived)
  const digests = records.map((record) => deciding.digestOfRecord(record))
  const [byDigest, byId] = [new Map<string, number[]>(), new Map<string, number[]>()]
  records.forEach(({ id }, i) => {
    const digest = digests[i]
    if (digest !== undefined) byDigest.set(digest, [...(byDigest.get(digest) ?? []), i])
    byId.set(id, [i])
  })
  const resolved = resolve(derived, { withDigest: (digest) => byDigest.get(digest) ?? [], withId: (id) => byId.get(id) ?? [] })
  const pairs = (found: typeof resolved.must) =>
    found.map(({ a, b }) => a.flatMap((x) => b.flatMap((y) => (x === y ? [] : [[x, y] as const]))))
  const must = pairs(resolved.must)
  const owner = must.flatMap((list, i) => list.map(() => i))
  const { blocks, apart, conflicts } = blocksOf(records.length, { must: must.flat(), cannot: pairs(resolved.cannot).flat(), equal: [] })
  const unmet = new Set(conflicts.map((pair) => owner[pair])).size
  const isMoved = (i: number) => !chain || chain.has(digests[i] ?? '')
  const groups = groupsOf(records, isMoved, (i) => blocks.find(i), apart)
  const moves = records.flatMap((record, i) =>
    groups[i] === record.group ? [] : [moveOf(deciding, record, digests[i] as string, groups[i] as string)],
  )
  let refused = 0
  for (let at = 0; at < moves.length; at += BATCH)
    for (const written of await store.update(moves.slice(at, at + BATCH))) if (!written) refused++
  const { counts } = resolved
  return { settled: { ...counts, applied: counts.applied - unmet, conflicts: unmet }, refused }
}

/** Records that decisions speak of: those with their contents, and those with their ids; ascending by number. */
async function recordsOf(store: Store, { must, cannot }: Derived): Promise<StoredRecord[]> {
  const members = [...must, ...cannot].flatMap(({ a, b }) => [a, b])
  const digests = [...new Set(members.map(({ digest }) => digest))]
  const ids = [...new Set(members.map(nameOf))]
  const found = new Map<number, StoredRecord>()
  const take = (records: readonly (StoredRecord | undefined)[]) => {
    for (const record of records) if (record) found.set(record.seq, record)
  }
  for (let at = 0; at < digests.length; at += BATCH) take(await store.withDigests(digests.slice(at, at + BATCH).map(digestBytes)))
  for (let at = 0; at < ids.length; at += BATCH) take(await store.get(ids.slice(at, at + BATCH)))
  return [...found.values()].sort((a, b) => a.seq - b.seq)
}

/**
 * The group of each record. A block takes a group that one of it is in, the one that is named after a member first, then the oldest's; it
 * takes none that holds a record that one of it must not be with.
 *
 * @param isMoved  others stay where they are
 */
function groupsOf(
  records: readonly StoredRecord[],
  isMoved: (i: number) => boolean,
  blockOf: (i: number) => number,
  apart: ReadonlyMap<number, readonly number[]>,
): readonly string[] {
  const groups = records.map(({ group }) => group)
  const blocks = new Map<number, number[]>()
  const placed = new Set<number>()
  records.forEach((_, i) => {
    const block = blocks.get(blockOf(i))
    if (!isMoved(i)) placed.add(i)
    else if (block) block.push(i)
    else blocks.set(blockOf(i), [i])
  })
  const founds = (i: number) => records[i]?.group === records[i]?.id
  const inOrder = [...blocks.values()].sort(
    (a, b) => Number(b.some(founds)) - Number(a.some(founds)) || (a[0] as number) - (b[0] as number),
  )
  for (const block of inOrder) {
    const barred = new Set(
      block.flatMap((i) => (apart.get(i) ?? []).flatMap((other) => (placed.has(other) ? [groups[other] as string] : []))),
    )
    const ordered = [...block].sort((a, b) => Number(founds(b)) - Number(founds(a)) || a - b)
    const wanted =
      ordered.map((i) => groups[i] as string).find((group) => !barred.has(group)) ??
      ownGroup((records[block[0] as number] as StoredRecord).id, barred)
    for (const i of block) {
      groups[i] = wanted
      placed.add(i)
    }
  }
  return groups
}

/** Moves a record into a group, unless it has changed, or one that it must not be with is there. */
function moveOf(deciding: Deciding, { id, entry, seq }: StoredRecord, hex: string, group: string): Offer {
  const digest = { bytes: digestBytes(hex), hex }
  const asked = Asked.of(deciding, digest, id) as Asked
  return {
    id,
    entry,
    blind: true,
    digest: digest.bytes,
    about: asked.about,
    decide(previous, _alike, _isAll, about) {
      if (previous?.seq !== seq) return undefined
      for (const other of asked.related(about).cannot) if (other.group === group) return undefined
      const { seq: _, ...record } = previous
      return { ...record, group }
    },
  }
}
