/** Methods by name: the rivals, the product itself with any options, and its profiles. */
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LeitongError } from '../../errors.js'
import type { ScoredPair } from '../../evaluating/pairs.js'
import type { Rival, RivalDocument, RivalOptions } from '../../evaluating/rivals/rival.js'
import { RIVALS } from '../../evaluating/rivals/rivals.js'
import { dedupe, resolveWithMachine } from '../../library/dedupe.js'
import { OPTIONS, type OptionsInput } from '../../options/options.js'
import type { FieldsSpec } from '../../sources/rows/fields-file.js'
import { lazyFolder } from '../../writing/temporary.js'
import type { LabelledSet } from './labelled-set.js'

/** Something that finds pairs in a set. */
export interface Method {
  /** As it was asked for. */
  readonly name: string
  /** Whether it works on words that were cut beforehand. */
  readonly needsWords: boolean
  find(set: LabelledSet, words: readonly RivalDocument[]): Promise<ScoredPair[]> | ScoredPair[]
}

/**
 * Methods from a list: `shingle`, `shingle:w=4,mod=10`, `leitong`, `leitong:threshold=0.5,tokenizer=char`, `profile:NAME`,
 * `profile:NAME,distance=5`. A piece `name=value` belongs to the method before it; a list as a value is written with `+`.
 *
 * @throws {LeitongError} `OPTION_VALUE`, `OPTION_UNKNOWN`, `OPTION_CONFLICT`
 * @example parseMethods('simhash:distance=5,hash=city64,leitong').map(({ name }) => name) // ['simhash:distance=5,hash=city64', 'leitong']
 */
export function parseMethods(list: string): Method[] {
  const specs: string[] = []
  for (const piece of list.split(',').map((part) => part.trim())) {
    if (/^[\w-]+=/.test(piece) && specs.length) specs.push(`${specs.pop()},${piece}`)
    else specs.push(piece)
  }
  return specs.map(parseMethod)
}

function parseMethod(name: string): Method {
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

function rivalMethod(name: string, rival: Rival, settings: Readonly<Record<string, string>>): Method {
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
  return { name, needsWords: rival.usesWords, find: (_set, words) => rival.pairs(words, options as RivalOptions) }
}

/** The library's own batch, every similar pair asked for. */
function product(name: string, settings: Readonly<Record<string, string>>): Method {
  const camel = (key: string) => key.replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase())
  const options = Object.fromEntries(
    Object.entries(settings).map(([key, value]) => {
      const kind = (OPTIONS as Readonly<Record<string, { readonly kind: string }>>)[camel(key)]?.kind
      return [key, kind === 'list' ? value.split('+') : value]
    }),
  ) as OptionsInput
  // A wrong option shows before anything runs.
  const { bits } = resolveWithMachine(options)
  const find = async ({ documents, rows }: LabelledSet) => {
    const records = documents.map(({ record, text, title }, i) => ({ ...record, id: i, text, ...(title === undefined ? {} : { title }) }))
    const result = await withFieldsFile('fields' in settings ? undefined : rows, (fields) =>
      dedupe(records, { ...options, ...fields, pairs: true }),
    )
    try {
      const pairs: ScoredPair[] = []
      for (const { a, b, similarity, distance } of result.pairs()) {
        const [x, y] = [Number(a), Number(b)]
        pairs.push({ a: Math.min(x, y), b: Math.max(x, y), score: similarity ?? 1 - (distance ?? 0) / bits })
      }
      return pairs
    } finally {
      await result.close()
    }
  }
  return { name, needsWords: false, find }
}

/** The library takes a file, as the command does; it reads it before it starts, so the file is gone afterwards, come what may. */
async function withFieldsFile<Result>(
  rows: FieldsSpec | undefined,
  use: (options: { fields?: string }) => Promise<Result>,
): Promise<Result> {
  const folder = lazyFolder(tmpdir())
  try {
    if (!rows) return await use({})
    const fields = join(folder.open(), 'fields.json')
    writeFileSync(fields, JSON.stringify(rows))
    return await use({ fields })
  } finally {
    folder.forget()
  }
}
