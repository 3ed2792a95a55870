/** Filters with what each would find: histograms whose ends are set, states, marks and sources. */
import type { Address } from './address.js'
import type { Bar, QueuePart } from './api.js'
import type { Say, Word } from './words.js'

interface FacetsProps {
  readonly part: QueuePart
  readonly address: Address
  readonly change: (part: Partial<Address>) => void
  readonly say: Say
}

export function Facets({ part: { facets, sources, timeField }, address, change, say }: FacetsProps) {
  const toggle = (name: 'marks' | 'source', value: string) => {
    const chosen = new Set(address[name].split(',').filter(Boolean))
    if (!chosen.delete(value)) chosen.add(value)
    change({ [name]: [...chosen].join(',') })
  }
  const check = (name: 'marks' | 'source', value: string, label: string, count: number) => (
    <label key={value} class="check">
      <input type="checkbox" checked={address[name].split(',').includes(value)} onChange={() => toggle(name, value)} />
      <span>{label}</span> <span class="faint">{count.toLocaleString('en-US')}</span>
    </label>
  )
  return (
    <div class="facets">
      <fieldset>
        <legend>{say('facetMarks')}</legend>
        {Object.entries(facets.marks).map(([mark, count]) => check('marks', mark, say(mark as Word), count))}
      </fieldset>
      {(['size', 'similarity', 'length'] as const).map((name) => (
        <Histogram
          key={name}
          label={say(name === 'size' ? 'facetSize' : name === 'length' ? 'facetLength' : 'facetSimilarity')}
          bars={facets[name]}
          value={address[name]}
          onChange={(value) => change({ [name]: value })}
          say={say}
        />
      ))}
      {facets.time.length > 0 && (
        <Histogram
          label={`${say('facetTime')}${timeField ? ` (${timeField})` : ''}`}
          bars={facets.time}
          value={address.time}
          onChange={(value) => change({ time: value })}
          say={say}
          ends={DAYS}
        />
      )}
      {sources.length > 1 && (
        <fieldset>
          <legend>{say('facetSource')}</legend>
          {sources.slice(0, 50).map((source, i) => check('source', String(i), source, facets.source[i] ?? 0))}
        </fieldset>
      )}
    </div>
  )
}

/** How the ends of a range are written and read. */
interface Ends {
  readonly read: (text: string) => number
  readonly first: (bar: Bar) => string
  /** The last value of a bar; empty where it has none. */
  readonly last: (bar: Bar) => string
  readonly accept: RegExp
}

const NUMBERS: Ends = {
  read: Number,
  first: ({ from }) => String(from),
  last: ({ to }) => (to > 1e15 ? '' : to <= 1 ? to.toFixed(2) : String(to - 1)),
  accept: /^\d+(?:\.\d+)?$/,
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
const DAYS: Ends = {
  read: Date.parse,
  first: ({ from }) => dayOf(from),
  last: ({ to }) => dayOf(to - 1),
  accept: /^\d{4}-\d\d-\d\d$/,
}

interface HistogramProps {
  readonly label: string
  readonly bars: readonly Bar[]
  /** As `3..10`. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly say: Say
  readonly ends?: Ends
}

function Histogram({ label, bars, value, onChange, say, ends = NUMBERS }: HistogramProps) {
  const [from = '', to = ''] = value.split('..')
  // Most groups are small and alike: a logarithm lets the others be seen.
  const most = Math.log1p(Math.max(1, ...bars.map(({ count }) => count)))
  const isIn = (bar: Bar) => (from === '' || bar.to > ends.read(from)) && (to === '' || bar.from <= ends.read(to))
  const set = (start: string, end: string) => onChange(start || end ? `${start}..${end}` : '')
  const typed = (event: Event) => ends.accept.exec((event.currentTarget as HTMLInputElement).value.trim())?.[0] ?? ''
  const low = Math.max(0, bars.findIndex(isIn))
  const high = Math.max(low, bars.findLastIndex(isIn))
  const rangeOf = (bar: Bar) => {
    const [first, last] = [ends.first(bar), ends.last(bar)]
    return `${first}${last === '' ? '+' : last === first ? '' : ` – ${last}`}`
  }
  /** A slider goes from bar to bar; at its end it sets no bound. */
  const slide = (start: number, end: number) =>
    set(start === 0 ? '' : ends.first(bars[start] as Bar), end === bars.length - 1 ? '' : ends.last(bars[end] as Bar))
  const slider = (name: 'from' | 'to', place: number, move: (to: number) => void) => (
    <input
      type="range"
      min={0}
      max={bars.length - 1}
      value={place}
      aria-label={`${label} ${say(name)}`}
      aria-valuetext={rangeOf(bars[place] as Bar)}
      onInput={(event) => move(Number(event.currentTarget.value))}
    />
  )
  return (
    <fieldset>
      <legend>{label}</legend>
      <div class="bars">
        {bars.map((bar) => {
          const range = rangeOf(bar)
          return (
            <button
              key={bar.from}
              type="button"
              class={isIn(bar) ? 'bar in' : 'bar'}
              title={`${range}: ${bar.count}`}
              aria-label={`${label} ${range}: ${bar.count}`}
              onClick={() => set(ends.first(bar), ends.last(bar))}
            >
              <span style={{ height: `${(Math.log1p(bar.count) / most) * 100}%` }} />
            </button>
          )
        })}
      </div>
      <div class="sliders">
        {slider('from', low, (place) => slide(Math.min(place, high), high))}
        {slider('to', high, (place) => slide(low, Math.max(place, low)))}
      </div>
      <div class="ends">
        <label>
          {say('from')} <input value={from} placeholder={ends === DAYS ? '2025-01-31' : ''} onChange={(event) => set(typed(event), to)} />
        </label>
        <label>
          {say('to')} <input value={to} placeholder={ends === DAYS ? '2025-01-31' : ''} onChange={(event) => set(from, typed(event))} />
        </label>
      </div>
    </fieldset>
  )
}
