/** Merged rows, and where their values come from, as lines and as tables. */
import { toJson } from '../../../reading/whole-numbers-json.js'
import type { Results } from '../../../writing/results.js'
import { idColumns, type Told } from '../results.js'
import { GROUP, type MergedRows, SIZE } from './merged-rows.js'

/** One row a group. A field that no row of the group has is left out of a line, and empty in a table. */
export function mergedResults(context: Pick<Told['context'], 'inputs'>, merged: MergedRows): Results {
  const { fields } = merged
  const id = idColumns(context)
  return {
    *lines() {
      for (const { group, members, values } of merged) {
        const parts = values.flatMap(({ value, from }, i) => (from.length ? [`${JSON.stringify(fields[i])}:${toJson(value)}`] : []))
        yield `{${[...parts, `"${GROUP}":${group}`, `"${SIZE}":${members.length || null}`].join(',')}}`
      }
    },
    table: () => ({
      columns: [...fields.map((name) => ({ name, kind: 'value' as const })), id(GROUP), { name: SIZE, kind: 'count' }],
      rows: (function* () {
        for (const { group, members, values } of merged) yield [...values.map(({ value }) => value), group, members.length || null]
      })(),
    }),
  }
}

/** A line for each merged row; in a table a row for each value of it. Rows that could not be judged have none. */
export function sourceResults(context: Pick<Told['context'], 'inputs'>, merged: MergedRows): Results {
  const { fields } = merged
  const id = idColumns(context)
  return {
    *lines() {
      for (const { group, members, values } of merged) {
        if (group === null) continue
        const sources = values.flatMap(({ from }, i) =>
          from.length
            ? [
                `${JSON.stringify(fields[i])}:${from.length === 1 ? members[from[0] as number] : `[${from.map((at) => members[at]).join(',')}]`}`,
              ]
            : [],
        )
        const ties = values.flatMap(({ isTie }, i) => (isTie ? [fields[i]] : []))
        yield `{"group":${group},"members":[${members.join(',')}],"sources":{${sources.join(',')}},"ties":${JSON.stringify(ties)}}`
      }
    },
    table: () => ({
      columns: [id('group'), { name: 'field', kind: 'value' }, { name: 'value', kind: 'value' }, id('id'), { name: 'tie', kind: 'value' }],
      rows: (function* () {
        for (const { group, members, values } of merged)
          for (const [i, { value, from, isTie }] of values.entries())
            if (group !== null) for (const at of from) yield [group, fields[i], value, members[at], isTie]
      })(),
    }),
  }
}
