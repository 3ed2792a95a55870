/** The review itself: the queue beside the group in hand. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { type Address, FILTERS, NOWHERE } from './address.js'
import { type Described, type Done, download, Failure, type Group, get, isOver, listen, post, type Task } from './api.js'
import { Apply } from './apply.js'
import { Bulk } from './bulk.js'
import { Facets } from './facets.js'
import { type Actions, apart, GroupView, merged } from './group.js'
import { Help, keyOf } from './keys.js'
import { Lab } from './lab.js'
import { List } from './list.js'
import { Passages } from './passages.js'
import { useQueue } from './queue.js'
import { Running } from './running.js'
import { type Language, type Say, SENTENCES } from './words.js'

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

const SORTS = ['risk', 'size', 'similarity', 'input'] as const

export function Work({ review, address, change, person, onPerson, onLanguage, reload, language, say }: WorkProps) {
  const queue = useQueue(address)
  const [loaded, setGroup] = useState<Group>()
  // What is done is done to the group that the address names, never to one that is about to go.
  const group = loaded?.id === address.group ? loaded : undefined
  const [chosen, setChosen] = useState(0)
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [said, setSaid] = useState('')
  const [panel, setPanel] = useState<'help' | 'bulk' | 'lab' | 'apply' | 'passages'>()
  /** What is under way; a window that has begun it shows it itself. */
  const [task, setTask] = useState<Task>()
  const ended = useRef('')
  /** The last run that an event has told of. */
  const heard = useRef(0)
  /** Keys of own acts that can be undone, the last one last, each with its group. */
  const [done, setDone] = useState<readonly { readonly key?: string; readonly batch?: string; readonly group?: string }[]>([])
  const search = useRef<HTMLInputElement>(null)
  const path = [review.name]

  const load = async (id: string, isNew: boolean) => {
    try {
      const found = await get<Group>([...path, 'groups', id])
      setGroup(found)
      if (!isNew) return
      setSelected(new Set())
      setChosen(found.members.find(({ place, state }) => place !== found.kept && state === 'open')?.place ?? (found.kept ? 0 : 1))
    } catch (error) {
      setGroup(undefined)
      setSaid((error as Error).message)
    }
  }
  useEffect(() => {
    if (address.group) void load(address.group, true)
    else setGroup(undefined)
  }, [address.group])

  // Acts of others, and new runs.
  const current = useRef({ group, queue, run: review.run })
  current.current = { group, queue, run: review.run }
  useEffect(() => {
    const ending = new AbortController()
    const told = async (event: Record<string, unknown>) => {
      const { group: shown, queue: listed, run } = current.current
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
        if (event['kind'] !== 'acts') await reload()
        listed.refresh()
        if (shown) void load(shown.id, event['kind'] !== 'acts' && event['kind'] !== 'masking')
        return
      }
      for (const id of (event['groups'] ?? []) as string[]) {
        const found = await get<Group>([...path, 'groups', id]).catch(() => undefined)
        if (!found) continue
        listed.update(id, { state: found.state })
        if (shown?.id === id) setGroup(found)
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

  const isNamed = () => {
    if (person) return true
    setSaid(say('whoAreYou'))
    document.getElementById('person')?.focus()
    return false
  }
  const act = async (kind: string, members: readonly (number | object)[], more: object = {}) => {
    if (!group || !isNamed()) return
    try {
      const answer = await post<Done>([...path, 'acts'], {
        act: kind,
        members: members.map((place) => (typeof place === 'number' ? { group: group.id, place } : place)),
        by: person,
        run: review.run,
        seen: group.revision,
        ...more,
      })
      setSaid('')
      queue.counts(answer.states)
      setDone(
        kind === 'undo' ? done.filter((one) => one.key !== (more as { of?: string }).of) : [...done, { key: answer.key, group: group.id }],
      )
      setSelected(new Set())
      const touched = answer.groups.includes(group.id) ? answer.groups : [...answer.groups, group.id]
      for (const id of touched) {
        const found = await get<Group>([...path, 'groups', id])
        queue.update(id, { state: found.state })
        if (id === group.id) setGroup(found)
      }
    } catch (error) {
      const others = error instanceof Failure ? (error.body['others'] as { by: string }[] | undefined) : undefined
      setSaid(others ? SENTENCES.others(language, others.map(({ by }) => by).join(', ')) : (error as Error).message)
      void load(group.id, false)
    }
  }
  const undoBatch = async (batch: string) => {
    if (!isNamed()) return
    try {
      // The list follows by the event that tells everybody.
      queue.counts((await post<Done>([...path, 'acts'], { act: 'undo', batch, by: person })).states)
      setDone(done.slice(0, -1))
      setSaid('')
    } catch (error) {
      setSaid((error as Error).message)
    }
  }
  const actions: Actions = {
    choose: setChosen,
    toggle: (place) =>
      setSelected((before) => {
        const after = new Set(before)
        if (!after.delete(place)) after.add(place)
        return after
      }),
    keep: () => group && chosen !== group.kept && void act('keep', [chosen, group.kept]),
    merge: () => {
      const places = group ? merged(group, selected) : []
      if (group && places.length) void act('duplicate', [group.kept, ...places])
    },
    distinct: () => {
      const pair = group && apart(group, chosen, selected)
      if (pair) void act('distinct', pair)
    },
    split: () => {
      if (!group || !selected.size || selected.size === group.size) return
      const others = group.states.flatMap((_, place) => (selected.has(place) ? [] : [{ group: group.id, place }]))
      void act('split', [...selected], { from: others })
    },
    defer: () =>
      group &&
      void act(
        'defer',
        group.states.map((_, place) => place),
      ),
    undo: () => {
      const last = done.at(-1)
      if (!last) return
      if (last.batch !== undefined) return void undoBatch(last.batch)
      if (last.group !== undefined && last.group !== group?.id) change({ group: last.group })
      void act('undo', [], { of: last.key })
    },
    join: (place) => group && void act('duplicate', [group.kept, place]),
    undoAct: (key) => void act('undo', [], { of: key }),
    unmask: async () => {
      if (!group || !isNamed()) return
      try {
        setGroup(await post<Group>([...path, 'unmask', group.id], { by: person }))
      } catch (error) {
        setSaid((error as Error).message)
      }
    },
    open: (id) => change({ group: id }),
    note: (text) => group && void act('note', [group.kept], { note: text }),
    more: async () => {
      if (!group) return
      const next = await get<Group>([...path, 'groups', group.id], { offset: String(group.members.length) })
      const held = new Set(group.members.map(({ place }) => place))
      setGroup({ ...next, members: [...group.members, ...next.members.filter(({ place }) => !held.has(place))] })
    },
  }

  const place = useMemo(() => (address.group ? queue.placeOf(address.group) : -1), [address.group, queue.part])
  const go = async (to: number) => {
    const found = to >= 0 && to < (queue.part?.found ?? 0) ? (queue.groupAt(to) ?? (await queue.load(to))) : undefined
    if (found) change({ group: found.id }, true)
  }
  const goMember = (step: number) => {
    if (!group) return
    const places = group.members.map((member) => member.place)
    const next = places[places.indexOf(chosen) + step]
    if (next !== undefined) setChosen(next)
  }
  const keys: Readonly<Record<string, () => void>> = {
    j: () => void go(queue.placeOf(address.group) + 1),
    k: () => void go(queue.placeOf(address.group) - 1),
    h: () => goMember(-1),
    l: () => goMember(1),
    ' ': () => actions.toggle(chosen),
    '1': actions.keep,
    m: actions.merge,
    x: actions.distinct,
    s: actions.split,
    d: actions.defer,
    u: actions.undo,
    '/': () => search.current?.focus(),
    b: () => setPanel('bulk'),
    t: () => setPanel('lab'),
    p: () => setPanel('passages'),
    '?': () => setPanel('help'),
    Escape: () => setPanel(undefined),
  }
  const held = useRef(keys)
  held.current = keys
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const key = keyOf(event)
      const wanted = key === undefined ? undefined : held.current[key]
      if (!wanted) return
      event.preventDefault()
      wanted()
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
  const setMasked = async (on: boolean) => {
    if (!isNamed()) return
    try {
      await post([...path, 'masking'], { on, by: person })
      setSaid('')
    } catch (error) {
      setSaid((error as Error).message)
    }
  }
  const { part } = queue
  const total = part?.total ?? review.groups ?? 0
  const isFiltered = FILTERS.some((name) => address[name])
  return (
    <>
      <header class="bar-top">
        <h1>
          <a
            href="/"
            onClick={(event) => {
              // A new load would forget the key of the service.
              event.preventDefault()
              change(NOWHERE)
              void reload()
            }}
          >
            leitong
          </a>{' '}
          · {review.name}
        </h1>
        <input
          ref={search}
          type="search"
          aria-label={say('search')}
          placeholder={`${say('search')} /`}
          value={address.q}
          onInput={(event) => change({ q: event.currentTarget.value }, true)}
          onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
        />
        <label>
          {say('sort')}{' '}
          <select value={address.sort || 'risk'} onChange={(event) => change({ sort: event.currentTarget.value })}>
            {SORTS.map((sort) => (
              <option key={sort} value={sort}>
                {say(sort)}
              </option>
            ))}
          </select>
        </label>
        <span data-progress>{SENTENCES.progress(language, part?.states.decided ?? 0, total)}</span>
        <span class="grow" />
        <label>
          {say('you')} <input id="person" value={person} maxLength={200} onChange={(event) => onPerson(event.currentTarget.value.trim())} />
        </label>
        <button type="button" disabled={task !== undefined} onClick={() => void runAgain()}>
          {say('run')}
        </button>
        <button type="button" disabled={!review.run} onClick={() => setPanel('lab')}>
          {say('lab')} <kbd>t</kbd>
        </button>
        <button type="button" disabled={!review.run} onClick={() => setPanel('passages')}>
          {say('passages')} <kbd>p</kbd>
        </button>
        <button type="button" disabled={!review.run} onClick={() => setPanel('apply')}>
          {say('plan')}
        </button>
        <label>
          {say('export')}{' '}
          <select
            value=""
            onChange={(event) => {
              const name = event.currentTarget.value
              event.currentTarget.value = ''
              if (name) void download([...path, 'export', name], `${review.name}-${name}`).catch((error: Error) => setSaid(error.message))
            }}
          >
            <option value="">…</option>
            {['groups', 'decisions']
              .flatMap((what) => ['csv', 'xlsx', 'jsonl'].map((ending) => `${what}.${ending}`))
              .concat('review.html')
              .map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
          </select>
        </label>
        <button type="button" onClick={() => void setMasked(!review.masked)}>
          {say(review.masked ? 'unmask' : 'mask')}
        </button>
        <button type="button" onClick={onLanguage}>
          {say('language')}
        </button>
        <button type="button" onClick={() => setPanel('help')}>
          {say('help')} <kbd>?</kbd>
        </button>
      </header>
      <p class="said" role="status" hidden={!said && !queue.failed}>
        {said || queue.failed}
      </p>
      {task && (
        <section class="below" aria-label={say(`work-${task.request.work ?? 'run'}`)}>
          <Running task={task} language={language} say={say} />
        </section>
      )}
      <main class="work" data-run={review.run}>
        <div class="side">
          <p data-found>
            {SENTENCES.counts(language, part?.found ?? 0, total)}{' '}
            <button type="button" onClick={queue.refresh}>
              {say('refresh')}
            </button>{' '}
            <button type="button" disabled={!part?.found} onClick={() => setPanel('bulk')}>
              {say('bulk')}… <kbd>b</kbd>
            </button>
          </p>
          {part && (
            <details>
              <summary>{say('filters')}</summary>
              <Facets part={part} address={address} change={(next) => change(next, true)} say={say} />
            </details>
          )}
          {isFiltered && (
            <p>
              <button type="button" onClick={() => change(Object.fromEntries(FILTERS.map((name) => [name, ''])))}>
                {say('clear')}
              </button>
            </p>
          )}
          {part && part.found === 0 && <p>{say('nothing')}</p>}
          <List
            count={part?.found ?? 0}
            groupAt={queue.groupAt}
            want={queue.want}
            chosen={address.group}
            chosenPlace={place}
            onChoose={(at) => void go(at)}
            say={say}
          />
        </div>
        {group ? (
          <GroupView
            review={review.name}
            isMasked={review.masked === true}
            group={group}
            chosen={chosen}
            selected={selected}
            actions={actions}
            canUndo={done.length > 0}
            language={language}
            say={say}
          />
        ) : (
          <p class="view faint">{say(review.run ? 'pickGroup' : 'notRun')}</p>
        )}
      </main>
      {panel === 'help' && <Help onClose={() => setPanel(undefined)} say={say} />}
      {panel === 'apply' && <Apply review={review.name} onClose={() => setPanel(undefined)} language={language} say={say} />}
      {panel === 'passages' && (
        <Passages review={review.name} person={person} onClose={() => setPanel(undefined)} language={language} say={say} />
      )}
      {panel === 'lab' && (
        <Lab
          review={review}
          onRun={(threshold) => void runAgain({ threshold })}
          onClose={() => {
            setPanel(undefined)
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
            setDone([...done, { batch }])
            setSaid(SENTENCES.bulkDone(language, groups))
          }}
          onClose={() => setPanel(undefined)}
          language={language}
          say={say}
        />
      )}
    </>
  )
}
