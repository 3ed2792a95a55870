/** What a thread does with an index: bytes of a request in, the text of the answer out. */
import { ExitCode, LeitongError, type SentError, sendError } from '../../errors.js'
import type { LiveDocument } from '../../jobs/live/document.js'
import { answerLine, queryLine } from '../../jobs/live/lines.js'
import type { LiveIndex } from '../../jobs/live/live-index.js'
import { parseJson, toJson } from '../../reading/whole-numbers-json.js'
import { type Asked, type Given, inLimit, plain, requestOf } from './request.js'

export interface Answer {
  readonly body: string
  /** How many documents, texts or ids the request had. */
  readonly count: number
  /** How many of them are duplicates of what the index holds. */
  readonly duplicates?: number
  /** Of lines: those that were refused, by their places among the answers. The body has a line for each of the others. */
  readonly refused?: readonly { readonly at: number; readonly error: SentError }[]
}

type Operation = (index: LiveIndex, given: Given) => Promise<Answer>

/** One line for each answer, or one object with all of them, as the request came. */
function answer(lines: readonly unknown[], { ndjson }: Given, name: string): Answer {
  const texts = lines.map((line) => toJson(line))
  const duplicates = lines.filter((line) => (line as { readonly status?: unknown }).status === 'duplicate').length
  const body = ndjson ? texts.map((text) => `${text}\n`).join('') : `{"${name}":[${texts.join(',')}]}`
  return { body, count: lines.length, duplicates }
}

/**
 * Answers to all that a request asks about. Of lines each is answered for itself: where one is refused that another one came with, they
 * are asked one by one.
 *
 * @param ask  answers in the order of the items; items that it refuses are refused before any is stored with which it came
 */
async function answered(
  given: Given,
  items: readonly unknown[],
  ask: (items: readonly unknown[]) => AsyncIterable<unknown>,
): Promise<Answer> {
  const lines: unknown[] = []
  if (!given.ndjson) {
    for await (const line of ask(inLimit(items, given))) lines.push(line)
    return answer(lines, given, 'answers')
  }
  const refused = new Map<number, LeitongError>()
  const places: number[] = []
  for (const [at, item] of items.entries())
    if (item instanceof LeitongError) refused.set(at, item)
    else places.push(at)
  const askAll = async (some: readonly number[]) => {
    for await (const line of ask(some.map((at) => items[at]))) lines.push(line)
  }
  try {
    await askAll(places)
  } catch (error) {
    if (!isOfItem(error)) throw error
    // Those before it may have their answers.
    for (const at of places.slice(lines.length))
      try {
        await askAll([at])
      } catch (own) {
        if (!isOfItem(own)) throw own
        refused.set(at, own)
      }
  }
  const told = [...refused].sort(([a], [b]) => a - b).map(([at, error]) => ({ at, error: sendError(error) }))
  return { ...answer(lines, given, 'answers'), ...(told.length ? { refused: told } : {}) }
}

/** What is wrong lies in what was asked, and not in the store or the machine. */
const isOfItem = (error: unknown): error is LeitongError =>
  error instanceof LeitongError && error.exit !== ExitCode.io && error.code !== 'INDEX_MISSING'

const adding =
  (ifNew: boolean): Operation =>
  async (index, given) =>
    answered(given, requestOf(given, ['documents']).items, async function* (items) {
      for await (const added of index.addAll(items as LiveDocument[], { ifNew })) yield answerLine(added, added.stored)
    })

/** What requests ask of an index that is open. */
export const OPERATIONS = {
  stats: async (index) => {
    const decisions = await index.decided()
    const scripts = await index.scripts()
    const guessedDates = index.guessedDates()
    const told = {
      ...(decisions ? { decisions } : {}),
      ...(scripts ? { scripts } : {}),
      ...(Object.keys(guessedDates).length ? { guessedDates } : {}),
    }
    return { body: toJson({ ...(await index.stats()), ...told }) as string, count: 0 }
  },
  /** For figures that are asked for all the time: decisions are not gone through. */
  sizes: async (index) => ({ body: toJson(await index.stats()) as string, count: 0 }),
  add: adding(false),
  addIfNew: adding(true),
  check: async (index, given) =>
    answered(given, requestOf(given, ['documents']).items, async function* (items) {
      for (const added of await index.check(items as LiveDocument[])) yield answerLine(added, added.stored)
    }),
  query: async (index, given) => {
    const { items, rest } = requestOf(given, ['queries', 'text', 'document'])
    return answered(given, items, async function* (texts) {
      for await (const { id, matches } of index.queryAll(texts as (string | LiveDocument)[], { ...rest, ...given.query } as Asked))
        yield queryLine(id, matches)
    })
  },
  get: async (index, given) => {
    const found = await index.get(given.id === undefined ? undefined : idOf(given.id))
    return { body: found ? (toJson(found) as string) : '', count: 1 }
  },
  remove: async (index, given) => {
    const ids = given.id === undefined ? requestOf(given, ['ids']).items : [idOf(given.id)]
    return answered(given, ids, (some) => index.removeAll(some))
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
