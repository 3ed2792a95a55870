/** Filters with what each would find: histograms whose ends are set, states, marks and sources. */
import { type Address, STATES } from './address.js'
import type { Bar, QueuePart } from './api.js'
import { SYMBOLS } from './list.js'
import type { Say, Word } from './words.js'

interface FacetsProps {
  readonly part: QueuePart
  readonly address: Address
  readonly change: (part: Partial<Address>) => void
  readonly say: Say
}

export function Facets({ part: { facets, sources }, address, change, say }: FacetsProps) {
  const toggle = (name: 'state' | 'marks' | 'source', value: string) => {
    const chosen = new Set(address[name].split(',').filter(Boolean))
    if (!chosen.delete(value)) chosen.add(value)
    change({ [name]: [...chosen].join(',') })
  }
  const check = (name: 'state' | 'marks' | 'source', value: string, label: string, count: number) => (
    <label key={value} class="check">
      <input type="checkbox" checked={address[name].split(',').includes(value)} onChange={() => toggle(name, value)} />
      <span>{label}</span> <span class="faint">{count.toLocaleString('en-US')}</span>
    </label>
  )
  return (
    <div class="facets">
      <fieldset>
        <legend>{say('facetState')}</legend>
        {STATES.map((state) => check('state', state, `${SYMBOLS[state]} ${say(state)}`, facets.state[state]))}
      </fieldset>
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
      {sources.length > 1 && (
        <fieldset>
          <legend>{say('facetSource')}</legend>
          {sources.slice(0, 50).map((source, i) => check('source', String(i), source, facets.source[i] ?? 0))}
        </fieldset>
      )}
    </div>
  )
}

interface HistogramProps {
  readonly label: string
  readonly bars: readonly Bar[]
  /** As `3..10`. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly say: Say
}

function Histogram({ label, bars, value, onChange, say }: HistogramProps) {
  const [from = '', to = ''] = value.split('..')
  // Most groups are small and alike: a logarithm lets the others be seen.
  const most = Math.log1p(Math.max(1, ...bars.map(({ count }) => count)))
  const isIn = (bar: Bar) => (from === '' || bar.to > Number(from)) && (to === '' || bar.from <= Number(to))
  const set = (start: string, end: string) => onChange(start || end ? `${start}..${end}` : '')
  return (
    <fieldset>
      <legend>{label}</legend>
      <div class="bars">
        {bars.map((bar) => {
          const end = bar.to > 1e15 ? '' : bar.to <= 1 ? bar.to.toFixed(2) : String(bar.to - 1)
          const range = `${bar.from}${end === '' ? '+' : end === String(bar.from) ? '' : ` – ${end}`}`
          return (
            <button
              key={bar.from}
              type="button"
              class={isIn(bar) ? 'bar in' : 'bar'}
              title={`${range}: ${bar.count}`}
              aria-label={`${label} ${range}: ${bar.count}`}
              onClick={() => set(String(bar.from), end)}
            >
              <span style={{ height: `${(Math.log1p(bar.count) / most) * 100}%` }} />
            </button>
          )
        })}
      </div>
      <div class="ends">
        <label>
          {say('from')} <input inputMode="decimal" value={from} onChange={(event) => set(numeric(event), to)} />
        </label>
        <label>
          {say('to')} <input inputMode="decimal" value={to} onChange={(event) => set(from, numeric(event))} />
        </label>
      </div>
    </fieldset>
  )
}

const numeric = (event: Event) => /^\d+(?:\.\d+)?$/.exec((event.currentTarget as HTMLInputElement).value.trim())?.[0] ?? ''
