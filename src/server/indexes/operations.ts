/** What a thread does with an index: bytes of a request in, the text of the answer out. */
import type { LiveDocument } from '../../jobs/live/document.js'
import { answerLine, matchLine } from '../../jobs/live/lines.js'
import type { LiveIndex } from '../../jobs/live/live-index.js'
import { parseJson, toJson } from '../../reading/whole-numbers-json.js'
import { type Asked, type Given, inLimit, plain, requestOf } from './request.js'

export interface Answer {
  readonly body: string
  /** How many documents, texts or ids the request had. */
  readonly count: number
}

type Operation = (index: LiveIndex, given: Given) => Promise<Answer>

/** One line for each answer, or one object with all of them, as the request came. */
function answer(lines: readonly unknown[], { ndjson }: Given, name: string): Answer {
  const texts = lines.map((line) => toJson(line))
  return { body: ndjson ? texts.map((text) => `${text}\n`).join('') : `{"${name}":[${texts.join(',')}]}`, count: lines.length }
}

const adding =
  (ifNew: boolean): Operation =>
  async (index, given) => {
    const { items } = requestOf(given, ['documents'])
    const documents = inLimit(items, given) as LiveDocument[]
    const lines: unknown[] = []
    for await (const added of index.addAll(documents, { ifNew })) lines.push(answerLine(added, added.stored))
    return answer(lines, given, 'answers')
  }

/** What requests ask of an index that is open. */
export const OPERATIONS = {
  stats: async (index) => {
    const decisions = await index.decided()
    return { body: toJson({ ...(await index.stats()), ...(decisions ? { decisions } : {}) }) as string, count: 0 }
  },
  /** For figures that are asked for all the time: decisions are not gone through. */
  sizes: async (index) => ({ body: toJson(await index.stats()) as string, count: 0 }),
  add: adding(false),
  addIfNew: adding(true),
  check: async (index, given) => {
    const { items } = requestOf(given, ['documents'])
    const answers = await index.check(inLimit(items, given) as LiveDocument[])
    return answer(
      answers.map((added) => answerLine(added, added.stored)),
      given,
      'answers',
    )
  },
  query: async (index, given) => {
    const { items, rest } = requestOf(given, ['queries', 'text', 'document'])
    const texts = inLimit(items, given) as (string | LiveDocument)[]
    const lines: unknown[] = []
    for await (const { id, matches } of index.queryAll(texts, { ...rest, ...given.query } as Asked))
      lines.push({ id: id ?? null, matches: matches.map(matchLine) })
    return answer(lines, given, 'answers')
  },
  get: async (index, given) => {
    const found = await index.get(given.id === undefined ? undefined : idOf(given.id))
    return { body: found ? (toJson(found) as string) : '', count: 1 }
  },
  remove: async (index, given) => {
    const ids = given.id === undefined ? inLimit(requestOf(given, ['ids']).items, given) : [idOf(given.id)]
    const lines: unknown[] = []
    for await (const line of index.removeAll(ids)) lines.push(line)
    return answer(lines, given, 'answers')
  },
  compact: async (index) => {
    await index.compact()
    return { body: '{}', count: 0 }
  },
} as const satisfies Record<string, Operation>

export type OperationName = keyof typeof OPERATIONS

/** As the command has it: an id is JSON if it can be, `7` a number and `"7"` a text. */
function idOf(text: string): unknown {
  try {
    return plain(parseJson(text))
  } catch {
    return text
  }
}
