/** The bar that stays on top: search, order, and actions on the groups that are shown. */
import { useEffect, useRef } from 'preact/hooks'
import type { Sort } from './order.js'
import type { Say } from './words.js'

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

interface ToolbarProps {
  readonly filters: { readonly query: string; readonly sort: Sort }
  readonly change: (part: { query?: string; sort?: Sort; bar?: undefined }) => void
  /** Groups that fit, and all of them. */
  readonly found: number
  readonly groups: number
  /** Share of the texts that was searched, 0 to 1. */
  readonly searched: number
  /** The bar of the histogram that is chosen, in words. */
  readonly chip: string | undefined
  readonly areOpen: boolean
  readonly onOpenAll: () => void
  readonly onPrint: () => void
  readonly onCsv: () => void
  readonly say: Say
}

export function Toolbar({ filters, change, found, groups, searched, chip, areOpen, onOpenAll, onPrint, onCsv, say }: ToolbarProps) {
  const bar = useBarHeight()
  return (
    <nav ref={bar}>
      <input
        type="search"
        id="search"
        placeholder={say('search')}
        aria-label={say('search')}
        value={filters.query}
        onInput={(event) => change({ query: (event.target as HTMLInputElement).value })}
      />
      <select
        id="sort"
        aria-label={say('sort')}
        value={filters.sort}
        onChange={(event) => change({ sort: (event.target as HTMLSelectElement).value as Sort })}
      >
        {(['bySize', 'byScore', 'byOrder'] as const).map((name) => (
          <option key={name} value={name}>
            {say(name)}
          </option>
        ))}
      </select>
      <span class="count" aria-live="polite">
        {found.toLocaleString('en-US')} / {groups.toLocaleString('en-US')} {say('shown')}
        {searched < 1 && ` · ${say('searching')} ${Math.round(searched * 100)} %`}
      </span>
      {chip && (
        <button type="button" class="chip" onClick={() => change({ bar: undefined })}>
          {chip} ✕
        </button>
      )}
      <span class="tools">
        <button type="button" id="expand" onClick={onOpenAll}>
          {say(areOpen ? 'collapse' : 'expand')}
        </button>
        <button type="button" id="print" onClick={onPrint}>
          {say('print')}
        </button>
        <button type="button" id="csv" onClick={onCsv}>
          {say('csv')}
        </button>
      </span>
    </nav>
  )
}
