/** A member beside the one that stays: sentences side by side, unchanged ones folded; of rows field by field. */
import { useMemo, useState } from 'preact/hooks'
import { type AlignedRow, aligned, type Piece } from './aligned.js'
import type { Contribution, Member } from './api.js'
import type { Say } from './words.js'

/** Unchanged sentences that stay in sight beside a change. */
const AROUND = 1

export function Compare({ kept, member, say }: { kept: Member; member: Member; say: Say }) {
  if (member.fields) return <Fields kept={kept} member={member} say={say} />
  if (kept.text === member.text && kept !== member)
    return (
      <>
        <p class="faint">{say('equal')}</p>
        <p class="text">{member.text}</p>
      </>
    )
  if (kept === member) return <p class="text">{member.text}</p>
  return <Texts left={kept.text} right={member.text} say={say} />
}

export function Texts({ left, right, say }: { left: string; right: string; say: Say }) {
  const rows = useMemo(() => aligned(left, right), [left, right])
  const [isWhole, setWhole] = useState(false)
  const parts = useMemo(() => folded(rows), [rows])
  return (
    <div class="aligned">
      {parts.map((part, i) =>
        part.isFolded && !isWhole ? (
          <button key={i} type="button" class="gap" onClick={() => setWhole(true)}>
            … {part.rows.length} {say('unchangedSentences')} …
          </button>
        ) : (
          part.rows.map((row, j) => (
            <div key={`${i}.${j}`} class={row.isEqual ? 'sentence equal' : 'sentence differs'}>
              <p class="left">
                <Pieces pieces={row.left} side="left" />
              </p>
              <p class="right">
                <Pieces pieces={row.right} side="right" />
              </p>
            </div>
          ))
        ),
      )}
    </div>
  )
}

interface Part {
  readonly rows: readonly AlignedRow[]
  readonly isFolded: boolean
}

/** Runs of rows; long unchanged ones are folded but for their ends. */
function folded(rows: readonly AlignedRow[]): Part[] {
  const near = rows.map((_, i) => rows.slice(Math.max(0, i - AROUND), i + AROUND + 1).some(({ isEqual }) => !isEqual))
  const parts: { rows: AlignedRow[]; isFolded: boolean }[] = []
  rows.forEach((row, i) => {
    const isFolded = !near[i]
    const last = parts.at(-1)
    if (last?.isFolded === isFolded) last.rows.push(row)
    else parts.push({ rows: [row], isFolded })
  })
  return parts
}

function Pieces({ pieces, side }: { pieces: readonly Piece[]; side: 'left' | 'right' }) {
  const Tag = side === 'left' ? 'del' : 'ins'
  return (
    <>
      {pieces.map(({ text, kind, parts = [] }, i) =>
        kind === 'equal' ? (
          <span key={i}>{text}</span>
        ) : (
          <Tag key={i}>{parts.map(([part, decides], j) => (decides ? <strong key={j}>{part}</strong> : <span key={j}>{part}</span>))}</Tag>
        ),
      )}
    </>
  )
}

function Fields({ kept, member, say }: { kept: Member; member: Member; say: Say }) {
  const own = new Map(member.fields)
  const other = new Map(kept.fields)
  const said = new Map((member.contributions ?? []).map((one) => [one.field, one]))
  const most = Math.max(Number.EPSILON, ...[...said.values()].map((one) => Math.abs(addedBy(one))))
  return (
    <div class="scroll">
      <table class="fields">
        <thead>
          <tr>
            <th scope="col">{say('field')}</th>
            <th scope="col">{kept.name}</th>
            <th scope="col">{member.name}</th>
            {said.size > 0 && <th scope="col">{say('says')}</th>}
          </tr>
        </thead>
        <tbody>
          {[...new Set([...other.keys(), ...own.keys()])].map((name) => (
            <tr key={name} class={own.get(name) === other.get(name) ? 'equal' : 'differs'}>
              <th scope="row">{name}</th>
              <td>{other.get(name) ?? <span class="faint">{say('empty')}</span>}</td>
              <td>{own.get(name) ?? <span class="faint">{say('empty')}</span>}</td>
              {said.size > 0 && <Adds of={said.get(name)} most={most} />}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const addedBy = ({ bits, weight = 0, similarity }: Contribution) => bits ?? weight * (similarity ?? 0)

function Adds({ of, most }: { of: Contribution | undefined; most: number }) {
  if (!of || of.level === null) return <td />
  const value = addedBy(of)
  return (
    <td>
      <span class={value < 0 ? 'adding against' : 'adding'} style={{ width: `${(Math.abs(value) / most) * 5}rem` }} /> {of.level}
    </td>
  )
}
