/** The members of a group of rows in one table, and what each field adds to the similarity of one of them. */
import { levelIn, signed } from '../levels.js'
import type { Contribution, Group, Member } from './api.js'
import type { Say } from './words.js'

/** Characters of a value that wants a wide column. */
const LONG = 60

interface RowsProps {
  readonly group: Group
  readonly kept: Member
  readonly member: Member
  readonly selected: ReadonlySet<number>
  readonly onChoose: (place: number) => void
  readonly onToggle: (place: number) => void
  readonly say: Say
}

export function RowsTable({ group, kept, member, selected, onChoose, onToggle, say }: RowsProps) {
  const names = [...new Set(group.members.flatMap(({ fields = [] }) => fields.map(([name]) => name)))]
  const own = new Map(kept.fields)
  const isLong = new Set(group.members.flatMap(({ fields = [] }) => fields.flatMap(([name, value]) => (value.length > LONG ? [name] : []))))
  return (
    <div class="scroll">
      <table class="fields members">
        <thead>
          <tr>
            <th scope="col">{say('members')}</th>
            {names.map((name) => (
              <th key={name} scope="col" class={isLong.has(name) ? 'long' : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {group.members.map((one) => {
            const values = new Map(one.fields)
            return (
              <tr key={one.place} class={one.state} aria-current={one === member ? 'true' : undefined}>
                <th scope="row">
                  <input
                    type="checkbox"
                    checked={selected.has(one.place)}
                    onChange={() => onToggle(one.place)}
                    aria-label={`${say('selected')}: ${one.name}`}
                  />
                  <button type="button" onClick={() => onChoose(one.place)} data-place={one.place}>
                    <span class="name">{one.name}</span>{' '}
                    <small>
                      {say(one.state)}
                      {one.similarity === null || one === kept ? '' : ` · ${one.similarity.toFixed(3)}`}
                    </small>
                  </button>
                </th>
                {names.map((name) => (
                  <td
                    key={name}
                    class={`${isLong.has(name) ? 'long' : ''} ${one !== kept && values.get(name) !== own.get(name) ? 'differs' : ''}`}
                  >
                    {values.get(name) || <span class="faint">{say('empty')}</span>}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** What each field adds, from what two rows start with to their sum: in bits, or as shares of the similarity. */
export function Adds({ contributions, prior, say }: { contributions: readonly Contribution[]; prior: number | undefined; say: Say }) {
  const steps = contributions.flatMap((one) => (one.level === null ? [] : [{ name: one.field, level: one.level, value: addedBy(one) }]))
  const isBits = contributions.some(({ bits }) => bits !== undefined)
  const all = [...(isBits && prior !== undefined ? [{ name: say('prior'), level: '', value: prior }] : []), ...steps]
  const most = Math.max(Number.EPSILON, ...all.map(({ value }) => Math.abs(value)))
  const write = (value: number) => (isBits ? `${signed(value)} ${say('bits')}` : value.toFixed(3))
  if (!all.length) return null
  return (
    <table class="adds">
      <caption>{say('says')}</caption>
      <tbody>
        {all.map(({ name, level, value }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <span class={value < 0 ? 'adding against' : 'adding'} style={{ width: `${(Math.abs(value) / most) * 8}rem` }} />
            </td>
            <td class="figures">{write(value)}</td>
            <td class="faint">{level && levelIn(level, say)}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">{say('sum')}</th>
          <td />
          <td class="figures">{write(all.reduce((sum, { value }) => sum + value, 0))}</td>
          <td />
        </tr>
      </tbody>
    </table>
  )
}

const addedBy = ({ bits, weight = 0, similarity }: Contribution) => bits ?? weight * (similarity ?? 0)
