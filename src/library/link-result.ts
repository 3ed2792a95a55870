/** Linking and its result, which are loaded with the first link that a program asks for. */

import type { Phase } from '../jobs/dedupe/run-context.js'
import { type LinkRun, runLink } from '../jobs/link/link.js'
import type { Match } from '../jobs/link/matches.js'
import { LinkOutputs, type LinkPaths, linkWriters } from '../jobs/link/outputs.js'
import { type LinkSummary, summarizeLink } from '../jobs/link/summary.js'
import type { Options } from '../options/options.js'
import { requireObject } from '../options/require.js'
import { documentsInput } from '../reading/document-input.js'
import { PassedOver } from '../reading/listing.js'
import type { Selectors } from '../reading/selectors.js'
import { type LinkSide, openSides } from '../reading/sides.js'
import { checkMapping, readMapping } from '../sources/rows/mapping.js'
import { atOnce } from './at-once.js'
import { sharesOf } from './decided.js'
import type { LinkInput, LinkMatch, LinkResult, MappingInput } from './linking.js'
import { withOptionNames } from './option-names.js'
import { type Id, Result, type SimilarPair } from './result.js'

interface Wishes {
  readonly mapping: string | MappingInput | undefined
  readonly options: Options
  /** Fields that are functions; of documents alone. */
  readonly selectors: Selectors | undefined
  readonly oneToOne: boolean
  readonly signal: AbortSignal | undefined
  readonly onProgress: ((phase: Phase, done: number, total: number | undefined) => void) | undefined
}

/** @throws {LeitongError} as `link` */
export async function linked(a: LinkInput, b: LinkInput, wishes: Wishes): Promise<LinkResult> {
  const { mapping, options, selectors, oneToOne, signal, onProgress } = wishes
  const stated = typeof mapping === 'object' ? checkMapping(mapping, 'the option mapping') : readMapping(mapping)
  const passedOver = new PassedOver({ signal, copied: (done, total) => onProgress?.('copy', done, total) })
  const sides = await openSides(sideOf(a, selectors, signal), sideOf(b, selectors, signal), stated, options, passedOver)
  const hooks = { signal, ...(onProgress ? { progress: onProgress } : {}) }
  return new Linked(await atOnce(signal, runLink(sides, options, oneToOne, hooks), ({ context }) => context.close()))
}

function sideOf(input: LinkInput, selectors: Selectors | undefined, signal: AbortSignal | undefined): LinkSide {
  if (!('files' in input)) return { inputs: (options, spec) => documentsInput(input, options, spec, selectors, signal) }
  const { files, ...where } = input
  return { inputs: files, ...where }
}

class Linked extends Result<LinkRun> implements LinkResult {
  readonly summary: LinkSummary

  constructor(run: LinkRun) {
    super(run)
    this.summary = summarizeLink(run)
  }

  *pairs(): Generator<SimilarPair> {
    for (const pair of this.run.matches.pairs()) {
      const { a, b, similarity, distance, answers } = pair
      yield { a: this.idOf(a), b: this.idOf(b), similarity, distance, ...sharesOf(pair), ...(answers ? { answers } : {}) }
    }
  }

  async write(paths: Omit<LinkPaths, 'groups'>): Promise<void> {
    return withOptionNames(async () => {
      requireObject(paths, 'outputs')
      const { context, inputsOfA, matches } = this.run
      context.requireOpen()
      const outputs = new LinkOutputs(paths, { inputs: context.inputs, ofA: inputsOfA }, context.options, { oneToOne: matches.isOneToOne })
      try {
        await outputs.write(linkWriters(this.run))
      } catch (error) {
        outputs.discard()
        throw error
      }
    })
  }

  *matches(): Generator<LinkMatch> {
    const idOf = (match: Match | undefined): Id => match && this.idOf(match.a)
    for (const { b, match } of this.run.matches.best())
      yield { b: this.idOf(b), a: idOf(match), similarity: match?.similarity, distance: match?.distance, ...sharesOf(match ?? {}) }
  }
}
