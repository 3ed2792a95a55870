/** The distribution of similarities (or distances); a bar chooses the groups that stand in it. */
import { barLabel, type Histogram } from './data.js'
import type { Say } from './words.js'

/** So many times as high, one bar makes another flat. */
const FLAT = 40

export function Chart({
  histogram,
  chosen,
  say,
  onChoose,
}: {
  histogram: Histogram
  chosen: number | undefined
  say: Say
  onChoose: (bar: number | undefined) => void
}) {
  const { by, from, counts } = histogram
  const most = Math.max(1, ...counts)
  // Where the least bar would not be seen beside the highest, heights are logarithmic.
  const isLog = most > FLAT * Math.min(most, ...counts.filter(Boolean))
  const height = (count: number) => (isLog ? Math.log1p(count) / Math.log1p(most) : count / most)
  const edge = (i: number) => (by === 'distance' ? String(i) : (from + ((1 - from) * i) / counts.length).toFixed(2))
  // Every label would be too many on a small screen.
  const step = Math.ceil(counts.length / 10)
  return (
    <figure class="histogram">
      <figcaption>
        <b>{say(by === 'distance' ? 'histogramDistance' : 'histogram')}</b>{' '}
        <span class="faint">
          {say('histogramHelp')} {isLog && say('histogramLog')}
        </span>
      </figcaption>
      <div class="bars">
        {counts.map((count, i) => (
          <button
            type="button"
            key={i}
            class="bar"
            aria-pressed={chosen === i}
            aria-label={`${barLabel(histogram, i)}: ${count.toLocaleString('en-US')}`}
            title={`${barLabel(histogram, i)}: ${count.toLocaleString('en-US')}`}
            disabled={count === 0}
            onClick={() => onChoose(chosen === i ? undefined : i)}
          >
            <span class="amount" data-text={count > 0 ? count.toLocaleString('en-US', { notation: 'compact' }) : ''} />
            <span class="fill" style={{ '--share': height(count).toFixed(4) }} />
            <span class="edge" data-text={i % step === 0 ? edge(i) : ''} />
          </button>
        ))}
      </div>
    </figure>
  )
}
