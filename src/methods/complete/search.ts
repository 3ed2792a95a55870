/** The search of the join. Apart from the method, so that who compares two texts loads none of it. */
import { SET_MEASURES } from '../../comparing/set-measures.js'
import { isSimilar } from '../../comparing/similar.js'
import { LeitongError } from '../../errors.js'
import { Uint32List } from '../../hashing/typed-list.js'
import { TextFeatures } from '../../searching/containing/text-features.js'
import { prefixBuckets } from '../../searching/joining/buckets.js'
import { joinSimilar } from '../../searching/joining/join.js'
import type { Buckets } from '../buckets.js'
import { pushPair } from '../buckets.js'
import { NOTHING_TOLD, nodesOf } from '../candidates.js'
import type { Batch, Search } from '../method.js'
import { minhashSearch } from '../minhash/minhash.js'

/** Of `--memory`, what the index of the join takes. */
const SHARE = 1 / 4
/** Pairs that are listed: at least, and for each text. With more of them texts are put into buckets, of which grouping asks the pairs that matter. */
const LEAST_LISTED = 2 ** 22
const LISTED_EACH = 256

export const completeSearch: Search = {
  collect: (_, { bytes, share = 1, overflow }) => ({ postings: undefined, features: new TextFeatures(bytes * share, overflow) }),
  async propose(batch) {
    const { options, collected } = batch
    const features = collected.features as TextFeatures
    const buckets = await joinedBuckets(batch, features)
    const { graph, documents } = nodesOf(buckets, batch)
    const judge = batch.measure(options, documents)
    const { release: releaseSets } = judge
    const release = () => {
      releaseSets?.()
      features.release()
    }
    // A pair that shares a bucket of many is judged by its features.
    if (!buckets.maybe) features.release()
    return {
      ...NOTHING_TOLD,
      graph,
      documents,
      judge: buckets.maybe ? Object.assign(judge, { release }) : judge,
      plan: buckets.plan,
      crowded: 0,
    }
  },
  index: {
    ...minhashSearch.index,
    /** @throws {LeitongError} `OPTION_CONFLICT` always */
    search() {
      throw new LeitongError('OPTION_CONFLICT', '"complete" joins a whole batch; an index finds one text among others by bands')
    },
  },
}

async function joinedBuckets({ options: given, copies, pause }: Batch, features: TextFeatures): Promise<Buckets> {
  const { threshold, memory } = given
  const { distinct } = copies
  const members = new Uint32List()
  const ends = new Uint32List()
  const most = 2 * Math.max(LEAST_LISTED, LISTED_EACH * distinct.length)
  const options = { measure: SET_MEASURES.jaccard, threshold, isSimilar, room: memory * SHARE }
  const { indexed, parts, compared } = await joinSimilar(
    features,
    distinct,
    options,
    (a, b) => {
      pushPair(members, ends, a, b)
      return members.length < most
    },
    pause,
  )
  const of = `${features.length} features of ${distinct.length} texts, ${indexed} of their prefixes indexed`
  if (members.length < most)
    return {
      members: members.taken(),
      ends: ends.taken(),
      plan: `${of}${parts > 1 ? ` in ${parts} parts` : ''}; ${compared} pairs compared, ${ends.length} are alike, and no others are`,
      crowded: 0,
    }
  const buckets = prefixBuckets(features, distinct, options)
  return {
    ...buckets,
    plan: `${of}; too many alike to list: ${buckets.ends.length} buckets of texts that share a part of their prefixes`,
    crowded: 0,
  }
}
