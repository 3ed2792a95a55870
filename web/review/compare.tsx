/** A member beside the one that stays: sentences side by side, unchanged ones folded. */
import { useMemo, useState } from 'preact/hooks'
import type { Language } from '../language.js'
import { type AlignedRow, aligned, type Piece, shared } from './aligned.js'
import type { Member } from './api.js'
import { type Say, SENTENCES } from './words.js'

/** Unchanged sentences that stay in sight beside a change. */
const AROUND = 1
/** Characters of what is folded that are shown. */
const BEGINNING = 40

interface CompareProps {
  readonly kept: Member
  readonly member: Member
  readonly timeField: string | undefined
  readonly language: Language
  readonly say: Say
}

/** Two texts under heads that stay in sight: who it is, when it was written, and how much of it the other has. */
export function Compare({ kept, member, timeField, language, say }: CompareProps) {
  const isOne = kept === member
  const rows = useMemo(() => (isOne ? [] : aligned(kept.text, member.text)), [kept.text, member.text, isOne])
  const head = (of: Member, side: 'left' | 'right') => (
    <h3>
      <span class={`badge ${of.state}`}>{say(of.state)}</span> <span class="name">{of.name}</span>{' '}
      <small>
        {[of.person, timeOf(of, timeField), isOne ? '' : SENTENCES.covered(language, shared(rows, side))].filter(Boolean).join(' · ')}
      </small>
    </h3>
  )
  return (
    <>
      <div class={isOne ? 'panes one' : 'panes'}>
        {head(kept, 'left')}
        {!isOne && head(member, 'right')}
      </div>
      {isOne ? (
        <p class="text whole">{member.text}</p>
      ) : kept.text === member.text ? (
        <>
          <p class="faint">{say('equal')}</p>
          <p class="text whole">{member.text}</p>
        </>
      ) : (
        <Rows rows={rows} language={language} />
      )}
    </>
  )
}

/** The time of a member, as its record says it. */
export const timeOf = ({ extra = [], fields = [] }: Member, timeField: string | undefined): string =>
  [...extra, ...fields].find(([name]) => name === timeField)?.[1] ?? ''

export function Texts({ left, right, language }: { left: string; right: string; language: Language }) {
  const rows = useMemo(() => aligned(left, right), [left, right])
  return <Rows rows={rows} language={language} />
}

function Rows({ rows, language }: { rows: readonly AlignedRow[]; language: Language }) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const parts = useMemo(() => folded(rows), [rows])
  return (
    <div class="aligned">
      {parts.map((part, i) =>
        part.isFolded && !opened.has(i) ? (
          <button key={i} type="button" class="gap" onClick={() => setOpened(new Set(opened).add(i))}>
            {SENTENCES.unchanged(language, part.rows.length, beginningOf(part.rows))}
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

const beginningOf = (rows: readonly AlignedRow[]): string => {
  const text = rows.map(({ left }) => left.map((piece) => piece.text).join('')).join('')
  return text.trim().length > BEGINNING ? `${text.trim().slice(0, BEGINNING)}…` : text.trim()
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
