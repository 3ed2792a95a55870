/** From signatures to candidates: which distinct texts may be alike, as the graph that grouping works on. */
import { combinedSimilarity } from '../../comparing/combined.js'
import { isSimilar } from '../../comparing/similar.js'
import { fingerprintBytes, widthOf } from '../../fingerprinting/simhash.js'
import type { CandidateGraph, Verifier } from '../../grouping/candidates.js'
import { firstWhere } from '../../hashing/binary-search.js'
import { Uint32List } from '../../hashing/typed-list.js'
import { traitsOf } from '../../options/methods.js'
import type { Options } from '../../options/options.js'
import { estimateFloor, estimateFromBytes } from '../../searching/bands.js'
import type { TextFeatures } from '../../searching/containing/text-features.js'
import { wordsOf as fingerprintWords, hammingPairs } from '../../searching/hamming.js'
import { distanceIn, hammingBuckets, mostPairs } from '../../searching/hamming-buckets.js'
import { type AreNear, Sketches } from '../../searching/near-copies.js'
import { indexRare, NO_TEXT, type Postings } from '../../searching/rare.js'
import { infoSimilarity } from '../../signing/info.js'
import { containedBuckets } from './containing/buckets.js'
import { type SharesOf, sharesBy } from './containing/shares.js'
import type { Copies } from './copies.js'
import { nearVectors } from './given/near-vectors.js'
import type { Ordering } from './ordering.js'
import { type BandKeys, bandBuckets, RUNS_HERE, type RunSearch } from './pairs/band-buckets.js'
import { BothQuestions } from './pairs/both-questions.js'
import type { Buckets } from './pairs/buckets.js'

/** The signatures of all documents as a search asks for them; `documents` ascend. */
export interface SearchedSignatures extends BandKeys {
  /** In 64-bit words: one each, of 128 bits two, of 256 four; of each the first bytes where they are told. */
  fingerprints(documents: Uint32Array, bytes?: number): BigUint64Array
  /** Signatures of other information, behind each other; empty where there are none. */
  infos(documents: Uint32Array): Uint8Array
  /** The low bytes of MinHash positions, behind each other, each document padded to whole words. */
  lowBytes(documents: Uint32Array): Uint32Array
}

/** All that a search needs to know of the documents. */
export interface Searched {
  readonly store: SearchedSignatures
  /** Under method `rare` only. */
  readonly postings: Postings | undefined
  /** Under method `features`; under `vectors` the vectors. */
  readonly features: TextFeatures | undefined
}

export interface Candidates {
  readonly graph: CandidateGraph
  /** The document (first of its copies) behind each node. */
  readonly documents: Uint32Array
  /** Hamming distance of two nodes; undefined where signatures have none. */
  readonly distance: ((a: number, b: number) => number) | undefined
  /** A similarity made of signatures, where that is the measure. */
  readonly signature: ((a: number, b: number) => number) | undefined
  /** The estimate of minhash; undefined for other methods. */
  readonly estimate: ((a: number, b: number) => number) | undefined
  /** The similarity of two nodes where the search knows it exactly (method `rare`). */
  readonly known: ((a: number, b: number) => number) | undefined
  /** Whether two nodes whose known similarity is low may be near copies all the same, which their texts must tell; undefined where none are. */
  readonly maybeNear: ((a: number, b: number) => boolean) | undefined
  /** Where both questions of `find` are asked. */
  readonly questions: BothQuestions | undefined
  /** How much of each of two documents the other holds; undefined where containment is not what is measured. */
  readonly shares?: SharesOf
  /** Lets go what similarities are measured on; nothing can be measured then. */
  readonly release?: () => void
  /** How the search was done, in a sentence. */
  readonly plan: string
  /** Fingerprints with more copies (of different texts) than are compared with each other. */
  readonly crowded: number
}

/**
 * Finds texts that may be alike.
 *
 * @param signatures  of all documents; postings and features are let go
 * @param ordering    of distinct texts, by their first documents
 * @param runs        which keys of a band are equal; by default looked for here
 * @param wanted      texts that have a node in any case, by their first documents
 * @param measureNear  under method `rare`: which of these documents, by their numbers here, are near copies
 */
export async function findCandidates(
  options: Options,
  { store, postings, features }: Searched,
  copies: Copies,
  ordering: Ordering,
  measureNear: (documents: Uint32Array) => Verifier,
  wanted: Uint32Array = new Uint32Array(),
  runs: RunSearch = RUNS_HERE,
): Promise<Candidates> {
  const { hasFeatures, signsBits, holdsVectors } = traitsOf(options)
  if (!hasFeatures) return noCandidates(wanted.slice().sort(ordering))
  const { distinct } = copies
  const fingerprints = signsBits ? store.fingerprints(distinct, fingerprintBytes(options.bits)) : undefined
  let measured: Verifier | undefined
  const areNear: AreNear = async (pairs) => {
    measured ??= measureNear(distinct)
    return (await measured(pairs)).similar
  }
  const buckets: Buckets = postings
    ? await rareBuckets(options, copies, postings, areNear)
    : fingerprints
      ? holdsVectors && features
        ? nearVectors(options, fingerprints, distinct, features)
        : fingerprintBuckets(options, fingerprints)
      : features
        ? containedBuckets(options, distinct, features)
        : await bandBuckets(options, store, distinct, runs)

  // Nodes are the documents in some bucket, in the order of preference.
  const nodeOf = new Uint32Array(distinct.length)
  for (const position of buckets.members) nodeOf[position] = 1
  for (const first of wanted) nodeOf[firstWhere(0, distinct.length, (at) => (distinct[at] as number) >= first)] = 1
  const active = Uint32Array.from({ length: nodeOf.reduce((sum, used) => sum + used, 0) })
  let filled = 0
  nodeOf.forEach((used, position) => {
    if (used) active[filled++] = position
  })
  active.sort((a, b) => ordering(distinct[a] as number, distinct[b] as number))
  active.forEach((position, node) => {
    nodeOf[position] = node
  })
  const { members } = buckets
  for (let i = 0; i < members.length; i++) members[i] = nodeOf[members[i] as number] as number
  const starts = new Uint32Array(buckets.ends.length + 1)
  starts.set(buckets.ends, 1)
  for (let b = 0; b + 1 < starts.length; b++) members.subarray(starts[b], starts[b + 1]).sort()
  const documents = active.map((position) => distinct[position] as number)
  const ofPositions = <Answer>(ask: ((a: number, b: number) => Answer) | undefined) =>
    ask && ((a: number, b: number) => ask(active[a] as number, active[b] as number))
  const known = ofPositions(buckets.known)
  const maybeNear = ofPositions(buckets.maybeNear)
  const questions = known && options.withCopies ? new BothQuestions(known, options.threshold, active.length) : undefined
  const shared = { documents, known, maybeNear, questions, plan: buckets.plan, crowded: buckets.crowded }
  const graph = { nodes: active.length, starts, members }

  if (fingerprints) {
    const between = distanceIn(fingerprints, widthOf(options.bits))
    const distance = (a: number, b: number) => between(active[a] as number, active[b] as number)
    const exact = { ...graph, maybe: ofPositions(buckets.maybe) ?? (() => true) }
    // The distance of vectors is that of planes, which says less than the cosine.
    if (features) return { ...shared, graph: exact, ...NO_DISTANCE, release: () => features.release() }
    return { ...shared, graph: exact, distance, signature: signatureSimilarity(options, distance, store, documents), estimate: undefined }
  }
  if (features) {
    const maybe = ofPositions(buckets.maybe)
    if (!maybe) features.release()
    const exact = { ...graph, maybe: maybe ?? (() => true) }
    const shares = sharesBy((document) => features.sizeOf(document))
    return { ...shared, graph: exact, ...NO_DISTANCE, shares, release: () => features.release() }
  }
  if (known) {
    const maybe = maybeNear ? (a: number, b: number) => isSimilar(known(a, b), options.threshold) || maybeNear(a, b) : () => true
    return { ...shared, graph: { ...graph, maybe }, distance: undefined, signature: undefined, estimate: undefined }
  }
  const { ascending, rowOf } = inputOrder(documents)
  const low = store.lowBytes(ascending)
  const words = Math.ceil(options.numPerm / 4)
  const estimate = (a: number, b: number) => estimateFromBytes(low, rowOf[a] as number, rowOf[b] as number, words, options.numPerm)
  const floor = estimateFloor(options.threshold, options.numPerm)
  return { ...shared, graph: { ...graph, maybe: (a, b) => estimate(a, b) >= floor }, distance: undefined, signature: undefined, estimate }
}

/** Rows are read in the order of the input; nodes find theirs by the rank of their document. */
function inputOrder(documents: Uint32Array): { ascending: Uint32Array; rowOf: Uint32Array } {
  const order = Uint32Array.from(documents.keys()).sort((a, b) => (documents[a] as number) - (documents[b] as number))
  const rowOf = new Uint32Array(documents.length)
  order.forEach((node, row) => {
    rowOf[node] = row
  })
  return { ascending: order.map((node) => documents[node] as number), rowOf }
}

function signatureSimilarity(
  options: Options,
  distance: (a: number, b: number) => number,
  store: SearchedSignatures,
  documents: Uint32Array,
): Candidates['signature'] {
  if (options.measure === 'bits') return (a, b) => 1 - distance(a, b) / options.bits
  if (options.measure !== 'combined') return undefined
  const { ascending, rowOf } = inputOrder(documents)
  const infos = store.infos(ascending)
  const size = infos.length / Math.max(1, documents.length)
  const infoOf = (node: number) => infos.subarray((rowOf[node] as number) * size, ((rowOf[node] as number) + 1) * size)
  return (a, b) => combinedSimilarity(distance(a, b), size ? infoSimilarity(infoOf(a), infoOf(b), options) : undefined, options.mu)
}

const NO_DISTANCE = { distance: undefined, signature: undefined, estimate: undefined } as const

/** What is known of pairs that no signature proposed: nothing. */
export const NO_SIGNATURES = {
  distance: undefined,
  signature: undefined,
  estimate: undefined,
  known: undefined,
  maybeNear: undefined,
  questions: undefined,
  crowded: 0,
} as const

function noCandidates(documents: Uint32Array): Candidates {
  const graph = { nodes: documents.length, starts: Uint32Array.of(0), members: new Uint32Array(), maybe: () => false }
  return { ...NO_SIGNATURES, graph, documents, plan: 'equal digests' }
}

async function rareBuckets(
  { rarest, threshold, withCopies }: Options,
  { first, distinct }: Copies,
  postings: Postings,
  areNear: AreNear,
): Promise<Buckets> {
  const textOf = new Uint32Array(first.length).fill(NO_TEXT)
  distinct.forEach((document, text) => {
    textOf[document] = text
  })
  const { length, sample } = postings
  const sketches = new Sketches(distinct.length)
  const index = indexRare(postings, textOf, distinct.length, rarest, sketches)
  const near = await (withCopies ? sketches.clusters(1) : sketches.clusters(rarest, areNear))
  const members = new Uint32List()
  const ends = new Uint32List()
  index.pairs(threshold, (a, b) => {
    members.push(a)
    members.push(b)
    ends.push(members.length)
  })
  const before = members.length
  members.append(near.members)
  for (const end of near.ends) ends.push(before + end)
  const bare = index.weights.reduce((sum, weight) => sum + (weight ? 0 : 1), 0)
  const plan =
    `${length} postings, ${sample === 1 ? 'of all features' : `of 1 in ${sample} features`}; ${index.shared} features in 2 to ${rarest} texts; ` +
    `${bare} texts without a rare feature; ${near.texts} texts ${withCopies ? 'that may have copies' : `in clusters of more than ${rarest} near copies`}`
  return {
    members: members.taken(),
    ends: ends.taken(),
    plan,
    crowded: 0,
    known: (a, b) => index.similarity(a, b),
    ...(near.texts ? { maybeNear: near.maybe } : {}),
  }
}

/** Pairs are buckets of two. Where there are too many, as in a large family of nearly equal texts, fingerprints with an equal block share one. */
function fingerprintBuckets({ bits, distance, maxCopies, memory }: Options, fingerprints: BigUint64Array): Buckets {
  const members = new Uint32List()
  const ends = new Uint32List()
  const width = widthOf(bits)
  const most = mostPairs(fingerprints.length / fingerprintWords(bits), memory)
  let isDense = false
  const { plan, crowded } = hammingPairs(fingerprints, { bits: width, distance, maxCopies }, (triples) => {
    isDense ||= ends.length + triples.length / 3 > most
    for (let i = 0; i < triples.length && !isDense; i += 3) {
      members.push(triples[i] as number)
      members.push(triples[i + 1] as number)
      ends.push(members.length)
    }
    return isDense
  })
  if (!isDense) return { members: members.taken(), ends: ends.taken(), plan: plan.reason, crowded }
  const dense = hammingBuckets(fingerprints, width, distance)
  const between = distanceIn(fingerprints, width)
  return {
    ...dense,
    plan: `more than ${most} pairs: ${dense.ends.length} buckets of an equal block`,
    crowded: 0,
    maybe: (a, b) => between(a, b) <= distance,
  }
}
