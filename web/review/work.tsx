/** The review itself: the queue beside the group in hand. */
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks'
import type { Language } from '../language.js'
import { type Address, FILTERS, NOWHERE, TABS, tabOf } from './address.js'
import {
  type Acted,
  type Activity,
  type Described,
  download,
  Failure,
  type Group,
  get,
  isOver,
  listen,
  post,
  type State,
  type Task,
} from './api.js'
import { Apply } from './apply.js'
import { Bulk } from './bulk.js'
import { ActivityList } from './desk/activity.js'
import { actOf, type Decision, firstChosen, standingOf } from './desk/decisions.js'
import { Outbox, type Waiting } from './desk/outbox.js'
import { Top } from './desk/top.js'
import { Who } from './desk/who.js'
import { Facets } from './facets.js'
import { type Actions, GroupView } from './group.js'
import { Help, keyOf } from './keys.js'
import { Lab } from './lab.js'
import { List } from './list.js'
import { Passages } from './passages.js'
import { useQueue } from './queue.js'
import { Running } from './running.js'
import { type Say, SENTENCES, type Word } from './words.js'

interface WorkProps {
  readonly review: Described
  readonly address: Address
  readonly change: (part: Partial<Address>, replace?: boolean) => void
  readonly person: string
  readonly onPerson: (name: string) => void
  readonly onLanguage: () => void
  readonly reload: () => Promise<void>
  readonly language: Language
  readonly say: Say
}

type Panel = 'help' | 'bulk' | 'lab' | 'apply' | 'passages' | 'activity'

/** Something of one's own that can be taken back. */
interface Undoable {
  readonly key?: string | undefined
  readonly batch?: string | undefined
  readonly group?: string | undefined
  readonly act: string
  /** How the group stood before. */
  readonly before?: ReturnType<typeof standingOf> | undefined
}

const SORTS = ['risk', 'size', 'similarity', 'input'] as const
const GOES_ON = 'leitong goes on'
/** Groups whose texts are there before they are asked for. */
const AHEAD = 2
/** Rows before the end of what is held at which the next part of the list is asked for. */
const EARLY = 60
/** Keys that need the group itself. They wait until it is there, and what is pressed after them waits behind them. */
const NEEDS_GROUP = new Set(['h', 'l', ' ', '1', 's'])
/** Keys that need the group or its row in the list, which says how the group stands with them. */
const NEEDS_ROW = new Set(['m', 'x', 'X', 'd'])

export function Work({ review, address, change, person, onPerson, onLanguage, reload, language, say }: WorkProps) {
  const [, draw] = useReducer((times: number) => times + 1, 0)
  const queue = useQueue(address)
  const [said, setSaid] = useState('')
  const [panel, setPanel] = useState<Panel>()
  /** What is to be done once somebody has said who they are. */
  const [asked, setAsked] = useState<() => void>()
  const [goesOn, setGoesOn] = useState(() => localStorage.getItem(GOES_ON) !== 'no')
  /** What is under way; a window that has begun it shows it itself. */
  const [task, setTask] = useState<Task>()
  const ended = useRef('')
  /** The last run that an event has told of. */
  const heard = useRef(0)
  const [last, setLast] = useState('')
  const done = useRef<readonly Undoable[]>([])
  /** Ends when it is known what was done before the page was loaded. */
  const earlier = useRef<Promise<void>>(Promise.resolve())
  /** Which members of which group are in hand and selected. */
  const hand = useRef<{ readonly group: string; readonly chosen?: number | undefined; readonly selected: ReadonlySet<number> }>({
    group: '',
    selected: new Set(),
  })
  const search = useRef<HTMLInputElement>(null)
  /** Keys that wait for a group or for a part of the list. */
  const typed = useRef<string[]>([])
  const isTyping = useRef(false)
  /** Moves in the list that wait for parts of it. */
  const moves = useRef(0)
  const path = [review.name]

  // What keys and answers work on is what is there when they come, not when they were asked for.
  const now = useRef({ queue, address, person, run: review.run, goesOn, language, say })
  now.current = { queue, address, person, run: review.run, goesOn, language, say }

  const [outbox] = useState(
    () =>
      new Outbox(review.name, {
        changed: () => {
          draw(undefined)
          goOnTyping()
        },
        done: ({ states, stands = {} }: Acted) => {
          now.current.queue.counts(states)
          for (const [id, state] of Object.entries(stands)) now.current.queue.update(id, { state })
        },
        refused: (waiting: Waiting, error: Error) => {
          done.current = done.current.filter(({ key }) => key !== waiting.key)
          const body = error instanceof Failure ? error.body : {}
          const others = body['others'] as { by: string }[] | undefined
          const { language: spoken } = now.current
          const why = others
            ? SENTENCES.others(spoken, others.map(({ by }) => by).join(', '))
            : body['conflict'] === 'run'
              ? now.current.say('otherRun')
              : error.message
          setSaid(SENTENCES.refused(spoken, waiting.group, why))
          if (waiting.group === now.current.address.group) void show(waiting.group)
        },
        locked: () => void reload(),
      }),
  )
  useEffect(() => () => outbox.end(), [outbox])
  useEffect(() => {
    const stay = (event: BeforeUnloadEvent) => {
      if (outbox.waiting.length) event.preventDefault()
    }
    addEventListener('beforeunload', stay)
    return () => removeEventListener('beforeunload', stay)
  }, [outbox])

  // What was done before the page was loaded can be undone as well. Asked for before the page is seen, as keys are taken from then on.
  useLayoutEffect(() => {
    if (!person || !review.run) return
    earlier.current = get<{ done: readonly Activity[] }>([...path, 'activity'], { by: person, limit: '50' }).then(
      (found) => {
        const known = new Set(done.current.map(({ key, batch }) => key ?? batch))
        done.current = [...[...found.done].reverse().filter(({ key, batch }) => !known.has(key ?? batch)), ...done.current]
        draw(undefined)
      },
      () => {},
    )
  }, [review.name, person, review.run])

  const group = address.group ? outbox.group(address.group) : undefined
  const stateOf = (id: string, state: State, size: number) => outbox.stateOf(id, state, size)
  const handOf = (id: string) => (hand.current.group === id ? hand.current : { group: id, selected: new Set<number>() })
  const { selected } = handOf(address.group)
  const chosen = handOf(address.group).chosen ?? (group ? firstChosen(group) : 0)
  const setHand = (part: { chosen?: number; selected?: ReadonlySet<number> }) => {
    hand.current = { ...handOf(now.current.address.group), ...part }
    draw(undefined)
  }

  const show = (id: string, isNew = false) =>
    (isNew ? outbox.load(id) : outbox.reload(id)).then(
      () => draw(undefined),
      (error: Error) => id === now.current.address.group && setSaid(error.message),
    )
  useEffect(() => {
    if (!address.group) return
    hand.current = handOf(address.group)
    const loaded = show(address.group, true)
    const place = queue.placeOf(address.group)
    void loaded.then(() => {
      for (let i = 1; place >= 0 && i <= AHEAD; i++) {
        const next = now.current.queue.groupAt(place + i)
        if (next) void outbox.load(next.id).catch(() => {})
      }
    })
    if (place >= 0) queue.want(place, place + EARLY)
  }, [address.group])

  /** Shows a group. Of what was not chosen by hand no step is left behind in the history. */
  const open = (id: string, isStep = false) => {
    now.current.address = { ...now.current.address, group: id }
    change({ group: id }, !isStep)
  }

  // The first group is there at once, where there is room for it: a key that is pressed as soon as the list is seen is on it.
  const { part, count } = queue
  useLayoutEffect(() => {
    const first = queue.groupAt(0)
    if (!address.group && first && !isNarrow()) open(first.id)
  }, [count > 0 && !address.group])

  // Acts of others, and new runs.
  useEffect(() => {
    const ending = new AbortController()
    const told = async (event: Record<string, unknown>) => {
      const { queue: listed, run, address: at } = now.current
      if (event['kind'] === 'passages') return
      if (event['kind'] === 'task') {
        const news = event['task'] as Task
        setTask(isOver(news) ? undefined : news)
        if (isOver(news)) ended.current = news.id
        if (news.state === 'failed') setSaid(news.error?.message ?? '')
        // A run that ended while nobody listened.
        if (news.state !== 'done' || (news.summary?.run ?? 0) <= Math.max(run, heard.current)) return
      }
      if (event['kind'] === 'run') heard.current = event['run'] as number
      if (event['kind'] !== 'act') {
        outbox.forget()
        if (event['kind'] !== 'acts') await reload()
        listed.refresh()
        if (at.group) void show(at.group)
        return
      }
      for (const [id, state] of Object.entries((event['stands'] ?? {}) as Record<string, State>)) {
        listed.update(id, { state })
        if (id === at.group) void show(id)
        else if (!outbox.waiting.some((one) => one.group === id)) outbox.forget([id])
      }
    }
    const follow = async () => {
      while (!ending.signal.aborted) {
        await listen([...path, 'events'], (event) => void told(event), ending.signal).catch(() => undefined)
        await new Promise((wake) => setTimeout(wake, 2000))
      }
    }
    void follow()
    return () => ending.abort()
  }, [review.name])

  const named = (work: () => void) => (now.current.person ? work() : setAsked(() => work))
  const decide = (decision: Decision) =>
    named(() => {
      const id = now.current.address.group
      if (!id) return
      const before = outbox.group(id)
      const row = now.current.queue.groupAt(now.current.queue.placeOf(id))
      if (before && !changes(before, decision)) return
      const { key } = outbox.add(id, now.current.run, now.current.person, decision)
      const act = decision.kind === 'none' ? 'distinct' : decision.kind === 'join' ? 'duplicate' : decision.kind
      done.current = [...done.current, { key, group: id, act, before: before && standingOf(before) }]
      hand.current = { ...handOf(id), selected: new Set() }
      setSaid('')
      setLast(SENTENCES.last(now.current.language, now.current.say(`act-${act}` as Word)))
      const state = outbox.group(id)?.state ?? (row ? stateOf(id, row.state, row.size) : 'open')
      if (decision.kind !== 'note' && decision.kind !== 'keep' && (state === 'decided' || state === 'deferred')) goOn()
      else if (outbox.group(id)) setHand({ chosen: firstChosen(outbox.group(id) as Group) })
    })
  const undo = (what: Undoable) =>
    named(() => {
      done.current = done.current.filter((one) => (what.key === undefined ? one.batch !== what.batch : one.key !== what.key))
      setSaid('')
      setLast(say('undone'))
      if (what.batch !== undefined && what.key === undefined) {
        outbox.add('', now.current.run, now.current.person, { kind: 'undo-batch', batch: what.batch })
        return
      }
      const id = what.group ?? now.current.address.group
      if (id && id !== now.current.address.group) open(id)
      if (what.key !== undefined && !outbox.drop(what.key))
        outbox.add(id, now.current.run, now.current.person, { kind: 'undo', of: what.key, before: what.before })
      draw(undefined)
    })

  /** Whether a row waits for a decision, among those that the tab shows. */
  const isWaiting = (row: { id: string; state: State; size: number }) => {
    const state = stateOf(row.id, row.state, row.size)
    return tabOf(now.current.address) === 'deferred' ? state === 'deferred' : state === 'open' || state === 'partly'
  }
  /** Does one thing after another with the list, also where parts of it have to be asked for. */
  const moving = async (work: () => Promise<unknown>) => {
    moves.current++
    await work().catch((error: Error) => setSaid(error.message))
    moves.current--
    goOnTyping()
  }
  /** Where the group in hand stands, seen by who goes on in a direction: one that fits no more stands beside what took its place. */
  const standsAt = (by: 1 | -1) => {
    const { queue: listed, address: at } = now.current
    const here = listed.placeOf(at.group)
    if (here >= 0 || listed.opening?.id !== at.group) return here
    return by > 0 ? listed.opening.place - 1 : listed.opening.place
  }
  /** After a decision: the next group that waits for one. */
  const goOn = () => {
    const { queue: listed, address: at } = now.current
    if (!now.current.goesOn || tabOf(at) === 'decided') return
    // Who has chosen another group meanwhile is not led away from it.
    const isHere = () => now.current.address.group === at.group
    if (!listed.isThere()) return void moving(() => listed.comes().then(() => isHere() && goOn()))
    const from = standsAt(1)
    for (let place = from + 1; place < listed.count; place++) {
      const row = listed.groupAt(place)
      if (!row) {
        void moving(async () => {
          const loaded = await listed.load(place)
          if (!isHere()) return
          if (loaded && isWaiting(loaded)) open(loaded.id)
          else if (loaded || !listed.isThere()) goOn()
          else typed.current = []
        })
        return
      }
      if (isWaiting(row)) return open(row.id)
    }
    // At the end, what was passed over before.
    for (let place = 0; place <= from; place++) {
      const row = listed.groupAt(place)
      if (row && isWaiting(row)) return open(row.id)
    }
  }
  const step = (by: 1 | -1): void => {
    const { queue: listed } = now.current
    if (!listed.isThere()) {
      void moving(() => listed.comes().then(() => step(by)))
      return
    }
    const to = standsAt(by) + by
    if (to < 0 || to >= listed.count) return
    const row = listed.groupAt(to)
    if (row) open(row.id)
    else
      void moving(async () => {
        const loaded = await listed.load(to)
        if (!listed.isThere()) step(by)
        else if (loaded) open(loaded.id)
        else typed.current = []
      })
  }
  const actions: Actions = {
    choose: (place) => setHand({ chosen: place }),
    toggle: (place) => {
      const after = new Set(handOf(now.current.address.group).selected)
      if (!after.delete(place)) after.add(place)
      setHand({ selected: after })
    },
    keep: () => decide({ kind: 'keep', chosen: chosenNow() }),
    duplicate: () => decide({ kind: 'duplicate', selected: selectedNow() }),
    none: () => decide({ kind: 'none' }),
    distinct: () => decide({ kind: 'distinct', chosen: handOf(now.current.address.group).chosen, selected: selectedNow() }),
    split: () => decide({ kind: 'split', selected: selectedNow() }),
    defer: () => decide({ kind: 'defer' }),
    undo: () => {
      const undoLast = () => {
        const what = done.current.at(-1)
        if (what) undo(what)
      }
      // A key that comes before the list of earlier acts is not lost.
      if (done.current.length) undoLast()
      else void moving(() => earlier.current.then(undoLast))
    },
    join: (place) => decide({ kind: 'join', place }),
    undoAct: (what) => undo({ ...what, act: '' }),
    unmask: () =>
      named(async () => {
        try {
          outbox.take(await post<Group>([...path, 'unmask', now.current.address.group], { by: now.current.person }))
        } catch (error) {
          setSaid((error as Error).message)
        }
      }),
    open: (id) => open(id, true),
    back: () => change({ group: '' }),
    note: (text) => decide({ kind: 'note', note: text }),
    more: async () => {
      if (!group) return
      const next = await get<Group>([...path, 'groups', group.id], { offset: String(group.members.length) })
      const held = new Set(group.members.map(({ place }) => place))
      outbox.take({ ...next, members: [...group.members, ...next.members.filter(({ place }) => !held.has(place))] })
    },
  }
  const selectedNow = () => [...handOf(now.current.address.group).selected]
  const chosenNow = () => {
    const here = now.current.address.group
    const shown = outbox.group(here)
    return handOf(here).chosen ?? (shown ? firstChosen(shown) : 0)
  }
  const goMember = (by: number) => {
    const places = outbox.group(now.current.address.group)?.members.map((member) => member.place) ?? []
    const next = places[places.indexOf(chosenNow()) + by]
    if (next !== undefined) setHand({ chosen: next })
  }
  const keys: Readonly<Record<string, () => void>> = {
    j: () => step(1),
    k: () => step(-1),
    h: () => goMember(-1),
    l: () => goMember(1),
    ' ': () => actions.toggle(chosenNow()),
    '1': actions.keep,
    m: actions.duplicate,
    x: actions.distinct,
    X: actions.none,
    s: actions.split,
    d: actions.defer,
    u: actions.undo,
    '/': () => search.current?.focus(),
    a: () => setPanel('activity'),
    b: () => setPanel('bulk'),
    t: () => setPanel('lab'),
    p: () => setPanel('passages'),
    '?': () => setPanel('help'),
  }
  const held = useRef(keys)
  held.current = keys
  const mustWait = (key: string) => {
    if (moves.current > 0) return true
    const { queue: listed, address: at } = now.current
    if (outbox.group(at.group)) return false
    return NEEDS_GROUP.has(key) || (NEEDS_ROW.has(key) && !listed.isThere())
  }
  const goOnTyping = () => {
    // What a key does may lead here again: the next key comes when it is done.
    if (isTyping.current) return
    isTyping.current = true
    try {
      while (typed.current.length && !mustWait(typed.current[0] as string)) held.current[typed.current.shift() as string]?.()
    } finally {
      isTyping.current = false
    }
  }
  // The list is there, and a group of it in hand.
  useLayoutEffect(() => goOnTyping())
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const key = keyOf(event)
      if (key === undefined || !held.current[key]) return
      event.preventDefault()
      if (typed.current.length || mustWait(key)) typed.current.push(key)
      else held.current[key]?.()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])

  const runAgain = async (changes: object = {}) => {
    setSaid('')
    try {
      // How it goes on, and what it found, comes as events.
      const begun = await post<Task>([...path, 'run'], changes)
      if (begun.id !== ended.current) setTask((known) => (known?.id === begun.id ? known : begun))
    } catch (error) {
      setSaid((error as Error).message)
    }
  }
  const setMasked = (on: boolean) =>
    named(async () => {
      try {
        await post([...path, 'masking'], { on, by: now.current.person })
        setSaid('')
      } catch (error) {
        setSaid((error as Error).message)
      }
    })
  const close = (which: Panel) => () => setPanel((shown) => (shown === which ? undefined : shown))

  /** How many more groups of the list are in a state by what waits to be sent. */
  const moved: Record<State, number> = { open: 0, partly: 0, decided: 0, deferred: 0 }
  /** How many more of all groups are decided by it: a search does not have them all. */
  let decided = 0
  for (const id of new Set(outbox.waiting.map((one) => one.group))) {
    const row = queue.groupAt(queue.placeOf(id))
    const before = row?.state ?? outbox.told(id)?.state
    const after = row ? stateOf(id, row.state, row.size) : outbox.group(id)?.state
    if (!before || !after) continue
    decided += Number(after === 'decided') - Number(before === 'decided')
    // While another list is asked for the figures are still those of the one before.
    if (!row && queue.isThere()) continue
    moved[before]--
    moved[after]++
  }
  const total = part?.total ?? review.groups ?? 0
  const inTab = (states: readonly State[]) => states.reduce((sum, state) => sum + (part?.facets.state[state] ?? 0) + moved[state], 0)
  const isFiltered = FILTERS.some((name) => name !== 'state' && address[name])
  const place = address.group ? queue.placeOf(address.group) : -1
  const opened = queue.opening?.id === address.group ? queue.opening.place : -1
  const tab = tabOf(address)
  return (
    <div class="shell">
      <Top
        review={review}
        decided={(part?.states.decided ?? review.states?.decided ?? 0) + decided}
        total={total}
        canUndo={done.current.length > 0}
        isBusy={task !== undefined}
        unsent={outbox.failed ? outbox.waiting.length : 0}
        person={person}
        onPerson={onPerson}
        goesOn={goesOn}
        onGoesOn={(on) => {
          localStorage.setItem(GOES_ON, on ? 'yes' : 'no')
          setGoesOn(on)
        }}
        onHome={() => {
          // A new load would forget the key of the service.
          change(NOWHERE)
          void reload()
        }}
        onUndo={actions.undo}
        onRun={() => void runAgain()}
        onPanel={setPanel}
        onExport={(name) =>
          void download([...path, 'export', name], `${review.name}-${name}`).catch((error: Error) => setSaid(error.message))
        }
        onMask={() => setMasked(!review.masked)}
        onLanguage={onLanguage}
        language={language}
        say={say}
      />
      {(said || queue.failed || outbox.failed) && (
        <p class="said" role="alert">
          <span>{said || SENTENCES.noAnswer(language, queue.failed || outbox.failed)}</span>
          {said && (
            <button type="button" onClick={() => setSaid('')}>
              {say('close')}
            </button>
          )}
        </p>
      )}
      <main class="work" data-run={review.run} data-screen={address.group ? 'group' : 'list'}>
        <div class="side">
          <div class="tabs" role="tablist" aria-label={say('groups')}>
            {TABS.map((name) => (
              <button
                key={name}
                type="button"
                role="tab"
                aria-selected={tab === name}
                onClick={() => change({ state: name === 'open' ? '' : name }, true)}
                data-tab={name}
              >
                {say(`tab-${name}`)}{' '}
                <span class="figures">
                  {(name === 'all'
                    ? inTab(['open', 'partly', 'decided', 'deferred'])
                    : inTab(name === 'open' ? ['open', 'partly'] : [name])
                  ).toLocaleString('en-US')}
                </span>
              </button>
            ))}
          </div>
          <div class="finding">
            <input
              ref={search}
              type="search"
              aria-label={say('search')}
              placeholder={`${say('search')} /`}
              value={address.q}
              onInput={(event) => change({ q: event.currentTarget.value }, true)}
              onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
            />
            <select
              aria-label={say('sort')}
              value={address.sort || 'risk'}
              onChange={(event) => change({ sort: event.currentTarget.value }, true)}
            >
              {SORTS.map((sort) => (
                <option key={sort} value={sort}>
                  {say(sort)}
                </option>
              ))}
            </select>
          </div>
          {part && (
            <details class="filters">
              <summary>
                {say('filters')}
                {isFiltered && ` · ${FILTERS.filter((name) => name !== 'state' && address[name]).length}`}
              </summary>
              <Facets part={part} address={address} change={(next) => change(next, true)} say={say} />
            </details>
          )}
          <p class="found">
            <span data-found>{part ? SENTENCES.counts(language, count, total) : review.run ? say('loading') : ''}</span>
            <button type="button" class="plain" onClick={queue.refresh} disabled={!part}>
              {say('refresh')}
            </button>
            {isFiltered && (
              <button
                type="button"
                class="plain"
                onClick={() => change(Object.fromEntries(FILTERS.filter((name) => name !== 'state').map((name) => [name, ''])), true)}
              >
                {say('clear')}
              </button>
            )}
          </p>
          {part && part.found === 0 && count === 0 && <p class="faint">{say('nothing')}</p>}
          {!part && review.run > 0 && (
            <div class="skeleton" aria-hidden="true">
              <i />
              <i />
              <i />
            </div>
          )}
          <List
            count={count}
            groupAt={queue.groupAt}
            stateOf={({ id, state, size }) => stateOf(id, state, size)}
            want={queue.want}
            chosen={address.group}
            chosenPlace={place >= 0 ? place : opened}
            onChoose={(at) => {
              const row = queue.groupAt(at)
              if (!row) return
              open(row.id, true)
              void outbox.load(row.id).then(
                () => requestAnimationFrame(() => document.querySelector<HTMLElement>('.view h2')?.focus()),
                () => {},
              )
            }}
            onStep={(by) => step(by > 0 ? 1 : -1)}
            language={language}
            say={say}
          />
          {task && <Running task={task} language={language} say={say} />}
        </div>
        {group ? (
          <GroupView
            review={review.name}
            isMasked={review.masked === true}
            group={group}
            chosen={chosen}
            selected={selected}
            actions={actions}
            last={last}
            language={language}
            say={say}
          />
        ) : (
          <p class="view faint">{say(address.group || (review.run && !part) ? 'loading' : review.run ? 'pickGroup' : 'notRun')}</p>
        )}
      </main>
      {asked && (
        <Who
          onName={(name) => {
            onPerson(name)
            now.current.person = name
            asked()
          }}
          onClose={() => setAsked(undefined)}
          say={say}
        />
      )}
      {panel === 'help' && <Help onClose={close('help')} say={say} />}
      {panel === 'activity' && (
        <ActivityList
          review={review.name}
          onUndo={undo}
          onGroup={(id) => open(id, true)}
          onClose={close('activity')}
          language={language}
          say={say}
        />
      )}
      {panel === 'apply' && <Apply review={review.name} onClose={close('apply')} language={language} say={say} />}
      {panel === 'passages' && <Passages review={review.name} person={person} onClose={close('passages')} language={language} say={say} />}
      {panel === 'lab' && (
        <Lab
          review={review}
          onRun={(threshold) => void runAgain({ threshold })}
          onClose={() => {
            close('lab')()
            void reload()
          }}
          language={language}
          say={say}
        />
      )}
      {panel === 'bulk' && (
        <Bulk
          review={review.name}
          address={address}
          person={person}
          onDone={({ batch, groups, states }) => {
            queue.counts(states)
            done.current = [...done.current, { batch, act: 'bulk' }]
            setLast(SENTENCES.bulkDone(language, groups))
          }}
          onClose={close('bulk')}
          language={language}
          say={say}
        />
      )}
    </div>
  )
}

/** List and group are two screens. */
const isNarrow = () => matchMedia('(max-width: 760px)').matches

/** Whether a decision would change anything of a group that is known. */
function changes(group: Group, decision: Decision): boolean {
  return decision.kind === 'undo' || decision.kind === 'undo-batch' || actOf(group, decision) !== undefined
}
