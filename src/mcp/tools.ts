/** The table of tools. */
import { ACTS } from '../deciding/acts.js'
import { LeitongError } from '../errors.js'
import { answerLine } from '../jobs/live/lines.js'
import { dedupe } from '../library/dedupe.js'
import { link } from '../library/link.js'
import { openIndex } from '../library/open.js'
import type { CommandName } from '../options/commands.js'
import { nameOf } from '../resolving/names.js'
import { OPTIONS } from '../resolving/table.js'
import { answerReview } from '../reviewing/api.js'
import { STATES } from '../reviewing/states.js'
import { compareRequest } from '../server/indexes/single-texts.js'
import { optionsSchema, takeOptions } from '../server/options.js'
import { body, FLAG, listOf, oneOf, type Schema, shape, TEXT, WHOLE } from '../server/routes/shapes.js'
import type { Places } from './places.js'
import type { Tool, Workshop } from './tool.js'

const PATH = {
  type: 'string',
  minLength: 1,
  maxLength: 1000,
  description: 'a path below a root of the client: absolute, a file: URL, or relative to a root',
}
const DOCUMENT = {
  ...shape({}, { id: { type: ['string', 'number'] }, text: TEXT }),
  additionalProperties: true,
  description: 'an id and a text, or the fields of a row',
}
const MOST = { type: 'integer', minimum: 1, maximum: 1000, description: 'so many are listed, from the first; 20 without it' }
const SIDE = {
  anyOf: [
    { ...listOf(PATH), minItems: 1 },
    { ...listOf(DOCUMENT), minItems: 1 },
  ],
  description: 'paths of files and folders, or the documents themselves',
}
const INDEX = { ...PATH, description: 'folder of a live index below a root of the client, as leitong index and the library have it' }
const REVIEW = { type: 'string', minLength: 1, maxLength: 64, description: 'name of the review' }
const GROUP = { ...TEXT, description: 'id of a group, as review_queue tells it' }
const PLACE = shape({ group: GROUP, place: { ...WHOLE, description: 'place of a member in it, from 0' } })

/** Options in which paths are names of places: these are checked where options are checked. */
function namedOptions(given: Readonly<Record<string, unknown>> | undefined, places: Places): Readonly<Record<string, unknown>> {
  const named = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(named) : typeof value === 'string' && /[./\\]/.test(value) ? places.nameOf(value) : value
  const readsFiles = (spelled: string) => {
    const name = nameOf(spelled)
    return Object.hasOwn(OPTIONS, name) && 'readsFiles' in OPTIONS[name as keyof typeof OPTIONS]
  }
  return Object.fromEntries(Object.entries(given ?? {}).map(([name, value]) => [name, readsFiles(name) ? named(value) : value]))
}

const optionsOf = (given: Readonly<Record<string, unknown>> | undefined, command: CommandName, places: Places) =>
  takeOptions(namedOptions(given, places), command, places.named)

type Side = readonly string[] | readonly object[]
const isPaths = (side: Side): side is readonly string[] => typeof side[0] === 'string'
const inputOf = (side: Side, places: Places) => (isPaths(side) ? { files: side.map((path) => places.pathOf(path)) } : side) as never

/** The first of many, and how many there are. */
async function firstOf<Item>(
  all: Iterable<Item> | AsyncIterable<Item>,
  most = 20,
): Promise<{ readonly total: number; readonly shown: readonly Item[] }> {
  const shown: Item[] = []
  let total = 0
  for await (const item of all) if (total++ < most) shown.push(item)
  return { total, shown }
}

async function indexed<Result>(
  { index, options }: { readonly index: string; readonly options?: Readonly<Record<string, unknown>> },
  { places }: Workshop,
  create: boolean,
  work: (index: Awaited<ReturnType<typeof openIndex>>) => Promise<Result>,
): Promise<Result> {
  const opened = await openIndex(`lmdb:${places.pathOf(index)}`, { ...optionsOf(options, 'index create', places), create } as object)
  try {
    return await work(opened)
  } finally {
    await opened.close()
  }
}

/** Asks the review as its page does. @throws {LeitongError} `SERVICE_CONFLICT` where others were at it */
async function asked(
  { reviews, machine }: Workshop,
  verb: 'GET' | 'POST',
  path: readonly string[],
  { query = {}, sent }: { readonly query?: Readonly<Record<string, unknown>>; readonly sent?: object } = {},
): Promise<object> {
  const texts = Object.fromEntries(Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])))
  const answer = await answerReview(reviews, { verb, path, query: texts, ...(sent ? { body: sent } : {}), key: 'mcp' }, machine)
  if (!answer || !('json' in answer)) throw new LeitongError('SERVICE_MISSING', 'such part of a review')
  if (answer.status >= 400) throw new LeitongError('SERVICE_CONFLICT', JSON.stringify(answer.json))
  return answer.json as object
}

const tool = (name: string, title: string, isReading: boolean, description: string, input: Schema, run: Tool['run']): Tool => ({
  ...{ name, title, isReading, description, input, run },
})

export const TOOLS: readonly Tool[] = [
  tool(
    'find_duplicates',
    'Find duplicates',
    true,
    'Finds near-duplicate texts or rows in files, folders or documents. Answers figures of the run and groups; in each the first member is the one to keep. Changes no file.',
    body('FindDuplicates', { input: SIDE }, { options: optionsSchema('dedupe', 'DedupeOptions'), most: MOST }),
    async ({ input, options, most }, { places, signal }) => {
      await using result = await dedupe(inputOf(input, places), { ...optionsOf(options, 'dedupe', places), signal } as never)
      const { total, shown } = await firstOf(result.groups(), most)
      const { options: _, ...summary } = result.summary as unknown as Readonly<Record<string, unknown>>
      return { summary, total, groups: shown }
    },
  ),
  tool(
    'link',
    'Link two sides',
    true,
    'Finds which documents of B are in A: similar pairs with one of each side. Changes no file.',
    body(
      'Link',
      { a: SIDE, b: SIDE },
      {
        options: optionsSchema('link', 'LinkOptions'),
        oneToOne: { ...FLAG, description: 'a document is in one pair at most' },
        most: MOST,
      },
    ),
    async ({ a, b, options, oneToOne = false, most }, { places, signal }) => {
      const given = { ...optionsOf(options, 'link', places), oneToOne, signal } as never
      await using result = await link(inputOf(a, places), inputOf(b, places), given)
      const { total, shown } = await firstOf(result.pairs(), most)
      return { total, pairs: shown }
    },
  ),
  tool(
    'compare_texts',
    'Compare two texts',
    true,
    'How alike two texts are, by which rule, and why: measures, shared features, differing and shared passages.',
    body(
      'CompareTexts',
      { a: TEXT, b: TEXT },
      {
        options: optionsSchema('compare', 'CompareTextsOptions'),
        differences: { ...WHOLE, description: 'differing places to show; 20 without it' },
      },
    ),
    async ({ a, b, options, differences = 20 }, { places }) => {
      const bytes = Buffer.from(JSON.stringify({ a, b, differences, options: namedOptions(options, places) }))
      return JSON.parse(compareRequest({ bytes }, places.named).body)
    },
  ),
  tool(
    'is_new',
    'Is it new?',
    true,
    'Whether documents are new to a live index or duplicates of what it holds, and of which document. Stores nothing.',
    body('IsNew', { index: INDEX, documents: { ...listOf(DOCUMENT), minItems: 1 } }),
    (given, workshop) =>
      indexed(given, workshop, false, async (index) => ({
        answers: (await index.check(given.documents)).map((added) => answerLine(added, added.stored)),
      })),
  ),
  tool(
    'add',
    'Add to an index',
    false,
    'Adds documents to a live index, which is made where there is none. Those that are alike to what it holds are not stored, unless "always" is true.',
    body(
      'Add',
      { index: INDEX, documents: { ...listOf(DOCUMENT), minItems: 1 } },
      {
        always: { ...FLAG, description: 'store duplicates too' },
        options: optionsSchema('index create', 'AddOptions', { decisions: undefined }),
      },
    ),
    (given, workshop) =>
      indexed(given, workshop, true, async (index) => {
        const answers: unknown[] = []
        for await (const added of index.addAll(given.documents, { ifNew: given.always !== true }))
          answers.push(answerLine(added, added.stored))
        return { answers }
      }),
  ),
  tool(
    'review_queue',
    'Groups to review',
    true,
    'Groups of duplicates that wait for a decision in a review, the riskiest first. Without a name: the reviews there are.',
    body(
      'ReviewQueue',
      {},
      {
        review: REVIEW,
        state: { ...oneOf(...STATES), description: 'only groups in this state' },
        q: { ...TEXT, description: 'words to look for' },
        offset: WHOLE,
        limit: { type: 'integer', minimum: 1, maximum: 100 },
      },
    ),
    ({ review, limit = 20, ...query }, workshop) =>
      review === undefined ? asked(workshop, 'GET', []) : asked(workshop, 'GET', [review, 'queue'], { query: { limit, ...query } }),
  ),
  tool(
    'why',
    'Why these two',
    true,
    'A group of a review with its members, and why one of them was found similar to the one that stays.',
    body('Why', { review: REVIEW, group: GROUP }, { place: { ...WHOLE, description: 'of the member' } }),
    async ({ review, group, place }, workshop) => ({
      group: await asked(workshop, 'GET', [review, 'groups', group]),
      why: await asked(workshop, 'GET', [review, 'why', group], { query: { place } }),
    }),
  ),
  tool(
    'review_act',
    'Decide',
    false,
    'A decision of a person on members of groups; ask the person before you call it. duplicate: the first member stays and the others go; distinct: none is a duplicate; undo: takes an act back. "run" is the number that review_queue tells of the review.',
    body(
      'ReviewAct',
      {
        review: REVIEW,
        act: oneOf(...ACTS),
        by: { type: 'string', minLength: 1, maxLength: 200, pattern: '\\S', description: 'name of the person who decides' },
      },
      {
        members: listOf(PLACE),
        from: { ...listOf(PLACE), description: 'of split: whom the members are none of' },
        run: WHOLE,
        seen: WHOLE,
        note: TEXT,
        of: { ...TEXT, description: 'of undo: the key of the act' },
      },
    ),
    ({ review, ...act }, workshop) => asked(workshop, 'POST', [review, 'acts'], { sent: act }),
  ),
]
