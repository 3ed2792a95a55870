/** Groups and decisions of a review as files, and the records that stay. The source is never written to. */
import { nameOf } from '../../deciding/acts.js'
import { standing } from '../../deciding/derive.js'
import { toJson } from '../../reading/whole-numbers-json.js'
import type { Results } from '../../writing/results.js'
import type { Project } from '../project.js'

/** Every member of every group, with what people said of it. */
export function groupsOf(project: Project): Results {
  const { run } = project
  const { head, columns } = run
  const rows = function* () {
    for (let group = 0; group < head.groups; group++) {
      const { state, members } = run.stateOf(group)
      const last = run.actsOn(group).at(-1)
      for (const [place, said] of members.entries()) {
        const member = (columns.starts[group] as number) + place
        const similarity = columns.similarity[member] as number
        const { id } = run.payload(member)
        yield [
          head.ids[group],
          members.length,
          state,
          id,
          said,
          Number.isNaN(similarity) ? null : similarity,
          last?.by ?? '',
          last?.at ?? '',
        ]
      }
    }
  }
  const names = ['group', 'size', 'state', 'id', 'decision', 'similarity', 'by', 'at'] as const
  return {
    *lines() {
      for (const row of rows())
        yield `{${names.map((name, i) => `"${name}":${name === 'id' ? row[i] : JSON.stringify(row[i] ?? null)}`).join(',')}}`
    },
    table: () => ({
      columns: names.map((name) => ({ name, kind: name === 'id' ? 'id' : name === 'size' || name === 'similarity' ? 'number' : 'value' })),
      rows: rows(),
    }),
  }
}

/** Every act that stands, a row each. */
export function decisionsOf(project: Project): Results {
  const acts = standing(project.acts)
  return {
    *lines() {
      for (const act of acts) yield toJson(act) as string
    },
    table: () => ({
      columns: ['act', 'by', 'at', 'note', 'members', 'from'].map((name) => ({ name, kind: 'value' as const })),
      rows: acts.map(({ act, by, at, note, members, from }) => [
        act,
        by,
        at,
        note ?? '',
        members.map(nameOf).join(' '),
        (from ?? []).map(nameOf).join(' '),
      ]),
    }),
  }
}
