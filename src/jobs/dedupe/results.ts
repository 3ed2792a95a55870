/** The results of a batch or of a run in memory, as lines and as tables, with the fields of records that were asked for. */

import type { Candidates } from '../../methods/candidates.js'
import type { ReadFile } from '../../reading/open-input.js'
import { groupLine, memberOf, named, rejectLine, removedLine, round, type Scores, withFields } from '../../writing/json-lines.js'
import type { Results } from '../../writing/results.js'
import type { Column } from '../../writing/tables/table.js'
import type { Decisions } from './decisions.js'
import type { RunContext } from './run-context.js'

const SCORES: readonly Column[] = [
  { name: 'similarity', kind: 'number' },
  { name: 'distance', kind: 'number' },
]
const SIDE: Column = { name: 'side', kind: 'value' }
const KEPT_SIDE: Column = { name: 'kept_side', kind: 'value' }

/** What results tell of: a batch, or a run in memory. */
export interface Told {
  readonly context: {
    readonly inputs: readonly { readonly format: { readonly name: string } }[]
    readonly options: RunContext['options']
    readonly documents: {
      readonly files: readonly Pick<ReadFile, 'opening' | 'row' | 'own'>[]
      /** As JSON. */
      idOf(document: number): string
    }
    /** What a document has in these fields; null for those that it does not have. */
    valuesOf(document: number, names: readonly string[]): unknown[]
  }
  readonly decisions: Decisions
  readonly candidates: Candidates
  /** Documents are rows where there is one. */
  readonly rows?: object | undefined
}

/** Columns of ids of the documents of a run. */
export function idColumns({ inputs }: Pick<Told['context'], 'inputs'>): (name: string) => Column {
  const isUntyped = inputs.every(({ format: { name } }) => name === 'csv' || name === 'tsv')
  return (name) => ({ name, kind: 'id', isUntyped })
}

const SHARES: readonly Column[] = [...SCORES, { name: 'a_in_b', kind: 'number' }, { name: 'b_in_a', kind: 'number' }]

/** The columns of scores that the pairs of a run have, and their values. */
export function scoreColumns({ candidates }: Pick<Told, 'candidates'>) {
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

/** All columns of tables but the id and long texts; of records that are no table their titles. */
function knownBy({ documents: { files }, options: { idField, textField, titleField } }: Told['context']): readonly string[] {
  const names = new Set(files.flatMap(({ opening, row }) => opening.columns ?? row?.fields.map(({ name }) => name) ?? [titleField]))
  const keys = files.flatMap(({ row, own }) => [...(row?.key ?? []), own?.id ?? idField])
  for (const name of keys) names.delete(name)
  const texts = files.flatMap(({ own }) => own?.text ?? textField)
  const others = [...names].filter((name) => !texts.includes(name))
  return others.length ? others : [...names]
}

/** Fields of documents beside their ids, under their names with a prefix. */
export class ExtraFields {
  readonly #context: Told['context']
  readonly #names: readonly string[]

  /** @param forPeople  where nobody named fields: those by which people know a record */
  constructor(context: Told['context'], forPeople = false) {
    this.#context = context
    const { withFields } = context.options
    this.#names = forPeople && !withFields.length ? knownBy(context) : withFields
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

/** @param removed  those that are told of, ascending */
export function removedResults(
  { context, decisions, candidates }: Omit<Told, 'rows'>,
  removed: Uint32Array = decisions.removedDocuments(),
): Results {
  const { documents } = context
  const id = idColumns(context)
  const scores = scoreColumns({ candidates })
  const extra = new ExtraFields(context)
  const decided = function* () {
    for (const document of removed) {
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
    table(forPeople) {
      const extra = new ExtraFields(context, forPeople)
      return {
        columns: [
          id('id'),
          id('duplicate_of'),
          ...scores.columns,
          { name: 'group', kind: 'count' },
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
      }
    },
  }
}

/** On which of two sides a document is, where there are two. */
export type SideOf = (document: number) => string

/** A line for each group; in a table a row for each member. */
export function groupResults({ context, decisions, candidates, rows }: Told, sideOf?: SideOf): Results {
  const { documents } = context
  const id = idColumns(context)
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
    table(forPeople) {
      const extra = new ExtraFields(context, forPeople)
      return {
        columns: [
          { name: 'group', kind: 'count' },
          { name: 'size', kind: 'count' },
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
      }
    },
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
        { name: 'line', kind: 'count' },
        { name: 'reason', kind: 'value' },
      ],
      rows: rejects.map(({ file, line, reason }) => [nameOf(file), line || null, reason]),
    }),
  }
}
