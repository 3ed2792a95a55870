/**
 * Stars in a component that is larger than one task judges. Its documents come in the order of preference, a chunk after the other, and each
 * chunk is decided by the engine of one machine, in four steps:
 *
 * 1. *match*: the chunk against the kept ones of all chunks before, in parts that a task holds; who is like one of them leaves;
 * 2. *star*: what is left of the chunk, by itself;
 * 3. *kept*: those that it keeps;
 * 4. *more*: these against all others of the chunk, since who left may be more like one of them.
 *
 * As on one machine only pairs with a kept one are judged, so that a million variants of one text take a million comparisons.
 */
import { within } from './bitmaps.js'
import { CROWDED } from './marks.js'
import { transformed } from './sql.js'
import { preference, type Shape } from './statements.js'
import type { Steps } from './steps.js'

/** What a worker says of two sides: similar pairs, of one of each; the first of a pair comes before the second. */
const PAIRS = 'a bigint, b bigint, similarity string, distance string, exact double'

/** Components that are judged in rounds. */
export const largeOf = ({ from, bounds }: Shape): string =>
  `SELECT component FROM ${from('components')} GROUP BY component HAVING count(*) > ${bounds.block}`

/**
 * Judges the large components.
 *
 * @returns  queries of what {@link verify} gives
 */
export async function judgeInRounds(steps: Steps, shape: Shape, wantPairs: boolean): Promise<string[]> {
  const { bounds } = shape
  const { documents = 0 } = await steps.step('verify', inOrder(shape), { documents: 'count(*)' }, 'verify-large')
  const large = steps.from('verify-large')
  const rounds = Math.ceil(documents / bounds.block)
  const found: string[] = []
  const match = async (name: string, rows: string) => {
    await steps.step('verify', matched(shape, rows, false), {}, name)
    found.push(`SELECT * FROM ${steps.from(name)}`)
    return steps.from(name)
  }
  // Kept ones of several rounds that one task holds.
  const parts: { rounds: number[]; kept: number }[] = []
  const crowds: string[] = []
  for (let round = 0; round < rounds; round++) {
    const name = (what: string) => `verify-${round}-${what}`
    const chunk = `SELECT * FROM ${large} WHERE place >= ${round * bounds.block} AND place < ${(round + 1) * bounds.block}`
    let left = chunk
    if (parts.length) {
      const kept = parts.flatMap((part, i) =>
        part.rounds.map((each) => `SELECT ${i} AS part, 0 AS side, * FROM ${steps.from(`verify-${each}-kept`)}`),
      )
      const numbers = parts.map((_, i) => i).join(', ')
      const matches = await match(
        name('match'),
        `${kept.join(' UNION ALL ')} UNION ALL SELECT explode(array(${numbers})) AS part, 1 AS side, * FROM (${chunk})`,
      )
      left = `SELECT c.* FROM (${chunk}) c LEFT ANTI JOIN ${matches} m ON c.node = m.b`
    }
    const decided = await steps.step('verify', starred(shape, left), { crowded: `sum(IF(kind = 'c', a, 0))` }, name('star'))
    crowds.push(`${decided['crowded'] ?? 0}L`)
    const removed = `(SELECT a FROM ${steps.from(name('star'))} WHERE kind = 'd')`
    const { kept = 0 } = await steps.step(
      'verify',
      `SELECT l.* FROM (${left}) l LEFT ANTI JOIN ${removed} r ON l.node = r.a`,
      { kept: 'count(*)' },
      name('kept'),
    )
    const own = steps.from(name('kept'))
    await match(
      name('more'),
      `SELECT 0 AS part, 0 AS side, * FROM ${own} UNION ALL
       SELECT 0 AS part, 1 AS side, c.* FROM (${chunk}) c LEFT ANTI JOIN ${own} k ON c.node = k.node`,
    )
    const last = parts.at(-1)
    if (last && last.kept + kept <= bounds.block) {
      last.rounds.push(round)
      last.kept += kept
    } else if (kept) parts.push({ rounds: [round], kept })
  }
  const results = [best(large, found.join(' UNION ALL ')), `SELECT 'c', ${crowds.join(' + ')}, 0L, NULL, NULL`]
  if (!wantPairs) return results
  await steps.step('verify', matched(shape, chunkPairs(large, rounds, bounds.block), true), {}, 'verify-pairs')
  const pairs = steps.from('verify-pairs')
  return [
    ...results,
    `SELECT 'p', a, b, similarity, distance FROM ${pairs} WHERE a <> ${CROWDED}`,
    `SELECT 'c', 0L, b, NULL, NULL FROM ${pairs} WHERE a = ${CROWDED}`,
  ]
}

/** The documents of all large components with their texts, in the order of preference. */
function inOrder(shape: Shape): string {
  const components = shape.from('components')
  const nodes = `SELECT node FROM ${components} WHERE component IN (${largeOf(shape)})`
  return `SELECT o.node, o.place, d.value FROM (
     SELECT node, row_number() OVER (ORDER BY ${preference(shape.options, 'node')}) - 1L AS place FROM (
       SELECT t.node, t.rank FROM ${components} c JOIN ${shape.from('copies')} t ON c.node = t.node
       WHERE c.component IN (${largeOf(shape)}))) o
   JOIN (${within('SELECT doc, value FROM leitong_docs', nodes)}) d ON o.node = d.doc ORDER BY o.place`
}

/** @param rows  (part, side, node, place, value) */
const matched = ({ worker }: Shape, rows: string, all: boolean) =>
  transformed(
    'document, value',
    worker('match', { wantPairs: all }),
    PAIRS,
    `(SELECT concat(part, ',', side, ',', node) AS document, value, part, side, place FROM (${rows}) DISTRIBUTE BY part SORT BY part, side, place)`,
  )

/** One task: what is left of a chunk. */
const starred = ({ worker }: Shape, left: string) =>
  transformed(
    'node, value',
    worker('blocks', { wantPairs: false, isOrdered: true }),
    'kind string, a bigint, b bigint, similarity string, distance string',
    `(SELECT node, value, 0 AS part, place FROM (${left}) DISTRIBUTE BY part SORT BY place)`,
  )

/** Each removed one in favour of the kept one that it is most like; of equals, the most preferred. */
const best = (large: string, found: string) =>
  `SELECT 'd' AS kind, b AS a, a AS b, similarity, distance FROM (
     SELECT f.*, row_number() OVER (PARTITION BY f.b ORDER BY f.exact DESC NULLS LAST, x.place) AS number
     FROM (${found}) f JOIN ${large} x ON f.a = x.node JOIN ${large} y ON f.b = y.node WHERE x.place < y.place) WHERE number = 1`

/** Every two chunks, and every one by itself. */
function chunkPairs(large: string, rounds: number, size: number): string {
  const pairs = Array.from({ length: rounds }, (_, i) => Array.from({ length: rounds - i }, (_, more) => [i, i + more] as const)).flat()
  const list = pairs.map(([i, j], part) => `(${part}, ${i}L, ${j}L)`).join(', ')
  return `SELECT p.part, IF(l.place div ${size} = p.one, 0, 1) AS side, l.node, l.place, l.value
    FROM ${large} l JOIN (SELECT * FROM VALUES ${list} AS t(part, one, other)) p ON l.place div ${size} = p.one OR l.place div ${size} = p.other`
}
