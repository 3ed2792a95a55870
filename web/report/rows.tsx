/** Rows compared field by field: what each field says of a pair, and what was compared at what cost. */
import { levelIn, signed } from '../levels.js'
import type { ReportContribution, RowsData } from './data.js'
import type { Say } from './words.js'

const percent = (share: number) => `${Math.round(share * 100)} %`
const estimated = (share: number, [low, high]: readonly [number, number] = [0, 1]) =>
  `${percent(share)} (${percent(low)} – ${percent(high)})`

/** A bar for what a field adds, beside its level. @param most  the longest bar, in bits or as a share */
export function Contribution({ of, most, say }: { of: ReportContribution; most: number; say: Say }) {
  const value = addedBy(of)
  return (
    <td class="adds" data-level={of.level ?? ''}>
      {of.level !== null && (
        <>
          <span class={value < 0 ? 'adding against' : 'adding'} style={{ width: `${(Math.abs(value) / most) * 5}rem` }} />
          <span class="faint">
            {of.bits === undefined ? `${of.similarity?.toFixed(2)} × ${percent(of.weight ?? 0)}` : `${signed(value)} ${say('bits')}`},{' '}
            {levelIn(of.level, say)}
          </span>
        </>
      )}
    </td>
  )
}

const addedBy = ({ bits, weight = 0, similarity }: ReportContribution) => bits ?? weight * (similarity ?? 0)

export const longest = (contributions: readonly ReportContribution[]) =>
  Math.max(...contributions.map((contribution) => Math.abs(addedBy(contribution))), Number.EPSILON)

/** How often a level occurs among matches (m) and among others (u), and the bits that it adds: to the right for a match, else against it. */
function LevelBar({ level: { name, m, u }, say }: { level: { readonly name: string; readonly m: number; readonly u: number }; say: Say }) {
  const bits = m > 0 && u > 0 ? Math.log2(m / u) : 0
  const length = (Math.min(Math.abs(bits), MOST_BITS) / MOST_BITS) * HALF
  return (
    <div class="level">
      <svg width={2 * HALF} height="10" role="img" aria-label={`${bits.toFixed(1)} ${say('bits')}`}>
        <rect class={bits < 0 ? 'against' : 'for'} x={bits < 0 ? HALF - length : HALF} width={length} height="10" />
        <line x1={HALF} x2={HALF} y2="10" />
      </svg>{' '}
      {levelIn(name, say)} <span class="faint">{`${m.toPrecision(2)} / ${u.toPrecision(2)}, ${signed(bits)} ${say('bits')}`}</span>
    </div>
  )
}

/** Bits of the longest bar, and its length. */
const MOST_BITS = 12
const HALF = 60

/** Columns with their levels, keys with their cost, and the histogram of scores. */
export function RowsSection({ rows, say }: { rows: RowsData; say: Say }) {
  const highest = Math.max(...rows.histogram, 1)
  const mostAdded = Math.max(...rows.keys.map(({ adds }) => adds), 1)
  return (
    <details id="rows">
      <summary>{say('rowsTitle')}</summary>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th>{say('field')}</th>
              <th>{say('kind')}</th>
              <th>{say('filled')}</th>
              <th>{say('distinct')}</th>
              <th>{rows.model ? say('levels') : say('weight')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.columns.map(({ name, kind, completeness, distinct, weight, levels }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{kind}</td>
                <td>
                  <span class="adding" style={{ width: `${completeness * 4}rem` }} /> {percent(completeness)}
                </td>
                <td>{distinct}</td>
                <td>{levels ? levels.map((level) => <LevelBar key={level.name} level={level} say={say} />) : weight}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <table>
          <thead>
            <tr>
              <th>{say('key')}</th>
              <th>{say('pairs')}</th>
              <th>{say('finds')}</th>
              <th>{say('addsNew')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.keys.map(({ name, pairs, finds, adds }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{pairs.toLocaleString('en-US')}</td>
                <td>{Math.round(finds).toLocaleString('en-US')}</td>
                <td class="adds">
                  <span class="adding" style={{ width: `${(adds / mostAdded) * 6}rem` }} /> {Math.round(adds).toLocaleString('en-US')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>
        {`${say('comparisons')}: ${rows.comparisons.made.toLocaleString('en-US')} / ${rows.comparisons.planned.toLocaleString('en-US')}; ${say('recall')}: ${percent(rows.recall)}`}
      </p>
      {rows.precision !== undefined && (
        <p data-estimates="">
          {`${say('rowsPrecision')}: ${estimated(rows.precision, rows.precisionBetween)}`}
          {rows.resultRecall !== undefined && `; ${say('resultRecall')}: ${estimated(rows.resultRecall, rows.resultRecallBetween)}`}
        </p>
      )}
      <ol class="scores" aria-label={say('scores')}>
        {rows.histogram.map((pairs, bar) => (
          <li key={bar}>
            <span class="faint">{(bar / rows.histogram.length).toFixed(2)}</span>{' '}
            <span class="adding" style={{ width: `${(pairs / highest) * 12}rem` }} /> {pairs.toLocaleString('en-US')}
          </li>
        ))}
      </ol>
    </details>
  )
}
