/**
 * Rare features in a store on a server. A key of a feature lists the documents that have it until one text more than `rarest` has it; then
 * it is marked, and nobody is filed under it any more. So a key stays short however common its feature is, and what is rare can be told
 * from the key alone.
 */
import type { Key } from '../../searching/index-keys.js'
import type { RareKeys } from '../../searching/rare-keys.js'
import type { Candidate } from '../store.js'
import type { Bucket } from './posting-keys.js'
import { nameOf } from './unit-of-work.js'

/** Reads that a search makes. */
export interface RareReads {
  buckets(keys: readonly Key[]): Promise<readonly Bucket[]>
  marks(keys: readonly Key[]): Promise<readonly boolean[]>
  /** The entries of documents, in the order asked; undefined for those that are gone. */
  entries(seqs: readonly number[]): Promise<readonly (Uint8Array | undefined)[]>
}

/** Whether one more text, with this digest, makes the feature of a key common. */
function isFull({ postings }: Bucket, digest: string, rarest: number): boolean {
  const texts = new Set(postings.postings().map(nameOf))
  return !texts.has(digest) && texts.size >= rarest
}

/**
 * Candidates of one entry, ascending: equal texts, those that share a band, and those that share rare features, with their similarity. What is
 * rare is told as if the entry had been filed.
 *
 * @param equalIsEnough  where there is an equal text, the oldest such stands alone
 */
export async function findRare(
  rareKeys: RareKeys,
  entry: Uint8Array,
  equalIsEnough: boolean,
  { buckets, marks, entries }: RareReads,
): Promise<Candidate[]> {
  const { bands, rarest, threshold } = rareKeys.spec
  const keys = rareKeys.keys(entry)
  const [equal, ...others] = (await buckets(keys)) as [Bucket, ...Bucket[]]
  const found = new Map<number, Candidate>()
  for (const seq of equal.postings.seqs()) found.set(seq, { seq, equal: true, distance: undefined })
  if (equalIsEnough && found.size) return [[...found.values()].reduce((a, b) => (a.seq < b.seq ? a : b))]
  for (const { postings } of others.slice(0, bands))
    for (const seq of postings.seqs()) if (!found.has(seq)) found.set(seq, { seq, equal: false, distance: undefined })

  const digest = nameOf(rareKeys.posting(entry))
  const full = new Set<string>()
  const shared = new Map<number, number>()
  let own = 0
  others.slice(bands).forEach((bucket, i) => {
    if (bucket.split) return
    if (isFull(bucket, digest, rarest)) {
      full.add(keys[1 + bands + i] as Key)
      return
    }
    own++
    for (const seq of bucket.postings.seqs()) shared.set(seq, (shared.get(seq) ?? 0) + 1)
  })
  const asked = [...shared].filter(([seq, common]) => !found.get(seq)?.equal && (found.has(seq) || reaches(common / own, threshold)))
  const theirs = await entries(asked.map(([seq]) => seq))
  const featuresOf = theirs.map((other) => (other ? rareKeys.featureKeys(other) : []))
  const isMarked = await marks(featuresOf.flat())
  let at = 0
  asked.forEach(([seq, common], i) => {
    const features = featuresOf[i] as Key[]
    const rare = features.filter((key, j) => !isMarked[at + j] && !full.has(key)).length
    at += features.length
    const similarity = common / (own + rare - common)
    if (theirs[i] && (found.has(seq) || reaches(similarity, threshold)))
      found.set(seq, { seq, equal: false, distance: undefined, rare: similarity })
  })
  return [...found.values()].sort((a, b) => a.seq - b.seq)
}

/** Quotients of whole numbers end a little beside what they mean; who asks decides with the exact rule. */
const reaches = (similarity: number, threshold: number) => similarity > threshold - 1e-9

/** The keys to file an entry under, and those of the features that it makes common. */
export async function fileRare(rareKeys: RareKeys, entry: Uint8Array, read: RareReads['buckets']): Promise<{ file: Key[]; mark: Key[] }> {
  const { bands, rarest } = rareKeys.spec
  const keys = rareKeys.keys(entry)
  const found = await read(keys)
  const digest = nameOf(rareKeys.posting(entry))
  const file: Key[] = []
  const mark: Key[] = []
  keys.forEach((key, i) => {
    const bucket = found[i] as Bucket
    if (i <= bands) file.push(key)
    else if (!bucket.split) (isFull(bucket, digest, rarest) ? mark : file).push(key)
  })
  return { file, mark }
}
