/** The results of a batch, as lines and as tables, with the fields of records that were asked for. */
import { groupLine, memberOf, named, pairLine, rejectLine, removedLine, round, type Scores, withFields } from '../../writing/json-lines.js'
import type { Results } from '../../writing/results.js'
import type { Column } from '../../writing/tables/table.js'
import type { Run } from './dedupe.js'
import { type Pair, pairsOf } from './pairs/pairs.js'
import type { RunContext } from './run-context.js'

const SCORES: readonly Column[] = [
  { name: 'similarity', kind: 'number' },
  { name: 'distance', kind: 'number' },
]
const ANSWERS: Column = { name: 'answers', kind: 'value' }
const SIDES: Column = { name: 'sides', kind: 'value' }
const SIDE: Column = { name: 'side', kind: 'value' }
const KEPT_SIDE: Column = { name: 'kept_side', kind: 'value' }
export const id = (name: string): Column => ({ name, kind: 'id' })
const SHARES: readonly Column[] = [...SCORES, { name: 'a_in_b', kind: 'number' }, { name: 'b_in_a', kind: 'number' }]

/** The columns of scores that the pairs of a run have, and their values. */
export function scoreColumns({ candidates }: Pick<Run, 'candidates'>) {
  const withShares = candidates.shares !== undefined
  return {
    columns: withShares ? SHARES : SCORES,
    of: ({ similarity, distance, aInB, bInA }: Scores) => [
      round(similarity),
      distance ?? null,
      ...(withShares ? [round(aInB), round(bInA)] : []),
    ],
  }
}

/** Fields of documents beside their ids, under their names with a prefix. */
export class ExtraFields {
  readonly #context: RunContext
  readonly #names: readonly string[]

  constructor(context: RunContext) {
    this.#context = context
    this.#names = context.options.withFields
  }

  /** @example columns('a_') // a_title, a_text */
  columns(prefix = ''): Column[] {
    return this.#names.map((name) => ({ name: `${prefix}${name}`, kind: 'value' }))
  }

  /** Null for those that a record does not have; nothing but nulls without a document. */
  of(document: number | undefined): unknown[] {
    if (!this.#names.length) return []
    return document === undefined ? this.#names.map(() => null) : this.#context.valuesOf(document, this.#names)
  }

  /** The line with the fields of a document in it. */
  into(line: string, document: number | undefined, prefix = ''): string {
    if (!this.#names.length) return line
    return withFields(
      line,
      this.#names.map((name) => `${prefix}${name}`),
      this.of(document),
    )
  }
}

export function removedResults({ context, decisions, candidates }: Run): Results {
  const { documents } = context
  const scores = scoreColumns({ candidates })
  const extra = new ExtraFields(context)
  const decided = function* () {
    for (const document of decisions.removedDocuments()) {
      const decision = decisions.decide(document)
      yield { document, decision, group: decisions.groups.numberOf(decision.kept) as number }
    }
  }
  return {
    *lines() {
      for (const { document, decision, group } of decided()) {
        const line = removedLine(documents.idOf(document), documents.idOf(decision.kept), decision, group)
        yield extra.into(extra.into(line, document), decision.kept, 'duplicate_of_')
      }
    },
    table: () => ({
      columns: [
        id('id'),
        id('duplicate_of'),
        ...scores.columns,
        { name: 'group', kind: 'number' },
        ...extra.columns(),
        ...extra.columns('duplicate_of_'),
      ],
      rows: (function* () {
        for (const { document, decision, group } of decided())
          yield [
            documents.idOf(document),
            documents.idOf(decision.kept),
            ...scores.of(decision),
            group,
            ...extra.of(document),
            ...extra.of(decision.kept),
          ]
      })(),
    }),
  }
}

/** On which of two sides a document is, where there are two. */
type SideOf = (document: number) => string

export const pairResults = (run: Run, sideOf?: SideOf): Results =>
  resultsOfPairs(run, () => pairsOf(run.decisions, run.context.options.maxCopies), sideOf)

/** @param pairs  made anew for each output */
export function resultsOfPairs(
  { context, rows, candidates }: Pick<Run, 'context' | 'rows' | 'candidates'>,
  pairs: () => Iterable<Pair>,
  sideOf?: SideOf,
): Results {
  const { documents } = context
  const scores = scoreColumns({ candidates })
  const extra = new ExtraFields(context)
  const isAll = context.options.withCopies
  const sidesOf = ({ a, b }: Pair) => (sideOf ? `${sideOf(a)}${sideOf(b)}` : undefined)
  return {
    *lines() {
      for (const pair of pairs()) {
        const sides = sidesOf(pair)
        const line = pairLine(documents.idOf(pair.a), documents.idOf(pair.b), pair, {
          ...(sides === undefined ? {} : { sides }),
          answers: pair.answers,
          contributions: rows?.contributions(pair.a, pair.b),
        })
        yield extra.into(extra.into(line, pair.a, 'a_'), pair.b, 'b_')
      }
    },
    table: () => ({
      columns: [
        id('a'),
        id('b'),
        ...(sideOf ? [SIDES] : []),
        ...scores.columns,
        ...(isAll ? [ANSWERS] : []),
        ...extra.columns('a_'),
        ...extra.columns('b_'),
      ],
      rows: (function* () {
        for (const pair of pairs())
          yield [
            documents.idOf(pair.a),
            documents.idOf(pair.b),
            ...(sideOf ? [sidesOf(pair)] : []),
            ...scores.of(pair),
            ...(isAll ? [pair.answers ?? null] : []),
            ...extra.of(pair.a),
            ...extra.of(pair.b),
          ]
      })(),
    }),
  }
}

/** A line for each group; in a table a row for each member. */
export function groupResults({ context, decisions, candidates, rows }: Run, sideOf?: SideOf): Results {
  const { documents } = context
  const scores = scoreColumns({ candidates })
  const extra = new ExtraFields(context)
  return {
    *lines() {
      for (const group of decisions.groups) {
        const { number, kept, members } = group
        const listed = function* () {
          for (const document of members)
            yield extra.into(memberOf(documents.idOf(document), decisions.decide(document), sideOf?.(document)), document)
        }
        const nameOf = (document: number) => {
          const id = documents.idOf(document)
          return sideOf ? `{${named(id, sideOf(document))}}` : id
        }
        const { a, b, similarity } = decisions.weakest(group)
        const weakest = `,"weakest":{"a":${nameOf(a)},"b":${nameOf(b)},"similarity":${round(similarity)}}`
        yield groupLine(number, members.length, nameOf(kept), listed(), rows ? weakest : '')
      }
    },
    table: () => ({
      columns: [
        { name: 'group', kind: 'number' },
        { name: 'size', kind: 'number' },
        ...(sideOf ? [KEPT_SIDE] : []),
        id('kept'),
        ...(sideOf ? [SIDE] : []),
        id('id'),
        ...scores.columns,
        ...extra.columns(),
      ],
      rows: (function* () {
        for (const { number, kept, members } of decisions.groups)
          for (const document of members)
            yield [
              number,
              members.length,
              ...(sideOf ? [sideOf(kept)] : []),
              documents.idOf(kept),
              ...(sideOf ? [sideOf(document)] : []),
              documents.idOf(document),
              ...scores.of(decisions.decide(document)),
              ...extra.of(document),
            ]
      })(),
    }),
  }
}

export function rejectResults({ documents: { rejects, files } }: RunContext): Results {
  const nameOf = (file: number) => (files[file] as { name: string }).name
  return {
    *lines() {
      for (const { file, line, reason } of rejects) yield rejectLine(nameOf(file), line, reason)
    },
    table: () => ({
      columns: [
        { name: 'source', kind: 'value' },
        { name: 'line', kind: 'number' },
        { name: 'reason', kind: 'value' },
      ],
      rows: rejects.map(({ file, line, reason }) => [nameOf(file), line || null, reason]),
    }),
  }
}
