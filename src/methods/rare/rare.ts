/** Versions of one document: the Jaccard similarity of features that hardly any other text of a batch has. */
import { isSimilar } from '../../comparing/similar.js'
import { Uint32List } from '../../hashing/typed-list.js'
import { COPIES, NEAR_COPIES, optionsOfCopies } from '../../options/copies.js'
import type { Options } from '../../options/options.js'
import type { AreNear } from '../../searching/near-copies.js'
import { Sketches } from '../../searching/near-copies.js'
import { indexRare, NO_TEXT, POSTING_BYTES, Postings } from '../../searching/rare.js'
import { featuresName, ignoredName } from '../../signing/signature.js'
import { type Buckets, pushPair } from '../buckets.js'
import { NOTHING_TOLD, nodesOf } from '../candidates.js'
import { measuredOr } from '../decision.js'
import { indexedBy } from '../live/indexed.js'
import type { Batch, Method, PairsJudge, Search } from '../method.js'
import { minhash } from '../minhash/minhash.js'
import { signerOf } from '../texts.js'
import { judgeByIndex } from '../verdicts.js'
import { isPairAmidNear } from './amid-near.js'
import { BothQuestions } from './both-questions.js'
import { copiesOf, VersionJudge } from './versions.js'

const signs = (options: Options) => `rare ${featuresName(options)}${ignoredName(options)}`

export const rare = {
  name: 'rare',
  help: 'similar in what few other texts have',
  own: ['rarest', 'withCopies', 'every', 'ngram', 'charNgram'] as const,
  asked: ['method', 'rare'],
  // Rare features of two unrelated texts are hardly ever the same: a little in common is much.
  threshold: 0.14,
  alwaysVerifies: 'computes its similarity exactly',
  ownMeasure: 'a similarity of its own, the Jaccard similarity of rare features',
  measuresTexts: false,
  form: 'features',
  reads: 'text',
  signs,
  createSigner: signerOf('features'),
  alone: {
    signature: 'looks at the features of a whole batch',
    comparison: 'counts in how many texts of a batch a feature occurs: two texts alone cannot tell',
  },
  told: { measure: 'rare' },
  decider: measuredOr('distance'),
} satisfies Method

export const rareSearch: Search = {
  collect: (_, { bytes, overflow }) => ({ postings: new Postings(Math.floor(bytes / POSTING_BYTES), overflow), features: undefined }),
  async propose(batch) {
    const { options } = batch
    const { buckets, known, maybeNear } = await rareBuckets(batch)
    const { graph, documents, positions } = nodesOf(buckets, batch)
    const ofNodes =
      <Answer>(ask: (a: number, b: number) => Answer) =>
      (a: number, b: number) =>
        ask(positions[a] as number, positions[b] as number)
    const similarity = ofNodes(known)
    const near = maybeNear && ofNodes(maybeNear)
    const questions = options.withCopies ? new BothQuestions(similarity, options.threshold, positions.length) : undefined
    return {
      ...NOTHING_TOLD,
      graph: { ...graph, maybe: near ? (a, b) => isSimilar(similarity(a, b), options.threshold) || near(a, b) : () => true },
      documents,
      answers: questions && ((a, b, value) => questions.answers(a, b, value)),
      judge: near
        ? judgeWithCopies(similarity, near, questions, options.threshold, batch.measure(optionsOfCopies(options), documents))
        : judgeNoting(judgeByIndex(similarity, options.threshold), questions),
      plan: buckets.plan,
      crowded: buckets.crowded,
    }
  },
  index: /* @__PURE__ */ indexedBy({
    search(options) {
      const { rarest, every, threshold } = options
      const near = copiesOf(options)
      return { kind: 'rare', rarest, every, threshold, bands: near.bands, numPerm: near.numPerm }
    },
    refuses: (asked) => (asked === 'none' ? 'measures near copies: it keeps their features or texts, not none' : undefined),
    // The features that are filed, and those of near copies.
    name: (options) => `leitong1 ${signs(options)} every=${options.every} ${minhash.signs(copiesOf(options))}`,
    createJudge: (setup) => new VersionJudge(setup),
  }),
}

interface RareBuckets {
  readonly buckets: Buckets
  /** The similarity of two positions. */
  known(a: number, b: number): number
  /** Whether two positions whose known similarity is low may be near copies all the same; undefined where none are. */
  readonly maybeNear: ((a: number, b: number) => boolean) | undefined
}

async function rareBuckets({ options, copies, collected, measure }: Batch): Promise<RareBuckets> {
  const { rarest, threshold, withCopies } = options
  const { first, distinct } = copies
  const postings = collected.postings as Postings
  const textOf = new Uint32Array(first.length).fill(NO_TEXT)
  distinct.forEach((document, text) => {
    textOf[document] = text
  })
  const { length } = postings
  const sketches = new Sketches(distinct.length)
  const index = indexRare(postings, textOf, distinct.length, rarest, sketches)
  let measured: PairsJudge | undefined
  const areNear: AreNear = async (pairs) => {
    measured ??= measure({ ...optionsOfCopies(options), threshold: NEAR_COPIES }, distinct)
    return (await measured(pairs)).similar
  }
  const near = await (withCopies ? sketches.clusters(1) : sketches.clusters(rarest, areNear))
  measured?.release?.()
  const members = new Uint32List()
  const ends = new Uint32List()
  index.pairs(threshold, (a, b) => pushPair(members, ends, a, b))
  const before = members.length
  members.append(near.members)
  for (const end of near.ends) ends.push(before + end)
  const bare = index.weights.reduce((sum, weight) => sum + (weight ? 0 : 1), 0)
  const plan =
    `${length} postings, ${postings.sample === 1 ? 'of all features' : `of 1 in ${postings.sample} features`}; ${index.shared} features in 2 to ${rarest} texts; ` +
    `${bare} texts without a rare feature; ${near.texts} texts ${withCopies ? 'that may have copies' : `in clusters of more than ${rarest} near copies`}`
  return {
    buckets: { members: members.taken(), ends: ends.taken(), plan, crowded: 0 },
    known: (a, b) => index.similarity(a, b),
    maybeNear: near.texts ? near.maybe : undefined,
  }
}

/** Notes of similar pairs that they were found to be no copies. */
function judgeNoting(judge: PairsJudge, questions: BothQuestions | undefined): PairsJudge {
  if (!questions) return judge
  return async (pairs) => {
    const found = await judge(pairs)
    found.similar.forEach((yes, i) => {
      if (yes) questions.noCopies(pairs[2 * i] as number, pairs[2 * i + 1] as number)
    })
    return found
  }
}

/**
 * Where two texts may be near copies, although their rare features say little, their texts are measured as the defaults do, and
 * {@link isPairAmidNear} decides; where both questions are asked, also those of a pair that is similar already, and the threshold of the defaults decides.
 *
 * @param measured  measures texts by `optionsOfCopies`
 */
function judgeWithCopies(
  known: (a: number, b: number) => number,
  maybeNear: (a: number, b: number) => boolean,
  questions: BothQuestions | undefined,
  threshold: number,
  measured: PairsJudge,
): PairsJudge {
  const judge: PairsJudge = async (pairs) => {
    const { similarity, similar } = await judgeByIndex(known, threshold)(pairs)
    const open: number[] = []
    similar.forEach((yes, i) => {
      const a = pairs[2 * i] as number
      const b = pairs[2 * i + 1] as number
      if ((!yes || questions) && maybeNear(a, b)) open.push(i)
      else if (yes) questions?.noCopies(a, b)
    })
    if (!open.length) return { similarity, similar }
    const near = await measured(Uint32Array.from(open.flatMap((i) => [pairs[2 * i] as number, pairs[2 * i + 1] as number])))
    open.forEach((pair, i) => {
      const value = near.similarity[i] as number
      const a = pairs[2 * pair] as number
      const b = pairs[2 * pair + 1] as number
      if (!(questions ? isSimilar(value, COPIES) : isPairAmidNear(value, known(a, b)))) {
        questions?.noCopies(a, b)
        return
      }
      similarity[pair] = value
      similar[pair] = 1
    })
    return { similarity, similar }
  }
  return measured.release ? Object.assign(judge, { release: measured.release }) : judge
}
