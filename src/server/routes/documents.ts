/** Documents of an index: add, add-if-new, check, query, get, remove; lists in JSON, or lines of NDJSON both ways. */
import { Readable } from 'node:stream'
import { LeitongError, receiveError } from '../../errors.js'
import { failedOf, failureOf } from '../failure.js'
import { INDEX_NAME } from '../indexes/indexes.js'
import type { Answer, OperationName } from '../indexes/operations.js'
import { linesInBatches } from './ndjson.js'
import { NDJSON } from './register.js'
import type { Asked, Route } from './route.js'
import { body, FLAG, listOf, NUMBER, named, ONLY_TRUE, oneOf, type Schema, shape, TEXT } from './shapes.js'

/** The name of an index in a path. */
export const INDEX = { type: 'string', pattern: INDEX_NAME, description: 'name of an index', example: 'texts' }
const ID = { type: ['string', 'number'], description: 'a text or a number' }
const MAYBE_ID = { type: ['string', 'number', 'null'] }
const MAYBE = { type: ['number', 'null'], description: 'null where it was not measured' }
const DOCUMENT = named('Document', {
  ...shape({}, { id: ID, text: TEXT }),
  description: 'id and text, by the fields that the options of the index name; of an index of rows its fields',
  additionalProperties: true,
})
/** Under containment: the share of what was sent that the match has, and of the match that what was sent has. */
const SHARES = { a_in_b: NUMBER, b_in_a: NUMBER }
const ALIKE = { similarity: MAYBE, distance: { type: ['integer', 'null'], description: 'of the fingerprints, in bits' } }
const UNMEASURED = { type: 'integer', minimum: 1, description: 'of rows: so many more may be alike and were not measured' }
const GROUP = { ...MAYBE_ID, description: 'the id that names the group of alike documents' }
const ANSWER = named(
  'Answer',
  shape(
    {
      id: MAYBE_ID,
      status: oneOf('new', 'duplicate', 'unchanged'),
      stored: { ...FLAG, description: 'the index has it under its id and with this content' },
      duplicate_of: { ...MAYBE_ID, description: 'the id of the best match' },
      ...ALIKE,
      group: GROUP,
    },
    {
      replaced: FLAG,
      ...SHARES,
      decided: { ...ONLY_TRUE, description: 'people decided that it is a duplicate of its match' },
      approximate: { ...ONLY_TRUE, description: 'more than 32 documents may be alike, and duplicate_of is the best of the newest 4' },
      unmeasured: UNMEASURED,
    },
  ),
)
const MATCH = named('Match', shape({ id: MAYBE_ID, ...ALIKE, group: GROUP }, { ...SHARES, decided: ONLY_TRUE }))
const answersOf = (title: string, items: Schema) => named(title, shape({ answers: listOf(items) }))
const DOCUMENTS = body('Documents', { documents: listOf(DOCUMENT) })
const ANSWERS = answersOf('Answers', ANSWER)

const TEXT_SENT = 'The ferry will run every forty minutes.'
const SENT = { documents: [{ id: 1, text: TEXT_SENT }] }
const NEW = { id: 1, status: 'new', stored: true, duplicate_of: null, similarity: null, distance: null, group: 1 }

type Action = Pick<Route, 'scope' | 'summary' | 'description' | 'body' | 'answer' | 'example'> & {
  readonly operation: Extract<OperationName, string>
  readonly path: string
}
const ACTIONS: readonly Action[] = [
  {
    operation: 'add',
    path: 'documents',
    scope: 'write',
    summary: 'Add documents, replacing those of the same ids',
    body: DOCUMENTS,
    answer: ANSWERS,
    example: { body: SENT, answer: { answers: [NEW] } },
  },
  {
    operation: 'addIfNew',
    path: 'add-if-new',
    scope: 'write',
    summary: 'Add documents unless something in the index is alike',
    description: 'Of alike documents that are offered at once one is new.',
    body: DOCUMENTS,
    answer: ANSWERS,
    example: { body: SENT, answer: { answers: [NEW] } },
  },
  {
    operation: 'check',
    path: 'check',
    scope: 'search',
    summary: 'What add-if-new would answer to each document',
    description: 'Nothing is stored, and ids may be left out.',
    body: DOCUMENTS,
    answer: ANSWERS,
    example: { body: SENT, answer: { answers: [{ ...NEW, stored: false }] } },
  },
  {
    operation: 'query',
    path: 'query',
    scope: 'search',
    summary: 'What in the index is alike, the best first',
    body: body(
      'Query',
      {},
      {
        text: TEXT,
        document: DOCUMENT,
        queries: { ...listOf({ anyOf: [TEXT, DOCUMENT] }), description: 'texts and documents; one of text, document and queries is sent' },
        first: { ...FLAG, description: 'stop at the first match' },
        limit: { type: 'integer', minimum: 1, description: 'the best so many matches' },
      },
    ),
    answer: answersOf('QueryAnswers', named('QueryAnswer', shape({ id: MAYBE_ID, matches: listOf(MATCH) }, { unmeasured: UNMEASURED }))),
    example: {
      body: { text: TEXT_SENT, limit: 3 },
      answer: { answers: [{ id: null, matches: [{ id: 1, similarity: 1, distance: 0, group: 1 }] }] },
    },
  },
  {
    operation: 'remove',
    path: 'remove',
    scope: 'write',
    summary: 'Remove documents',
    body: body('Ids', { ids: listOf(ID) }),
    answer: answersOf('RemovedAnswers', named('Removed', shape({ id: MAYBE_ID, removed: FLAG }))),
    example: { body: { ids: [1] }, answer: { answers: [{ id: 1, removed: true }] } },
  },
]

const acting = ({ operation, path, ...rest }: Action): Route => ({
  ...rest,
  operation,
  method: 'POST',
  url: `/indexes/:index/${path}`,
  tag: 'documents',
  description:
    `${rest.description ?? ''} With the content type ${NDJSON[0]} each line is one of what the list holds, and each is answered by a line; a line that is wrong is answered by an error, and the others go on.`.trim(),
  params: { index: INDEX },
  takesBytes: true,
  takesLines: true,
  isOnce: true,
  errors: { 409: undefined },
  handle: async (asked) => {
    const { params, stream, bytes, service, reply } = asked
    const index = params['index'] as string
    if (!stream) return (await service.indexes.ask(index, operation, { bytes, maxBatch: service.settings.maxBatch })).body
    await service.indexes.requireIndex(index)
    return reply.type(NDJSON[0] as string).send(Readable.from(streamAnswers(asked, stream, operation), { objectMode: false }))
  },
})

const ONE = {
  index: INDEX,
  id: { type: 'string', minLength: 1, description: 'JSON if it can be: 7 is a number, "7" in quotes a text', example: '1' },
}

/** @throws {LeitongError} `SERVICE_MISSING` where the answer says that there was none */
async function askOne({ params, service }: Asked, operation: 'get' | 'remove'): Promise<string> {
  const { body: answer } = await service.indexes.ask(params['index'] as string, operation, { id: params['id'] as string })
  if (!answer || answer.includes('"removed":false')) throw new LeitongError('SERVICE_MISSING', 'document of this id')
  return answer
}

export const DOCUMENT_ROUTES: readonly Route[] = [
  ...ACTIONS.map(acting),
  {
    operation: 'getDocument',
    method: 'GET',
    url: '/indexes/:index/documents/:id',
    tag: 'documents',
    scope: 'search',
    summary: 'Id, group and, where the index keeps texts, text of a document',
    params: ONE,
    answer: named('StoredDocument', shape({ id: MAYBE_ID, group: GROUP }, { text: TEXT })),
    handle: (asked) => askOne(asked, 'get'),
  },
  {
    operation: 'removeDocument',
    method: 'DELETE',
    url: '/indexes/:index/documents/:id',
    tag: 'documents',
    scope: 'write',
    summary: 'Remove a document',
    params: ONE,
    status: 204,
    handle: async (asked) => void (await askOne(asked, 'remove')),
  },
]

/** The answers with those that are errors, each in its place. */
function withRefused(answers: string, refused: NonNullable<Answer['refused']>, { request, service }: Asked): string {
  const lines = answers.split('\n').slice(0, -1)
  for (const { at, error } of refused)
    lines.splice(at, 0, JSON.stringify(failureOf(receiveError(error), failedOf(request), service.redactor)))
  return lines.map((line) => `${line}\n`).join('')
}

/** Lines of answers while lines of documents come; an error of all of them ends them as a line of its own. */
async function* streamAnswers(asked: Asked, stream: Readable, operation: OperationName): AsyncGenerator<string> {
  const { request, params, service } = asked
  try {
    for await (const bytes of linesInBatches(stream, service.settings.maxLine)) {
      const { body: answers, refused = [] } = await service.indexes.ask(params['index'] as string, operation, { bytes, ndjson: true })
      yield refused.length ? withRefused(answers, refused, asked) : answers
    }
  } catch (error) {
    if (request.raw.socket.destroyed) return
    const known =
      error instanceof LeitongError ? error : new LeitongError('SERVICE_FAILED', 'the log says more under the id of the request')
    if (known !== error) request.log.error({ stack: service.redactor.redact(String((error as Error).stack)) }, 'a mistake in the service')
    yield `${JSON.stringify(failureOf(known, failedOf(request), service.redactor))}\n`
  }
}
