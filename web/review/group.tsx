/** One group: the one that stays, its members, the member in hand beside it, and what can be said of them. */
import { useState } from 'preact/hooks'
import type { Group, Member } from './api.js'
import { Compare } from './compare.js'
import { SYMBOLS } from './list.js'
import { OutsideGroup } from './outside.js'
import { Why } from './why.js'
import { type Language, type Say, SENTENCES, type Word } from './words.js'

/** What a person can do with a group, whether by key or button. */
export interface Actions {
  readonly choose: (place: number) => void
  readonly toggle: (place: number) => void
  readonly keep: () => void
  readonly merge: () => void
  readonly distinct: () => void
  readonly split: () => void
  readonly defer: () => void
  readonly undo: () => void
  /** A document outside the group is a duplicate of the one that stays. */
  readonly join: (place: object) => void
  /** Takes back one act of anybody, by its key. */
  readonly undoAct: (key: string) => void
  readonly note: (text: string) => void
  readonly more: () => void
  /** Shows this group as it is, where personal data is hidden; it is taken down who looked. */
  readonly unmask: () => void
  /** Shows another group. */
  readonly open: (id: string) => void
}

export interface GroupProps {
  readonly review: string
  readonly isMasked: boolean
  readonly group: Group
  /** The place of the member in hand. */
  readonly chosen: number
  readonly selected: ReadonlySet<number>
  readonly actions: Actions
  readonly canUndo: boolean
  readonly language: Language
  readonly say: Say
}

/** What `m` marks: the selected ones that are no duplicates yet, or all that are open. */
export function merged({ states, kept }: Group, selected: ReadonlySet<number>): number[] {
  if (!selected.size) return states.flatMap((state, place) => (state === 'open' ? [place] : []))
  return [...selected].filter((place) => place !== kept && states[place] !== 'duplicate').sort((a, b) => a - b)
}

/** The pair that `x` keeps apart: the two selected, otherwise the member in hand and the one that stays; nothing where these are one. */
export function apart({ kept }: Group, chosen: number, selected: ReadonlySet<number>): readonly [number, number] | undefined {
  const [a, b] = selected.size === 2 ? ([...selected].sort((x, y) => y - x) as [number, number]) : [chosen, kept]
  return a === b ? undefined : [a, b]
}

export function GroupView({ review, isMasked, group, chosen, selected, actions, canUndo, language, say }: GroupProps) {
  const kept = group.members.find(({ place }) => place === group.kept) as Member
  const member = group.members.find(({ place }) => place === chosen) ?? kept
  const count = merged(group, selected).length
  const pair = apart(group, chosen, selected)
  const nameAt = (at: number) => group.members.find(({ place }) => place === at)?.name ?? `${at + 1}`
  return (
    <section class="view" aria-label={say('group')} data-shown={group.id} data-state={group.state}>
      <header>
        <h2>
          <span aria-hidden="true">{SYMBOLS[group.state]}</span> {kept.title || kept.name}
        </h2>
        <p class="faint">
          {say(group.state)} · {SENTENCES.members(language, group.members.length, group.size)} ·{' '}
          {group.low === null ? '–' : `${group.low.toFixed(3)} – ${(group.high ?? 1).toFixed(3)}`} · {group.source}
          {group.marks.map((mark) => (
            <span key={mark} class="mark">
              {say(mark as Word)}
            </span>
          ))}
        </p>
        {group.conflicts.length > 0 && <p class="warning">⚠ {SENTENCES.conflict(language, group.conflicts.length)}</p>}
      </header>
      <div class="actions">
        <button type="button" class="go" disabled={!count} onClick={actions.merge}>
          {SENTENCES.merge(language, count, kept.name)} <kbd>m</kbd>
        </button>
        <button type="button" data-act="distinct" disabled={!pair} onClick={actions.distinct}>
          {SENTENCES.distinct(language, nameAt(pair?.[0] ?? chosen), nameAt(pair?.[1] ?? group.kept))} <kbd>x</kbd>
        </button>
        <button type="button" disabled={member === kept} onClick={actions.keep}>
          {SENTENCES.keep(language, member.name)} <kbd>1</kbd>
        </button>
        <button type="button" disabled={!selected.size || selected.size === group.size} onClick={actions.split}>
          {SENTENCES.split(language, selected.size)} <kbd>s</kbd>
        </button>
        <button type="button" onClick={actions.defer}>
          {say('defer')} <kbd>d</kbd>
        </button>
        {isMasked && (
          <button type="button" onClick={actions.unmask}>
            {say('look')}
          </button>
        )}
        <button type="button" disabled={!canUndo} onClick={actions.undo}>
          {say('undo')} <kbd>u</kbd>
        </button>
      </div>
      <ul class="members" aria-label={say('members')}>
        {group.members.map((one) => (
          <li key={one.place} class={one.state}>
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
              <span class="badge">{say(one.state)}</span> <span class="name">{one.name}</span>{' '}
              <span class="figures">{one.similarity === null ? '–' : one.similarity.toFixed(3)}</span>
            </button>
          </li>
        ))}
      </ul>
      {group.members.length < group.size && (
        <button type="button" onClick={actions.more}>
          {say('more')}
        </button>
      )}
      <div class={member === kept || member.fields ? 'panes one' : 'panes'}>
        <h3>
          <span class="badge">{say('kept')}</span> {kept.name}
        </h3>
        {member !== kept && (
          <h3>
            <span class="badge">{say(member.state)}</span> {member.name}
          </h3>
        )}
      </div>
      <Compare key={`${group.id} ${member.place} ${group.kept}`} kept={kept} member={member} say={say} />
      {member !== kept && !member.fields && (
        <Why
          key={`${group.id} ${member.place} ${group.kept} why`}
          review={review}
          group={group.id}
          place={member.place}
          language={language}
          say={say}
        />
      )}
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
      {member.cut && <p class="faint">{say('cut')}</p>}
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
    </section>
  )
}

function History({ group, actions, say }: { group: Group; actions: Actions; say: Say }) {
  const [note, setNote] = useState('')
  return (
    <details class="history" open={group.acts.length > 0}>
      <summary>{say('history')}</summary>
      <ol>
        {group.acts.map(({ key, act, by, at, note: said, members }) => (
          <li key={key}>
            {at.slice(0, 16).replace('T', ' ')} · {by} · {say(`act-${act}` as Word)} · {members}
            {said && ` · ${said}`}{' '}
            <button type="button" onClick={() => actions.undoAct(key)}>
              {say('undoThis')}
            </button>
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
