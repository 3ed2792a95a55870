/** Similar pairs of a batch, as lines and as a table. */
import { pairLine } from '../../../writing/json-lines.js'
import type { Results } from '../../../writing/results.js'
import type { Column } from '../../../writing/tables/table.js'
import type { Run } from '../dedupe.js'
import { ExtraFields, idColumns, type SideOf, scoreColumns } from '../results.js'
import { type Pair, pairsOf } from './pairs.js'

const ANSWERS: Column = { name: 'answers', kind: 'value' }
const SIDES: Column = { name: 'sides', kind: 'value' }

export const pairResults = (run: Run, sideOf?: SideOf): Results =>
  resultsOfPairs(run, () => pairsOf(run.decisions, run.context.options.maxCopies), sideOf)

/** @param pairs  made anew for each output */
export function resultsOfPairs(
  { context, rows, candidates }: Pick<Run, 'context' | 'rows' | 'candidates'>,
  pairs: () => Iterable<Pair>,
  sideOf?: SideOf,
): Results {
  const { documents } = context
  const id = idColumns(context)
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
    table(forPeople) {
      const extra = new ExtraFields(context, forPeople)
      return {
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
      }
    },
  }
}
