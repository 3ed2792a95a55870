/** The list of groups: only what is in sight is drawn and asked for, however many there are. */
import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core'
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks'
import type { Language } from '../language.js'
import type { ListedGroup, State } from './api.js'
import { type Say, SENTENCES, type Word } from './words.js'

const ROW = 60
/** Marks that are told by what differs. */
const TOLD: readonly string[] = ['numbers', 'names', 'fields']

interface ListProps {
  readonly count: number
  readonly groupAt: (place: number) => ListedGroup | undefined
  /** With all that was decided on it. */
  readonly stateOf: (group: ListedGroup) => State
  /** Asked for when it comes into sight. */
  readonly want: (from: number, to: number) => void
  readonly chosen: string
  /** The place that is brought into sight. */
  readonly chosenPlace: number
  readonly onChoose: (place: number) => void
  readonly onStep: (by: number) => void
  readonly language: Language
  readonly say: Say
}

export function List({ count, groupAt, stateOf, want, chosen, chosenPlace, onChoose, onStep, language, say }: ListProps) {
  const box = useRef<HTMLDivElement>(null)
  const [, draw] = useReducer((times: number) => times + 1, 0)
  const options = {
    count,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    overscan: 8,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: () => draw(undefined),
  }
  const [virtual] = useState(() => new Virtualizer<HTMLDivElement, HTMLDivElement>(options))
  virtual.setOptions(options)
  useEffect(() => virtual._didMount(), [virtual])
  useLayoutEffect(() => virtual._willUpdate())
  useEffect(() => {
    virtual.measure()
  }, [count])
  useEffect(() => {
    if (chosenPlace >= 0) virtual.scrollToIndex(chosenPlace)
  }, [chosenPlace, count === 0])
  const items = virtual.getVirtualItems()
  const [first, last] = [items[0]?.index ?? 0, (items.at(-1)?.index ?? -1) + 1]
  useEffect(() => want(first, last), [first, last, want])
  const isChosenShown = items.some(({ index }) => groupAt(index)?.id === chosen)
  const move = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (!by) return
    event.preventDefault()
    onStep(by)
  }
  return (
    <section class="list" ref={box} aria-label={say('groups')} onKeyDown={move}>
      <div class="rows" style={{ height: `${virtual.getTotalSize()}px` }}>
        {items.map(({ index, start }) => {
          const group = groupAt(index)
          return (
            <div key={index} class="row" style={{ transform: `translateY(${start}px)` }}>
              {group && (
                <Row
                  group={group}
                  state={stateOf(group)}
                  isChosen={group.id === chosen}
                  // One stop for the key Tab, however many rows there are.
                  isStop={isChosenShown ? group.id === chosen : index === first}
                  onChoose={() => onChoose(index)}
                  language={language}
                  say={say}
                />
              )}
            </div>
          )
        })}
      </div>
    </section>
  )
}

/** A drawing for each state, beside its colour. */
export function StateSymbol({ state }: { state: State }) {
  return (
    <svg class={`symbol ${state}`} width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
      <circle cx="7" cy="7" r="5.5" />
      {state === 'partly' && <path d="M7 1.5a5.5 5.5 0 0 1 0 11z" />}
      {state === 'decided' && <path class="stroke" d="M4 7.2l2.2 2.3L10.2 5" />}
      {state === 'deferred' && <path class="stroke" d="M5.5 4.5v5M8.5 4.5v5" />}
    </svg>
  )
}

interface RowProps {
  readonly group: ListedGroup
  readonly state: State
  readonly isChosen: boolean
  readonly isStop: boolean
  readonly onChoose: () => void
  readonly language: Language
  readonly say: Say
}

function Row({ group, state, isChosen, isStop, onChoose, language, say }: RowProps) {
  const others = group.marks.filter((mark) => !group.differs.length || !TOLD.includes(mark))
  return (
    <button
      type="button"
      class={`group ${state}`}
      aria-current={isChosen ? 'true' : undefined}
      tabIndex={isStop ? 0 : -1}
      onClick={onChoose}
      data-group={group.id}
    >
      <span class="first">
        <StateSymbol state={state} />
        <span class="hidden">{say(state)} </span>
        <span class="title">{group.title || group.text || group.name}</span>
        <span class="figures">{group.low === null ? '–' : group.low.toFixed(2)}</span>
      </span>
      <span class="second">
        <span class="name">{group.name}</span> · {SENTENCES.size(language, group.size)}
        {group.differs.map(([left, right], i) => (
          <span key={i}>
            {' · '}
            <span class="mark">{SENTENCES.differs(left, right)}</span>
          </span>
        ))}
        {others.map((mark) => (
          <span key={mark}>
            {' · '}
            <span class="mark">{say(mark as Word)}</span>
          </span>
        ))}
      </span>
    </button>
  )
}
