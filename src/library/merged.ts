/** Merged rows as callers get them, with ids in place of JSON; the same from files and from memory. */
import type { MergedRows } from '../jobs/dedupe/merged/merged-rows.js'
import { parseJson } from '../reading/whole-numbers-json.js'
import type { Id } from './decided.js'

export type { MergeInput } from '../jobs/dedupe/merged/rules.js'

/** @typeParam I  ids of documents */
export interface Merged<I = Id> {
  /** The least id of its members, or the one that an earlier run gave. Null of a record that could not be judged. */
  readonly group: Id
  /** In the order of the input. */
  readonly members: readonly I[]
  /** The fields that have a value. */
  readonly row: Readonly<Record<string, unknown>>
  /** For each field of the row the documents that its value comes from: one, but of joined values one for each. */
  readonly sources: Readonly<Record<string, readonly I[]>>
  /** Fields of which another value was as good by the rule, and came later in the input. */
  readonly ties: readonly string[]
}

export function* mergedRows(merged: MergedRows): Generator<Merged> {
  const { fields } = merged
  for (const { group, members, values } of merged) {
    const ids = members.map((member) => parseJson(member))
    const there = values.flatMap((chosen, i) => (chosen.from.length ? [{ ...chosen, field: fields[i] as string }] : []))
    yield {
      group: group === null ? null : parseJson(group),
      members: ids,
      row: Object.fromEntries(there.map(({ field, value }) => [field, value])),
      sources: Object.fromEntries(there.map(({ field, from }) => [field, from.flatMap((at) => (group === null ? [] : [ids[at]]))])),
      ties: there.flatMap(({ field, isTie }) => (isTie ? [field] : [])),
    }
  }
}
