/** A recommendation of method, features and threshold for an input, from the similarities in a sample of it or from labelled pairs. */
import { isSimilar } from '../../comparing/similar.js'
import { LeitongError } from '../../errors.js'
import { comparesAlone, signatureBytes } from '../../methods/methods.js'
import type { Options, OptionsInput } from '../../options/options.js'
import { PROFILES } from '../../options/profiles.js'
import { isStated } from '../../options/stated.js'
import { expandInputs } from '../../reading/inputs.js'
import { resolveOptions } from '../../resolving/resolve.js'
import { bandProbability, chooseBands } from '../../searching/bands.js'
import { planHamming } from '../../searching/hamming-plan.js'
import { POSTING_BYTES } from '../../searching/rare.js'
import { DIGEST_BYTES } from '../../signing/signature.js'
import { createTemporaryFolder, forget } from '../../writing/temporary.js'
import { type Run, runBatch } from '../dedupe/dedupe.js'
import { pairsOf } from '../dedupe/pairs/pairs.js'
import type { RunHooks } from '../dedupe/run-context.js'
import { commandOf, featuresOf } from './command.js'
import { examplesAround } from './examples.js'
import { type Candidate, candidatesFor, judgeCandidate, LOWEST, truthOf } from './labels.js'
import { readLabels } from './read-labels.js'
import { type Sample, takeSample } from './sample.js'
import { DEFAULT_THRESHOLD, reasonOf } from './sheet.js'
import { type SimilaritySample, sampleSimilarities } from './similarities.js'
import { STEADY, type TuneOptions, type Tuning } from './tuning.js'

/** The threshold of versions, unless labels say another one. */
const VERSIONS_AT = Number(PROFILES.versions['threshold'])
/** Shares of rare features on both sides of it: what lies between them is decided by where it stands. */
const ABOUT = [0.1, 0.2]
/** Versions are recommended where so many pairs and such a part of them are no copies. */
const FEW_PAIRS = 20
const EDITED = 0.25
/** Bytes that a run holds for the place and the id of a document, about. */
const PLACE_BYTES = 64
/** Simhash distances of which the sheet tells the recall, in bits of 64. */
const DISTANCES = [3, 6, 10, 14, 18, 22]

/**
 * Looks at a sample and recommends.
 *
 * @throws {LeitongError}
 */
export async function tune(
  inputs: readonly string[],
  given: Options,
  { sample: limit = 20_000, labels, expanded: found }: TuneOptions = {},
  hooks: RunHooks = {},
): Promise<Tuning> {
  const { pairs: judged, unjudged } = labels === undefined ? { pairs: [], unjudged: 0 } : readLabels(labels)
  const folder = createTemporaryFolder(given.temp)
  try {
    const wanted = new Set(judged.flatMap(({ a, b }) => [a, b]))
    const expanded = found ?? (await expandInputs(inputs, given))
    const sample = await takeSample(expanded, given, limit, wanted, folder, hooks)
    if (!sample.documents)
      throw new LeitongError(
        'SOURCE_READ',
        expanded.map(({ name }) => name).join(', '),
        `no document in it can be judged${sample.rejects ? ` (${sample.rejects} records)` : ''}`,
      )
    const truth = truthOf(labels ?? '', judged, sample.ids)
    if (labels !== undefined && !truth.known.size)
      throw new LeitongError('LABELS_FILE', labels, 'no label is about two documents of the input')
    const candidates: Candidate[] = []
    const asked = isStated(given, 'find') ? given.find : undefined
    for (const { name, options } of labels === undefined ? [] : candidatesFor(asked)) {
      const method = comparesAlone(options) ? 'minhash' : 'rare'
      const result = await withRun(sample, { ...options, threshold: LOWEST[method] }, given, true, hooks, (run) =>
        judgeCandidate(truth, pairsOf(run.decisions, given.maxCopies), method),
      )
      candidates.push({ name, options, ...result })
    }
    candidates.sort((a, b) => b.f1 - a.f1)
    const best = candidates[0]
    const isBestRare = best !== undefined && !comparesAlone(best.options)
    // What is asked for has its own features; copies beside it have those of the default.
    const features = asked && asked !== 'copies' ? {} : best && !isBestRare ? best.options : featuresOf(given)
    const copies = await withRun(sample, { ...features, threshold: LOWEST.minhash }, given, true, hooks, (run) => {
      const looked = sampleSimilarities(run, sample, LOWEST.minhash)
      return seen(run, sample, looked, choose(looked, isBestRare ? undefined : best))
    })
    const versions = await withRun(sample, { find: 'versions', threshold: LOWEST.rare }, given, true, hooks, (run) => {
      const looked = sampleSimilarities(run, sample, LOWEST.rare)
      const find = asked && asked !== 'copies' ? asked : 'versions'
      return seen(run, sample, looked, chooseForVersions(find, isBestRare ? best : undefined))
    })
    const steady = steadinessOf(versions.looked, copies.pairs)
    const isRare = asked ? asked !== 'copies' : best ? isBestRare : steady.isPreferred
    const measured = isRare ? 'versions' : 'copies'
    const find = asked ?? measured
    const { looked, chosen, examples } = isRare ? versions : copies
    // Copies that are not recommended are those of the default.
    const foundCopies = new Set(
      [...copies.pairs].flatMap(([pair, similarity]) =>
        isSimilar(similarity, isRare ? DEFAULT_THRESHOLD : chosen.threshold) ? [pair] : [],
      ),
    )
    const foundVersions = [...versions.pairs].filter(([, similarity]) => isSimilar(similarity, versions.chosen.threshold))
    const other = isRare ? copies : versions
    const cost = await withRun(sample, { ...(isRare ? {} : features), ...chosen.options }, given, false, hooks, (run) => ({
      ...costOf(run, sample),
      normalize: run.context.options.normalize,
    }))
    return {
      isAsked: asked !== undefined,
      measured,
      documents: sample.documents,
      rejects: sample.rejects,
      bytes: sample.bytes,
      ...(sample.scripts ? { scripts: sample.scripts } : {}),
      sampled: sample.ids.length,
      histogram: looked.histogram,
      equal: looked.equal,
      background: looked.background,
      valley: looked.valley,
      examples,
      candidates,
      missingLabels: truth.missing,
      unjudgedLabels: unjudged,
      finds: {
        copies: foundCopies.size,
        versions: foundVersions.length,
        onlyVersions: foundVersions.filter(([pair]) => !foundCopies.has(pair)).length,
      },
      between: steady.between,
      ...(asked ? {} : { other: { threshold: other.chosen.threshold, examples: other.examples } }),
      recommended: {
        find,
        ...chosen,
        why: reasonOf({ ...looked, measured, between: steady.between }, chosen.threshold, best)[0],
        ...cost,
        recall: proposedShare(looked, chosen.options, given),
        command: commandOf(inputs, given, chosen.options),
      },
      thresholds: thresholdsOf(looked, measured, [chosen.threshold], sample, given),
      simhash: isRare ? [] : simhashOf(looked, chosen.threshold, sample.documents),
    }
  } finally {
    forget(folder)
  }
}

/** What a run over the sample shows of one question. */
function seen(run: Run, sample: Sample, looked: SimilaritySample, chosen: Chosen) {
  const { decisions, context } = run
  const pairs = new Map<string, number>()
  for (const { a, b, similarity = 0 } of pairsOf(decisions, context.options.maxCopies)) pairs.set(`${a} ${b}`, similarity)
  return { looked, chosen, pairs, examples: examplesAround(run, looked.pairs, chosen.threshold, sample) }
}

/**
 * How much hangs on the threshold of versions, and whether they are what is wanted where nobody says: many versions are less alike than
 * copies are, as edited and scanned texts, and few lie about the threshold. Short texts have many there.
 *
 * @param copies  pairs of the default features, with their similarity
 */
function steadinessOf(
  { pairs }: SimilaritySample,
  copies: ReadonlyMap<string, number>,
): { readonly between: number; readonly isPreferred: boolean } {
  const from = (threshold: number) => pairs.filter(({ similarity }) => isSimilar(similarity, threshold))
  const found = from(VERSIONS_AT)
  const [low, high] = ABOUT.map((threshold) => from(threshold).length) as [number, number]
  const between = low ? (low - high) / low : 0
  const edited = found.filter(({ a, b }) => !isSimilar(copies.get(`${a} ${b}`) ?? 0, DEFAULT_THRESHOLD)).length
  return { between, isPreferred: edited >= FEW_PAIRS && edited >= found.length * EDITED && between <= STEADY }
}

/** A batch over the sample, as JSON lines. */
async function withRun<Result>(
  { path }: Sample,
  own: OptionsInput,
  given: Options,
  wantPairs: boolean,
  hooks: RunHooks,
  use: (run: Run) => Result,
): Promise<Result> {
  const { normalize, seed, workers, memory, temp } = given
  const stated = isStated(given, 'normalize') ? { normalize } : {}
  const options = resolveOptions([{ values: { ...stated, seed, format: 'jsonl', encoding: 'utf-8', ...own }, where: '' }], {
    workers,
    memory,
    temp,
  })
  const run = await runBatch(await expandInputs([path], options), options, wantPairs, hooks)
  try {
    return use(run)
  } finally {
    await run.context.close()
  }
}

interface Chosen {
  readonly options: OptionsInput
  readonly threshold: number
}

function choose({ valley, background }: SimilaritySample, best: Candidate | undefined): Chosen {
  const free = Math.min(0.95, Math.max(valley.found ? valley.valley.at : DEFAULT_THRESHOLD, Math.ceil((background + 0.05) * 50) / 50))
  const threshold = best ? best.threshold : free
  return { options: { ...best?.options, threshold }, threshold }
}

/** The threshold of versions is the default unless labels say another one: a low place among shares of rare features has not been tried on labels. */
function chooseForVersions(find: Options['find'], best: Candidate | undefined): Chosen {
  const threshold = best?.threshold ?? VERSIONS_AT
  return { options: { find, threshold }, threshold }
}

/** The share of the pairs at the threshold that the search proposes, by chance of its bands. */
function proposedShare(
  { similarities }: SimilaritySample,
  { find, method, threshold = DEFAULT_THRESHOLD }: OptionsInput,
  { numPerm }: Options,
): number {
  const bands = chooseBands(Number(threshold), numPerm)
  const alike = similarities.filter((similarity) => similarity >= Number(threshold))
  if (find !== undefined && find !== 'copies') return 1
  if (!comparesAlone({ method }) || !alike.length) return 1
  return alike.reduce((sum, similarity) => sum + bandProbability(similarity, bands), 0) / alike.length
}

/** Every 0.05, and those that matter. */
function thresholdsOf(
  looked: SimilaritySample,
  measured: Tuning['measured'],
  more: readonly number[],
  { ids, documents }: Sample,
  given: Options,
): Tuning['thresholds'] {
  const isOfVersions = measured === 'versions'
  const even = Array.from({ length: 14 }, (_, i) => (isOfVersions ? 2 + 4 * i : 30 + 5 * i) / 100)
  const weight = (similarity: number) => (ids.length < documents && !isOfVersions ? 1 / similarity : 1)
  return [...new Set([...even, ...more])]
    .sort((x, y) => x - y)
    .map((threshold) => ({
      threshold,
      pairs: looked.similarities.reduce((sum, similarity) => (similarity >= threshold ? sum + weight(similarity) : sum), 0),
      recall: isOfVersions ? 1 : proposedShare(looked, { threshold }, given),
    }))
}

function simhashOf({ distances }: SimilaritySample, threshold: number, documents: number): Tuning['simhash'] {
  const near = distances.filter(([similarity]) => similarity >= threshold)
  if (!near.length) return []
  return DISTANCES.map((distance) => ({
    distance,
    recall: near.filter(([, apart]) => apart <= distance).length / near.length,
    plan: planHamming(documents, 64, distance).reason,
  }))
}

/** Time and memory of the whole input, in proportion to those of the sample. */
function costOf(run: Run, { documents, bytes }: Sample): { seconds: number; memory: number } {
  const { documents: sampled, options, seconds } = run.context
  const scale = sampled.bytes ? bytes / sampled.bytes : 0
  const { read, search, verify } = seconds
  const each = DIGEST_BYTES + signatureBytes(options, 'search') + PLACE_BYTES
  const held = documents * each + run.postings * Math.max(1, run.sampled) * scale * POSTING_BYTES
  return { seconds: scale * (read + search + verify), memory: Math.min(held, options.memory) }
}
