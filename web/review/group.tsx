/** One group: the one that stays, its members, the member in hand beside it, and what can be said of them. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { differing } from '../../src/comparing/deciding.js'
import { countPersons } from '../../src/comparing/persons.js'
import type { Language } from '../language.js'
import { describePersons } from '../persons.js'
import type { Group, Member } from './api.js'
import { Compare, timeOf } from './compare.js'
import { Bar } from './desk/bar.js'
import { StateSymbol } from './list.js'
import { OutsideGroup } from './outside.js'
import { Adds, RowsTable } from './rows.js'
import { Why } from './why.js'
import { type Say, SENTENCES, type Word } from './words.js'

/** What a person can do with a group, whether by key or button. */
export interface Actions {
  readonly choose: (place: number) => void
  readonly toggle: (place: number) => void
  readonly keep: () => void
  readonly duplicate: () => void
  readonly none: () => void
  readonly distinct: () => void
  readonly split: () => void
  readonly defer: () => void
  readonly undo: () => void
  /** A document outside the group is a duplicate of the one that stays. */
  readonly join: (place: object) => void
  /** Takes back one act of anybody, or all that was done with it as one. */
  readonly undoAct: (done: { readonly key?: string; readonly batch?: string }) => void
  readonly note: (text: string) => void
  readonly more: () => void
  /** Shows this group as it is, where personal data is hidden; it is taken down who looked. */
  readonly unmask: () => void
  /** Shows another group. */
  readonly open: (id: string) => void
  /** Shows the list, where there is room for one of the two. */
  readonly back: () => void
}

export interface GroupProps {
  readonly review: string
  readonly isMasked: boolean
  readonly group: Group
  /** The place of the member in hand. */
  readonly chosen: number
  readonly selected: ReadonlySet<number>
  readonly actions: Actions
  /** The last decision, in words. */
  readonly last: string
  readonly language: Language
  readonly say: Say
}

/** Numbers and names of the pair in hand that are told above the texts. */
const MOST_DIFFERENCES = 4

export function GroupView({ review, isMasked, group, chosen, selected, actions, last, language, say }: GroupProps) {
  const kept = group.members.find(({ place }) => place === group.kept) as Member
  const member = group.members.find(({ place }) => place === chosen) ?? kept
  const isRows = kept.fields !== undefined
  const differs = useMemo(
    () => (isRows || member === kept ? [] : differing(kept.text, member.text, MOST_DIFFERENCES)),
    [kept.text, member.text, isRows],
  )
  const scrolled = useRef<HTMLDivElement>(null)
  useEffect(() => scrolled.current?.scrollTo(0, 0), [group.id])
  return (
    <section class="view" id="group" aria-label={say('group')} data-shown={group.id} data-state={group.state}>
      <div class="scrolled" ref={scrolled}>
        <header>
          <button type="button" class="back" onClick={actions.back}>
            ‹ {say('groups')}
          </button>
          <h2 tabIndex={-1}>
            <StateSymbol state={group.state} /> {kept.title || kept.name}
          </h2>
          <p class="faint">
            {say(group.state)} · {SENTENCES.members(language, group.members.length, group.size)} · {say('alike')}{' '}
            {rangeOf(group.low, group.high)}
            {group.source && ` · ${group.source}`}
            <Persons of={group} language={language} />
            {differs.map(([left, right], i) => (
              <span key={i}>
                {' · '}
                <span class="mark">{SENTENCES.differs(left, right)}</span>
              </span>
            ))}
            {group.marks
              .filter((mark) => !(differs.length && (mark === 'numbers' || mark === 'names')))
              .map((mark) => (
                <span key={mark}>
                  {' · '}
                  <span class="mark">{say(mark as Word)}</span>
                </span>
              ))}
          </p>
          {group.conflicts.length > 0 && <p class="warning">{SENTENCES.conflict(language, group.conflicts.length)}</p>}
        </header>
        {isRows ? (
          <>
            <RowsTable
              group={group}
              kept={kept}
              member={member}
              selected={selected}
              onChoose={actions.choose}
              onToggle={actions.toggle}
              say={say}
            />
            {member.contributions && member !== kept && <Adds contributions={member.contributions} prior={group.prior} say={say} />}
          </>
        ) : (
          <ul class="strip members" aria-label={say('members')}>
            {group.members.map((one) => (
              <li key={one.place} class={one === member ? `${one.state} chosen` : one.state}>
                <input
                  type="checkbox"
                  checked={selected.has(one.place)}
                  onChange={() => actions.toggle(one.place)}
                  aria-label={`${say('selected')}: ${one.name}`}
                />
                <button
                  type="button"
                  aria-current={one === member ? 'true' : undefined}
                  onClick={() => actions.choose(one.place)}
                  data-place={one.place}
                >
                  <span class="name">{one.name}</span>
                  {one.person && <small class="person">{one.person}</small>}
                  <small>
                    {say(one.state)}
                    {one.similarity === null || one === kept ? '' : ` · ${one.similarity.toFixed(3)}`}
                  </small>
                  <small>{[timeOf(one, group.timeField), SENTENCES.length(language, one.text.length)].filter(Boolean).join(' · ')}</small>
                </button>
              </li>
            ))}
          </ul>
        )}
        {group.members.length < group.size && (
          <button type="button" onClick={actions.more}>
            {say('more')}
          </button>
        )}
        {!isRows && (
          <Compare
            key={`${group.id} ${member.place} ${group.kept}`}
            kept={kept}
            member={member}
            timeField={group.timeField}
            language={language}
            say={say}
          />
        )}
        {member.cut && <p class="faint">{say('cut')}</p>}
        {member.extra && (
          <p class="faint">
            {member.extra
              .map(
                ([name, value]) =>
                  `${name}: ${value || '–'}${kept === member ? '' : ` (${say('kept')}: ${kept.extra?.find(([other]) => other === name)?.[1] || '–'})`}`,
              )
              .join(' · ')}
          </p>
        )}
        {isMasked && (
          <p>
            <button type="button" onClick={actions.unmask}>
              {say('look')}
            </button>
          </p>
        )}
        {member !== kept && !isRows && (
          <Why
            key={`${group.id} ${member.place} ${group.kept} why`}
            review={review}
            group={group.id}
            place={member.place}
            language={language}
            say={say}
          />
        )}
        <OutsideGroup
          key={group.id}
          review={review}
          group={group.id}
          kept={kept.name}
          onGroup={actions.open}
          onJoin={actions.join}
          language={language}
          say={say}
        />
        <History group={group} actions={actions} say={say} />
      </div>
      <Bar group={group} chosen={chosen} selected={selected} actions={actions} last={last} language={language} say={say} />
    </section>
  )
}

/** Whether one person wrote more than once, or several people: of the members that are shown. */
function Persons({ of: { members }, language }: { of: Group; language: Language }) {
  const persons = countPersons(members.map(({ person }) => person))
  const said = describePersons(persons, language)
  return said ? (
    <span class="persons" data-different={persons.different}>
      {' · '}
      {said}
    </span>
  ) : null
}

const rangeOf = (low: number | null, high: number | null): string => {
  if (low === null) return '–'
  const [from, to] = [low.toFixed(2), (high ?? 1).toFixed(2)]
  return from === to ? from : `${from} – ${to}`
}

function History({ group, actions, say }: { group: Group; actions: Actions; say: Say }) {
  const [note, setNote] = useState('')
  return (
    <details class="history" open={group.acts.length > 0}>
      <summary>{say('history')}</summary>
      <ol>
        {group.acts.map(({ key, act, by, at, note: said, members, batch }) => (
          <li key={key}>
            {at.slice(0, 16).replace('T', ' ')} · {by} · {say(`act-${act}` as Word)} · {members}
            {said && ` · ${said}`}{' '}
            <button type="button" onClick={() => actions.undoAct({ key })}>
              {say('undoThis')}
            </button>{' '}
            {batch !== undefined && (
              <button type="button" onClick={() => actions.undoAct({ batch })}>
                {say('undoBatch')}
              </button>
            )}
          </li>
        ))}
      </ol>
      {group.became.length > 0 && (
        <>
          <h3>{say('runs')}</h3>
          <ol data-became>
            {group.became.map((one, i) => (
              <li key={i}>
                {one.run} · {one.at.slice(0, 16).replace('T', ' ')} · <Event of={one} group={group.id} onGroup={actions.open} say={say} />
              </li>
            ))}
          </ol>
        </>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (note.trim()) actions.note(note.trim())
          setNote('')
        }}
      >
        <label>
          {say('note')} <input value={note} onInput={(event) => setNote(event.currentTarget.value)} />
        </label>{' '}
        <button type="submit">{say('addNote')}</button>
      </form>
    </details>
  )
}

interface EventProps {
  readonly of: Group['became'][number]
  readonly group: string
  readonly onGroup: (id: string) => void
  readonly say: Say
}

/** An event, told from where a group stands: a group that another was joined of has become part of it. */
function Event({ of: { event, group: of, others }, group, onGroup, say }: EventProps) {
  const isOwn = of === group
  const word = isOwn ? event : event === 'joined' ? 'into' : 'from'
  const named = isOwn ? others.filter(({ id }) => id !== group) : [{ id: of, isThere: true }]
  return (
    <>
      {say(`event-${word}`)}{' '}
      {named.map(({ id, isThere }) =>
        isThere ? (
          <button key={id} type="button" onClick={() => onGroup(id)}>
            {id}
          </button>
        ) : (
          <span key={id}>{id} </span>
        ),
      )}
    </>
  )
}
