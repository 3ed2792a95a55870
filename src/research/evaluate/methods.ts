/** Methods by name: the rivals, the product itself with any options, and its profiles. */
import { LeitongError } from '../../errors.js'
import type { ScoredPair } from '../../evaluating/pairs.js'
import { runBatch } from '../../jobs/dedupe/dedupe.js'
import { pairsOf } from '../../jobs/dedupe/pairs/pairs.js'
import { machineDefaults } from '../../options/machine.js'
import { documentsInput } from '../../reading/document-input.js'
import { parseJson } from '../../reading/whole-numbers-json.js'
import { isOption, nameOf } from '../../resolving/names.js'
import { resolveOptions } from '../../resolving/resolve.js'
import { OPTIONS } from '../../resolving/table.js'
import type { Reads, Rival, RivalDocument, RivalOptions } from '../rivals/rival.js'
import { RIVALS } from '../rivals/rivals.js'
import { type LabelledSet, recordsOf } from './labelled-set.js'

/** What a method finds. */
export interface FoundPairs {
  readonly pairs: readonly ScoredPair[]
  /** Records that could not be judged, and so are in no pair. */
  readonly rejected: number
}

/** Something that finds pairs in a set. */
export interface Contender {
  /** As it was asked for. */
  readonly name: string
  /** What it works on: documents cut beforehand, or the records of the set themselves. */
  readonly reads: Reads | 'records'
  find(set: LabelledSet, words: readonly RivalDocument[]): Promise<FoundPairs> | FoundPairs
}

/**
 * Methods from a list: `shingle`, `shingle:w=4,mod=10`, `leitong`, `leitong:threshold=0.5,tokenizer=char`, `profile:NAME`,
 * `profile:NAME,distance=5`. A piece `name=value` belongs to the method before it; a list as a value is written with `+`.
 *
 * @throws {LeitongError} `OPTION_VALUE`, `OPTION_UNKNOWN`, `OPTION_CONFLICT`
 * @example parseMethods('simhash:distance=5,hash=city64,leitong').map(({ name }) => name) // ['simhash:distance=5,hash=city64', 'leitong']
 */
export function parseMethods(list: string): Contender[] {
  const specs: string[] = []
  for (const piece of list.split(',').map((part) => part.trim())) {
    if (/^[\w-]+=/.test(piece) && specs.length) specs.push(`${specs.pop()},${piece}`)
    else specs.push(piece)
  }
  return specs.map(parseMethod)
}

function parseMethod(name: string): Contender {
  const [head = '', ...rest] = name.split(':')
  const [first = '', ...more] = rest.join(':').split(',')
  const settings = Object.fromEntries(
    (head === 'profile' ? more : rest.length ? [first, ...more] : []).map((piece) => {
      const [key = '', ...value] = piece.split('=')
      if (!value.length) throw new LeitongError('OPTION_VALUE', 'methods', JSON.stringify(name), 'settings as NAME=VALUE behind the colon')
      return [key, value.join('=')] as const
    }),
  )
  if (head === 'profile') {
    if (!first) throw new LeitongError('OPTION_VALUE', 'methods', JSON.stringify(name), 'profile:NAME')
    return product(name, { profile: first, ...settings })
  }
  if (head === 'leitong') return product(name, settings)
  const rival = RIVALS.get(head)
  if (!rival)
    throw new LeitongError('OPTION_VALUE', 'methods', JSON.stringify(head), `leitong, profile:NAME, ${[...RIVALS.keys()].join(', ')}`)
  return rivalMethod(name, rival, settings)
}

function rivalMethod(name: string, rival: Rival, settings: Readonly<Record<string, string>>): Contender {
  const options: Record<string, number | string> = {}
  for (const [key, value] of Object.entries(settings)) {
    const standard = rival.defaults[key]
    if (standard === undefined)
      throw new LeitongError(
        'OPTION_UNKNOWN',
        key,
        `of ${rival.name}; it has ${Object.keys(rival.defaults).join(', ') || 'none'}`,
        undefined,
      )
    const number = value.trim() ? Number(value) : Number.NaN
    if (typeof standard === 'number' && !(number >= 0))
      throw new LeitongError('OPTION_VALUE', key, JSON.stringify(value), 'a number of 0 and more')
    options[key] = typeof standard === 'number' ? number : value
  }
  return {
    name,
    reads: rival.reads,
    find: (_set, documents) => ({ pairs: rival.pairs(documents, options as RivalOptions), rejected: 0 }),
  }
}

/** The project's own batch, every similar pair asked for. */
function product(name: string, settings: Readonly<Record<string, string>>): Contender {
  const values = Object.fromEntries(
    Object.entries(settings).map(([key, value]) => {
      const option = nameOf(key)
      return [key, isOption(option) && OPTIONS[option].kind === 'list' ? value.split('+') : value]
    }),
  )
  // A wrong option shows before anything runs.
  const options = resolveOptions([{ values, where: 'in the options' }], machineDefaults())
  const find = async (set: LabelledSet): Promise<FoundPairs> => {
    const run = await runBatch(
      [documentsInput(recordsOf(set), options, options.fields === undefined ? set.rows : undefined)],
      options,
      true,
    )
    try {
      const idOf = (document: number) => Number(parseJson(run.context.documents.idOf(document)))
      const pairs = Array.from(pairsOf(run.decisions, options.maxCopies), ({ a, b, similarity, distance }): ScoredPair => {
        const [x, y] = [idOf(a), idOf(b)]
        return { a: Math.min(x, y), b: Math.max(x, y), score: similarity ?? 1 - (distance ?? 0) / options.bits }
      })
      return { pairs, rejected: run.context.documents.rejects.length }
    } finally {
      await run.context.close()
    }
  }
  return { name, reads: 'records', find }
}
