/** The laboratory of thresholds: scores of pairs, what another threshold would do, how right it is by the decisions so far, pairs at the cut. */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Language } from '../language.js'
import { type Described, get, type Task } from './api.js'
import { useAttempt } from './attempt.js'
import { Texts } from './compare.js'
import { Foot } from './foot.js'
import { Running } from './running.js'
import { work } from './task.js'
import { type Say, SENTENCES } from './words.js'

interface Estimate {
  readonly value: number
  readonly low: number
  readonly high: number
}

interface Thresholds {
  readonly floor: number
  readonly threshold: number
  readonly pairs: number
  readonly leftOut: number
  readonly bars: readonly number[]
  readonly labels: { readonly same: number; readonly different: number }
  readonly thresholds: readonly {
    readonly threshold: number
    readonly groups: number
    readonly removed: number
    readonly precision?: Estimate
    readonly recall?: Estimate
  }[]
}

interface Side {
  readonly name: string
  readonly text: string
}

interface Around {
  readonly similarity: number
  readonly isAbove: boolean
  readonly a: Side
  readonly b: Side
}

interface LabProps {
  readonly review: Described
  readonly onRun: (threshold: number) => void
  readonly onClose: () => void
  readonly language: Language
  readonly say: Say
}

const [WIDTH, HEIGHT] = [600, 120]
/** Before the slider rests, nothing is asked for. */
const REST = 200

export function Lab({ review, onRun, onClose, language, say }: LabProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [found, setFound] = useState<Thresholds>()
  const [cut, setCut] = useState(review.threshold ?? 0.5)
  const [around, setAround] = useState<readonly Around[]>([])
  const { attempt, isBusy, failed, setFailed } = useAttempt()
  const [task, setTask] = useState<Task>()
  const load = async () => take(await get<Thresholds>([review.name, 'lab']))
  const look = async () => {
    if (await work(review.name, 'lab', {}, setTask)) await load()
  }
  const take = (next: Thresholds) => {
    setFound(next)
    setCut(Math.max(next.floor, next.threshold))
  }
  useEffect(() => {
    dialog.current?.showModal()
    if (review.hasLab) void attempt(load)
  }, [])
  useEffect(() => {
    if (!found) return
    const timer = setTimeout(() => {
      const asked = get<{ pairs: readonly Around[] }>([review.name, 'lab', 'pairs'], { at: cut.toFixed(3) })
      asked.then(({ pairs }) => setAround(pairs)).catch((error: Error) => setFailed(error.message))
    }, REST)
    return () => clearTimeout(timer)
  }, [found, cut])
  const at = (threshold: number) =>
    found?.thresholds.reduce((best, one) => (Math.abs(one.threshold - threshold) < Math.abs(best.threshold - threshold) ? one : best))
  const [now, then] = [at(found?.threshold ?? 0), at(cut)]
  // Where nobody said of a pair that it is none, all are right whatever the threshold.
  const isKnown = (name: 'precision' | 'recall') => name === 'recall' || !!found?.labels.different
  return (
    <dialog ref={dialog} class="wide" onClose={onClose} aria-label={say('lab')}>
      <h2>{say('lab')}</h2>
      {!found && <p>{say('labWhat')}</p>}
      <p>
        <button type="button" disabled={isBusy} onClick={() => void attempt(look)}>
          {isBusy ? say('running') : say('lookAround')}
        </button>
      </p>
      {task && <Running task={task} language={language} say={say} />}
      {found && now && then && (
        <>
          <p class="faint">
            {SENTENCES.scores(language, found.pairs, found.floor)}
            {found.leftOut > 0 && ` ${SENTENCES.leftOut(language, found.leftOut)}`}
          </p>
          <Bars found={found} cut={cut} label={say('scores')} />
          <label class="cut">
            {say('threshold')} {cut.toFixed(2)}
            <input
              type="range"
              min={found.floor}
              max={1}
              step={0.01}
              value={cut}
              onInput={(event) => setCut(Number(event.currentTarget.value))}
            />
          </label>
          <table class="fields">
            <thead>
              <tr>
                <td />
                <th scope="col">
                  {say('now')} ({now.threshold.toFixed(2)})
                </th>
                <th scope="col">
                  {say('instead')} ({then.threshold.toFixed(2)})
                </th>
              </tr>
            </thead>
            <tbody>
              {(['groups', 'removed'] as const).map((name) => (
                <tr key={name}>
                  <th scope="row">{say(name === 'groups' ? 'groups' : 'rowsGo')}</th>
                  <td>{now[name].toLocaleString('en-US')}</td>
                  <td data-then={name}>{then[name].toLocaleString('en-US')}</td>
                </tr>
              ))}
              {(['precision', 'recall'] as const).map((name) => (
                <tr key={name}>
                  <th scope="row">{say(name)}</th>
                  <td>{isKnown(name) ? estimate(now[name]) : '–'}</td>
                  <td>{isKnown(name) ? estimate(then[name]) : '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p class="faint">{SENTENCES.labels(language, found.labels.same, found.labels.different)}</p>
          <p>
            <button
              type="button"
              disabled={isBusy || Math.abs(cut - found.threshold) < 0.005}
              onClick={() => {
                onRun(Math.round(cut * 100) / 100)
                dialog.current?.close()
              }}
            >
              {SENTENCES.runWith(language, cut)}
            </button>
          </p>
          <h3>{say('aroundCut')}</h3>
          <ol class="around">
            {around.map(({ similarity, isAbove, a, b }) => (
              <li key={`${a.name} ${b.name}`}>
                <details>
                  <summary>
                    {similarity.toFixed(3)} {isAbove ? '≥' : '<'} {cut.toFixed(2)} · {a.name} · {b.name}
                  </summary>
                  <Texts left={a.text} right={b.text} language={language} />
                </details>
              </li>
            ))}
          </ol>
        </>
      )}
      <Foot dialog={dialog} failed={failed} say={say} />
    </dialog>
  )
}

const estimate = (one: Estimate | undefined) => (one ? `${one.value.toFixed(2)} (${one.low.toFixed(2)} – ${one.high.toFixed(2)})` : '–')

/** Bars by the logarithm of their counts: few pairs are alike beside the many that hardly are. */
function Bars({ found: { bars, floor, threshold }, cut, label }: { found: Thresholds; cut: number; label: string }) {
  const most = Math.log1p(Math.max(1, ...bars))
  const width = WIDTH / bars.length
  const x = (score: number) => ((score - floor) / (1 - floor || 1)) * WIDTH
  return (
    <svg class="scores" viewBox={`0 0 ${WIDTH} ${HEIGHT + 16}`} role="img" aria-label={label}>
      {bars.map((count, i) => {
        const from = floor + (i * (1 - floor)) / bars.length
        const height = (Math.log1p(count) / most) * HEIGHT
        return (
          <rect
            key={i}
            class={from >= cut - 1e-9 ? 'in' : ''}
            x={i * width}
            y={HEIGHT - height}
            width={Math.max(1, width - 1)}
            height={height}
          >
            <title>{`${from.toFixed(2)}: ${count.toLocaleString('en-US')}`}</title>
          </rect>
        )
      })}
      <line x1={x(threshold)} x2={x(threshold)} y1={0} y2={HEIGHT} />
      <line class="cut" x1={x(cut)} x2={x(cut)} y1={0} y2={HEIGHT} />
      <text x={0} y={HEIGHT + 13}>
        {floor.toFixed(2)}
      </text>
      <text x={WIDTH} y={HEIGHT + 13} text-anchor="end">
        1.00
      </text>
    </svg>
  )
}
