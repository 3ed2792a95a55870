/** The whole page: its state, and the parts it is made of. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { type Language, languageHere } from '../language.js'
import { save } from '../save.js'
import { groupsCsv } from './csv.js'
import { barLabel, isLink, type Report, type ReportGroup } from './data.js'
import { type Beside, Groups, Pager, PER_PAGE } from './groups.js'
import { Chart } from './histogram.js'
import { FIRST_SORT, knownOrder, type Sort } from './order.js'
import { Overview } from './overview.js'
import { type SearchState, search } from './search.js'
import { Toolbar } from './toolbar.js'
import { sayIn } from './words.js'

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

interface Filters {
  readonly query: string
  readonly sort: Sort
  /** The chosen bar of the histogram. */
  readonly bar: number | undefined
  readonly page: number
}

const EVERYTHING: Filters = { query: '', sort: FIRST_SORT, bar: undefined, page: 0 }
const SORTS: readonly Sort[] = ['bySize', 'byScore', 'byOrder']

/** The filters that the address names, as `#q=water&sort=byScore&bar=3&page=2`. */
function filtersOfAddress(): Filters {
  if (/^#g\d+$/.test(location.hash)) return EVERYTHING
  const named = new URLSearchParams(location.hash.slice(1))
  const whole = (name: string) => (/^\d{1,9}$/.test(named.get(name) ?? '') ? Number(named.get(name)) : undefined)
  return {
    query: named.get('q') ?? '',
    sort: SORTS.find((sort) => sort === named.get('sort')) ?? EVERYTHING.sort,
    bar: whole('bar'),
    page: Math.max(0, (whole('page') ?? 1) - 1),
  }
}

/** Writes the filters into the address, so that a link and a reload show the same. */
function toAddress({ query, sort, bar, page }: Filters): void {
  const named = new URLSearchParams({
    ...(query ? { q: query } : {}),
    ...(sort === EVERYTHING.sort ? {} : { sort }),
    ...(bar === undefined ? {} : { bar: String(bar) }),
    ...(page ? { page: String(page + 1) } : {}),
  })
  history.replaceState(null, '', named.size ? `#${named}` : location.pathname + location.search)
}

/** The groups that fit, in order, and the filters that say which. */
function useFound(report: Report) {
  const { groups } = report.data
  const [filters, setFilters] = useState(filtersOfAddress)
  const { query, sort, bar } = filters
  const state = useSearch(report, query)
  const isSearching = query.trim() !== ''
  const order = knownOrder(groups, sort)
  const found = useMemo(() => {
    const fits = (i: number) =>
      (bar === undefined || (groups[i] as ReportGroup).bars.includes(bar)) && (!isSearching || state?.found.has(i) === true)
    return bar === undefined && !isSearching ? order : order.filter(fits)
  }, [order, bar, isSearching, state])
  /** Filters change the list, so it starts at its first page again. */
  const change = (part: Partial<Filters>, isOfAddress = false) =>
    setFilters((before) => {
      const after = { ...before, page: 0, ...part }
      if (!isOfAddress) toAddress(after)
      return after
    })
  return { filters, change, found, findings: state?.found, searched: isSearching ? (state?.done ?? 0) : 1 }
}

/** The open groups; the one that the address names is opened and shown. */
function useOpenGroups(groups: readonly ReportGroup[], sort: Sort, show: (part: Partial<Filters>, isOfAddress: boolean) => void) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  useEffect(() => {
    const go = () => {
      const group = groupOfAddress(groups.length)
      if (group === undefined) return
      show({ query: '', bar: undefined, page: Math.floor(knownOrder(groups, sort).indexOf(group) / PER_PAGE) }, true)
      setOpen((before) => new Set(before).add(group))
      setTimeout(() => document.getElementById(`g${group + 1}`)?.scrollIntoView(), 0)
    }
    go()
    addEventListener('hashchange', go)
    return () => removeEventListener('hashchange', go)
  }, [groups])
  const toggle = (group: number) =>
    setOpen((before) => {
      const after = new Set(before)
      if (!after.delete(group)) after.add(group)
      return after
    })
  return { open, setOpen, toggle }
}

interface BodyProps {
  readonly report: Report
  readonly language: Language
  readonly beside?: Beside
}

/** Everything below the head: histogram, search, and the list of groups. */
export function Body({ report, language, beside }: BodyProps) {
  const { groups, histogram, summary } = report.data
  const list = useRef<HTMLDivElement>(null)
  const say = sayIn(language, isLink(summary))
  const { filters, change, found, findings, searched } = useFound(report)
  const { open, setOpen, toggle } = useOpenGroups(groups, filters.sort, change)
  const shown = [...found.subarray(filters.page * PER_PAGE, (filters.page + 1) * PER_PAGE)]

  // j and k go from group to group, o opens one.
  useEffect(() => {
    const press = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      if (ctrlKey || metaKey || altKey || (target as HTMLElement).closest('input, select, textarea')) return
      const heads = [...document.querySelectorAll<HTMLElement>('.head')]
      const at = heads.findIndex((head) => head === document.activeElement || head.parentElement?.contains(document.activeElement))
      if (key === 'j' || key === 'k') heads[Math.max(0, Math.min(heads.length - 1, at + (key === 'j' ? 1 : -1)))]?.focus()
      if (key === 'o') heads[Math.max(0, at)]?.click()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])

  const turn = (page: number) => {
    change({ page })
    list.current?.scrollIntoView()
  }
  const areOpen = shown.length > 0 && shown.every((group) => open.has(group))
  const print = async () => {
    setOpen(new Set([...open, ...shown]))
    await Promise.all(shown.map((group) => report.membersOf(group)))
    setTimeout(() => window.print(), 100)
  }

  return (
    <>
      {groups.length > 0 && <Chart histogram={histogram} chosen={filters.bar} say={say} onChoose={(bar) => change({ bar })} />}
      <Toolbar
        filters={filters}
        change={change}
        found={found.length}
        groups={groups.length}
        searched={searched}
        chip={filters.bar === undefined ? undefined : barLabel(histogram, filters.bar)}
        areOpen={areOpen}
        onOpenAll={() => setOpen(areOpen ? new Set() : new Set([...open, ...shown]))}
        onPrint={print}
        onCsv={async () => save(await groupsCsv(report, found), 'groups.csv')}
        say={say}
      />
      <div ref={list} class="list">
        {found.length > 0 && (
          <Groups
            report={report}
            shown={shown}
            open={open}
            toggle={toggle}
            findings={findings}
            language={language}
            say={say}
            beside={beside}
          />
        )}
        {found.length === 0 && searched === 1 && <p class="empty">{say(groups.length ? 'none' : 'noGroups')}</p>}
        {summary.groups > groups.length && (
          <p class="faint">
            {(summary.groups - groups.length).toLocaleString('en-US')} {say('moreGroups')}
          </p>
        )}
        <Pager page={filters.page} pages={Math.ceil(found.length / PER_PAGE)} turn={turn} say={say} />
        {found.length > 0 && <p class="faint">{say('keys')}</p>}
      </div>
    </>
  )
}

export function Page({ report }: { report: Report }) {
  const [language, setLanguage] = useState<Language>(languageHere)
  useEffect(() => {
    document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
    document.title = `leitong: ${sayIn(language, isLink(report.data.summary))('title')}`
  }, [language])
  return (
    <>
      <Overview report={report} language={language} onLanguage={setLanguage} />
      <main>
        <Body report={report} language={language} />
      </main>
    </>
  )
}
