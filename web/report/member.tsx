/** One member of a group: its text with the differences to the kept one, or its row field by field. */
import type { ComponentChildren } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { type Passage, passages } from '../../src/comparing/passages.js'
import { plainId, type ReportMember, score } from './data.js'
import { gapOf } from './gap.js'
import { Contribution, longest } from './rows.js'
import type { Say } from './words.js'

/** A shorter stretch is shown, not folded, in UTF-16 units. */
const FOLDED = 40

const NOT_COMPARED = { field: '', level: null, similarity: null }

interface MemberProps {
  readonly member: ReportMember
  /** Undefined for the kept one itself. */
  readonly kept: ReportMember | undefined
  /** Members are of two sides; nothing is kept or removed. */
  readonly isLink: boolean
  readonly say: Say
  /** At the end of the head. */
  readonly children?: ComponentChildren
}

export function Member({ member, kept, isLink, say, children }: MemberProps) {
  const { id, title, similarity, distance, cut, side, person, extra = [], through } = member
  const scores = [
    similarity === null ? '' : `${say('similarity')} ${score(similarity)}`,
    distance === null ? '' : `${distance} ${say('distance')}`,
  ].filter(Boolean)
  const role = isLink ? '' : say(kept ? 'removedBadge' : 'keptBadge')
  const badge = [role, side].filter(Boolean).join(' · ')
  return (
    <article class={kept ? 'member' : 'member kept'} data-member={id} tabIndex={-1}>
      <h2>
        <span class="badge">{badge}</span>
        <span class="id">{[plainId(id), title].filter(Boolean).join(' · ')}</span>
        {person && <span class="person">{person}</span>}
        {kept && <span class="score">{scores.join(', ')}</span>}
        {children}
      </h2>
      {through && (
        <p class="through">
          {say('through')}:{' '}
          {through.map((step, i) => (
            <span key={step.id}>
              {i > 0 && ', '}
              <MemberLink id={through[i - 1]?.id ?? id} /> – <MemberLink id={step.id} /> {score(step.similarity)}
            </span>
          ))}
        </p>
      )}
      {member.fields ? (
        <Row fields={member.fields} kept={kept?.fields} contributions={member.contributions} say={say} />
      ) : (
        <Text member={member} kept={kept} say={say} />
      )}
      {cut && <p class="faint">{say('cut')}</p>}
      {extra.length > 0 && <p class="faint extra">{extra.map(([name, value]) => `${name}: ${value || '–'}`).join(' · ')}</p>}
    </article>
  )
}

/** The id of a member of a group, which leads to it where it is shown. */
export function MemberLink({ id }: { readonly id: string }) {
  const show = ({ currentTarget }: { readonly currentTarget: Element }) => {
    const members = currentTarget.closest('.body')?.querySelectorAll<HTMLElement>('[data-member]') ?? []
    const member = [...members].find((each) => each.dataset['member'] === id)
    member?.scrollIntoView({ block: 'start' })
    member?.focus({ preventScroll: true })
  }
  return (
    <button type="button" class="to" onClick={show}>
      {plainId(id)}
    </button>
  )
}

interface RowProps {
  readonly fields: NonNullable<ReportMember['fields']>
  readonly kept: ReportMember['fields']
  readonly contributions: ReportMember['contributions']
  readonly say: Say
}

export function Row({ fields, kept, contributions = [], say }: RowProps) {
  const said = new Map(contributions.map((contribution) => [contribution.field, contribution]))
  const most = longest(contributions)
  const own = new Map(fields)
  const other = new Map(kept ?? fields)
  // Some of what is said is of no field: of the whole row, of the rank of a pair.
  const beside = contributions.flatMap(({ field, level }) => (level === null ? [] : [field]))
  const names = [...new Set([...other.keys(), ...own.keys(), ...beside])]
  return (
    <div class="scroll">
      <table class="row">
        <tbody>
          {names.map((name) => {
            const [value, before] = [own.get(name), other.get(name)]
            const isEqual = value === before
            return (
              <tr key={name} class={kept && !isEqual ? 'differs' : 'same'}>
                <th scope="row">{name}</th>
                <td>
                  {value === undefined ? (
                    before !== undefined && <span class="faint">{say('empty')}</span>
                  ) : kept && !isEqual && before !== undefined ? (
                    <Differences left={before} right={value} say={say} />
                  ) : (
                    value
                  )}
                </td>
                {kept && <td class="other">{isEqual ? '' : (before ?? <span class="faint">{say('empty')}</span>)}</td>}
                {said.size > 0 && <Contribution of={said.get(name) ?? NOT_COMPARED} most={most} say={say} />}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function Text({ member: { text }, kept, say }: Omit<MemberProps, 'isLink' | 'children'>) {
  if (text === undefined) return <p class="faint">{say('noText')}</p>
  if (!kept) return <p class="text">{text}</p>
  if (kept.text === text) return <p class="faint">{say('equal')}</p>
  if (kept.text === undefined) return <p class="text">{text}</p>
  return (
    <p class="text">
      <Differences left={kept.text} right={text} say={say} />
    </p>
  )
}

function Differences({ left, right, say }: { left: string; right: string; say: Say }) {
  const found = useMemo(() => passages(left, right), [left, right])
  return (
    <>
      {found.map((passage, i) => (
        <Stretch key={i} passage={passage} isLast={i === found.length - 1} say={say} />
      ))}
    </>
  )
}

function Stretch({ passage: { kind, left, right }, isLast, say }: { passage: Passage; isLast: boolean; say: Say }) {
  const [isWhole, setWhole] = useState(false)
  if (kind === 'changed')
    return (
      <>
        {left && <del>{left}</del>}
        {right && <ins>{right}</ins>}
      </>
    )
  const [start, end] = gapOf(right, isLast)
  if (isWhole || end - start < FOLDED) return <>{right}</>
  return (
    <>
      {right.slice(0, start)}
      <button type="button" class="gap" onClick={() => setWhole(true)}>
        … {end - start} {say('unchanged')} …
      </button>
      {right.slice(end)}
    </>
  )
}
