/** The whole page: its state, and the parts it is made of. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { download, groupsCsv } from './csv.js'
import { barLabel, type Report, type ReportGroup } from './data.js'
import { Groups, PER_PAGE } from './groups.js'
import { Chart } from './histogram.js'
import { Overview } from './overview.js'
import { type SearchState, search } from './search.js'
import { type Language, sayIn } from './words.js'

export type Sort = 'bySize' | 'byScore' | 'byOrder'

/** Milliseconds without a key before texts are searched. */
const PAUSE = 150

/** The group that the address names (`#g12` is group 12), counted from 0. */
function groupOfAddress(groups: number): number | undefined {
  const named = Number(/^#g(\d+)$/.exec(location.hash)?.[1])
  return named >= 1 && named <= groups ? named - 1 : undefined
}

function useSearch(report: Report, query: string): SearchState | undefined {
  const [state, setState] = useState<SearchState>()
  useEffect(() => {
    setState(undefined)
    if (!query.trim()) return
    let isWanted = true
    const timer = setTimeout(async () => {
      for await (const next of search(report, query)) {
        if (!isWanted) return
        setState(next)
      }
    }, PAUSE)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [report, query])
  return state
}

function sorted(numbers: number[], groups: readonly ReportGroup[], sort: Sort): number[] {
  const group = (i: number) => groups[i] as ReportGroup
  if (sort === 'bySize') numbers.sort((a, b) => group(b).size - group(a).size || a - b)
  if (sort === 'byScore') numbers.sort((a, b) => (group(a).low ?? 1) - (group(b).low ?? 1) || a - b)
  return numbers
}

/** Keeps what is scrolled to out from under the bar that stays on top. */
function useBarHeight() {
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = bar.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      document.documentElement.style.setProperty('--bar-height', `${element.offsetHeight}px`)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return bar
}

export function Page({ report }: { report: Report }) {
  const { groups, histogram } = report.data
  const [language, setLanguage] = useState<Language>(navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en')
  const [query, setQuery] = useState('')
  const [sort, setSort] = useState<Sort>('bySize')
  const [bar, setBar] = useState<number>()
  const [page, setPage] = useState(0)
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const list = useRef<HTMLDivElement>(null)
  const barHeight = useBarHeight()
  const say = sayIn(language)
  const state = useSearch(report, query)
  const isSearching = query.trim() !== ''

  const found = useMemo(() => {
    const fits = (group: ReportGroup, i: number) => (bar === undefined || group.bars.includes(bar)) && (!isSearching || state?.found.has(i))
    return sorted(
      groups.flatMap((group, i) => (fits(group, i) ? [i] : [])),
      groups,
      sort,
    )
  }, [groups, bar, isSearching, state, sort])
  const pages = Math.max(1, Math.ceil(found.length / PER_PAGE))
  const shown = found.slice(page * PER_PAGE, (page + 1) * PER_PAGE)

  useEffect(() => {
    document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
    document.title = `leitong: ${say('title')}`
  }, [language])

  useEffect(() => {
    const show = () => {
      const group = groupOfAddress(groups.length)
      if (group === undefined) return
      setQuery('')
      setBar(undefined)
      const order = sorted(
        groups.map((_, i) => i),
        groups,
        sort,
      )
      setPage(Math.floor(order.indexOf(group) / PER_PAGE))
      setOpen((before) => new Set(before).add(group))
      setTimeout(() => document.getElementById(`g${group + 1}`)?.scrollIntoView(), 0)
    }
    show()
    addEventListener('hashchange', show)
    return () => removeEventListener('hashchange', show)
  }, [groups])

  const from = (change: () => void) => {
    change()
    setPage(0)
  }
  const turn = (to: number) => {
    setPage(to)
    list.current?.scrollIntoView()
  }
  const toggle = (group: number) =>
    setOpen((before) => {
      const after = new Set(before)
      if (!after.delete(group)) after.add(group)
      return after
    })
  const areOpen = shown.length > 0 && shown.every((group) => open.has(group))
  const openAll = () => setOpen(areOpen ? new Set() : new Set([...open, ...shown]))
  const print = async () => {
    setOpen(new Set([...open, ...shown]))
    await Promise.all(shown.map((group) => report.membersOf(group)))
    setTimeout(() => window.print(), 100)
  }

  return (
    <>
      <Overview report={report} language={language} onLanguage={setLanguage} />
      {groups.length > 0 && <Chart histogram={histogram} chosen={bar} say={say} onChoose={(next) => from(() => setBar(next))} />}
      <nav ref={barHeight}>
        <input
          type="search"
          id="search"
          placeholder={say('search')}
          aria-label={say('search')}
          value={query}
          onInput={(event) => from(() => setQuery((event.target as HTMLInputElement).value))}
        />
        <select
          id="sort"
          aria-label={say('sort')}
          value={sort}
          onChange={(event) => from(() => setSort((event.target as HTMLSelectElement).value as Sort))}
        >
          {(['bySize', 'byScore', 'byOrder'] as const).map((name) => (
            <option key={name} value={name}>
              {say(name)}
            </option>
          ))}
        </select>
        <span class="count" aria-live="polite">
          {found.length.toLocaleString('en-US')} / {groups.length.toLocaleString('en-US')} {say('shown')}
          {isSearching && (state?.done ?? 0) < 1 && ` · ${say('searching')} ${Math.round((state?.done ?? 0) * 100)} %`}
        </span>
        {bar !== undefined && (
          <button type="button" class="chip" onClick={() => from(() => setBar(undefined))}>
            {barLabel(histogram, bar)} ✕
          </button>
        )}
        <span class="tools">
          <button type="button" id="expand" onClick={openAll}>
            {say(areOpen ? 'collapse' : 'expand')}
          </button>
          <button type="button" id="print" onClick={print}>
            {say('print')}
          </button>
          <button type="button" id="csv" onClick={async () => download(await groupsCsv(report, found), 'groups.csv')}>
            {say('csv')}
          </button>
        </span>
      </nav>
      <div ref={list} class="list">
        {found.length > 0 ? (
          <Groups report={report} shown={shown} open={open} toggle={toggle} findings={state?.found} say={say} />
        ) : (
          (!isSearching || (state?.done ?? 0) === 1) && <p class="empty">{say(groups.length ? 'none' : 'noGroups')}</p>
        )}
        {pages > 1 && (
          <div class="pager">
            <button type="button" disabled={page === 0} onClick={() => turn(page - 1)}>
              {say('previous')}
            </button>
            <span>
              {say('page')} {page + 1} / {pages}
            </span>
            <button type="button" disabled={page + 1 >= pages} onClick={() => turn(page + 1)}>
              {say('next')}
            </button>
          </div>
        )}
      </div>
    </>
  )
}
