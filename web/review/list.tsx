/** The list of groups: only what is in sight is drawn and asked for, however many there are. */
import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core'
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks'
import type { ListedGroup } from './api.js'
import type { Say, Word } from './words.js'

const ROW = 64

interface ListProps {
  readonly count: number
  readonly groupAt: (place: number) => ListedGroup | undefined
  /** Asked for when it comes into sight. */
  readonly want: (from: number, to: number) => void
  readonly chosen: string
  readonly chosenPlace: number
  readonly onChoose: (place: number) => void
  readonly say: Say
}

export function List({ count, groupAt, want, chosen, chosenPlace, onChoose, say }: ListProps) {
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
  }, [chosenPlace])
  const items = virtual.getVirtualItems()
  const [first, last] = [items[0]?.index ?? 0, (items.at(-1)?.index ?? -1) + 1]
  useEffect(() => want(first, last), [first, last, want])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section class="list" ref={box} tabIndex={0} aria-label={say('groups')}>
      <div class="rows" style={{ height: `${virtual.getTotalSize()}px` }}>
        {items.map(({ index, start }) => {
          const group = groupAt(index)
          return (
            <div key={index} class="row" style={{ transform: `translateY(${start}px)` }}>
              {group && <Row group={group} isChosen={group.id === chosen} onChoose={() => onChoose(index)} say={say} />}
            </div>
          )
        })}
      </div>
    </section>
  )
}

/** A symbol beside every colour. */
export const SYMBOLS = { open: '○', partly: '◐', decided: '●', deferred: '⏸' } as const

function Row({ group, isChosen, onChoose, say }: { group: ListedGroup; isChosen: boolean; onChoose: () => void; say: Say }) {
  return (
    <button
      type="button"
      class={`group ${group.state}`}
      aria-current={isChosen ? 'true' : undefined}
      onClick={onChoose}
      data-group={group.id}
    >
      <span class="first">
        <span class="state">
          <span aria-hidden="true">{SYMBOLS[group.state]}</span> {say(group.state)}
        </span>
        <span class="name">{group.name}</span>
        <span class="figures">
          {group.size} × {group.low === null ? '–' : group.low.toFixed(2)}
        </span>
      </span>
      <span class="second">
        {group.marks.map((mark) => (
          <span key={mark} class="mark">
            {say(mark as Word)}
          </span>
        ))}
        {group.title || group.text}
      </span>
    </button>
  )
}
