/** The bar at the top: which review, how far it is, and what else can be done with it. */
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Language } from '../../language.js'
import type { Described } from '../api.js'
import { type Say, SENTENCES } from '../words.js'

/** A menu below its button; a choice, a click elsewhere and Escape close it. */
export function Menu({
  label,
  name,
  isMain,
  children,
}: {
  label: ComponentChildren
  name: string
  isMain?: boolean
  children: ComponentChildren
}) {
  const box = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const leave = (event: Event) => {
      if (event instanceof KeyboardEvent ? event.key === 'Escape' : !box.current?.contains(event.target as Node))
        box.current?.removeAttribute('open')
    }
    const choose = (event: Event) => (event.target as HTMLElement).closest('button') && box.current?.removeAttribute('open')
    addEventListener('pointerdown', leave)
    addEventListener('keydown', leave)
    box.current?.addEventListener('click', choose)
    return () => {
      removeEventListener('pointerdown', leave)
      removeEventListener('keydown', leave)
    }
  }, [])
  return (
    <details class={`menu ${name}`} ref={box}>
      <summary class={isMain ? 'go' : ''} data-menu={name}>
        {label}
      </summary>
      <div class="menu-body">{children}</div>
    </details>
  )
}

interface TopProps {
  readonly review: Described
  readonly decided: number
  readonly total: number
  readonly canUndo: boolean
  readonly isBusy: boolean
  /** Decisions that the service has not taken yet. */
  readonly unsent: number
  readonly person: string
  readonly onPerson: (name: string) => void
  readonly goesOn: boolean
  readonly onGoesOn: (on: boolean) => void
  readonly onHome: () => void
  readonly onUndo: () => void
  readonly onRun: () => void
  readonly onPanel: (panel: 'bulk' | 'lab' | 'apply' | 'passages' | 'activity' | 'help') => void
  readonly onExport: (name: string) => void
  readonly onMask: () => void
  readonly onLanguage: () => void
  readonly language: Language
  readonly say: Say
}

const EXPORTS = ['groups', 'decisions']
  .flatMap((what) => ['xlsx', 'csv', 'jsonl'].map((ending) => `${what}.${ending}`))
  .concat('review.html')

export function Top(props: TopProps) {
  const { review, decided, total, canUndo, isBusy, unsent, person, goesOn, language, say } = props
  const progress = SENTENCES.progress(language, decided, total)
  return (
    <header class="top">
      <button type="button" class="skip" onClick={() => document.querySelector<HTMLElement>('.view h2')?.focus()}>
        {say('toGroup')}
      </button>
      <h1>
        <a
          href="/"
          onClick={(event) => {
            event.preventDefault()
            props.onHome()
          }}
        >
          leitong
        </a>
        <span class="wide-only"> · {review.name}</span>
      </h1>
      <span class="grow" />
      <progress max={Math.max(1, total)} value={decided} aria-label={say('progress')} />
      <span class="progress" data-progress>
        {progress}
      </span>
      <span class="progress narrow-only">{`${decided.toLocaleString('en-US')} / ${total.toLocaleString('en-US')}`}</span>
      {unsent > 0 && (
        <span class="unsent" data-unsent>
          {SENTENCES.unsent(language, unsent)}
        </span>
      )}
      <span class="grow" />
      <button type="button" disabled={!canUndo} onClick={props.onUndo} data-act="undo">
        {say('undo')} <kbd>u</kbd>
      </button>
      <Menu label={say('tools')} name="tools">
        <button type="button" disabled={isBusy} onClick={props.onRun}>
          {say('run')}
        </button>
        <button type="button" disabled={!review.run} onClick={() => props.onPanel('bulk')}>
          {say('bulk')}… <kbd>b</kbd>
        </button>
        <button type="button" disabled={!review.run} onClick={() => props.onPanel('lab')}>
          {say('lab')} <kbd>t</kbd>
        </button>
        <button type="button" disabled={!review.run} onClick={() => props.onPanel('passages')}>
          {say('passages')} <kbd>p</kbd>
        </button>
        <button type="button" disabled={!review.run} onClick={() => props.onPanel('activity')}>
          {say('activity')} <kbd>a</kbd>
        </button>
        <button type="button" onClick={props.onMask}>
          {say(review.masked ? 'unmask' : 'mask')}
        </button>
        <label class="check">
          <input type="checkbox" checked={goesOn} onChange={(event) => props.onGoesOn(event.currentTarget.checked)} />
          <span>{say('goesOn')}</span>
        </label>
      </Menu>
      <Menu
        label={
          <>
            {say('outputs')}
            <span class="wide-only">{say('andApply')}</span>
          </>
        }
        name="outputs"
        isMain
      >
        <button type="button" disabled={!review.run} onClick={() => props.onPanel('apply')}>
          {say('plan')}
        </button>
        {EXPORTS.map((name) => (
          <button key={name} type="button" disabled={!review.run} onClick={() => props.onExport(name)}>
            {name}
          </button>
        ))}
      </Menu>
      <Menu label={person || say('you')} name="person">
        <label>
          {say('you')}
          <input id="person" value={person} maxLength={200} onChange={(event) => props.onPerson(event.currentTarget.value.trim())} />
        </label>
        <button type="button" onClick={props.onLanguage}>
          {say('language')}
        </button>
        <button type="button" onClick={() => props.onPanel('help')}>
          {say('help')} <kbd>?</kbd>
        </button>
      </Menu>
    </header>
  )
}
