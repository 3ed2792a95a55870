/** Frequent passages: listed with counts, left out of the next run by a tick, and what that did. */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Language } from '../language.js'
import { get, post, type Task } from './api.js'
import { useAttempt } from './attempt.js'
import { Foot } from './foot.js'
import { Running } from './running.js'
import { work } from './task.js'
import { type Say, SENTENCES } from './words.js'

interface Passage {
  readonly key: string
  readonly documents: number
  readonly length: number
  readonly text: string
  readonly example?: string
  readonly leftOut: boolean
  readonly by?: string
}

interface Figures {
  readonly documents: number
  readonly groups: number
  readonly members: number
  readonly leftOut: number
  readonly ignored?: { readonly texts: number; readonly characters: number }
}

interface Found {
  readonly at?: string
  readonly least?: number
  readonly over?: number
  readonly documents?: number
  readonly found: number
  readonly total: number
  readonly leftOut: number
  readonly passages: readonly Passage[]
  readonly effect?: { readonly now: Figures; readonly before?: Figures }
}

interface PassagesProps {
  readonly review: string
  readonly person: string
  readonly onClose: () => void
  readonly language: Language
  readonly say: Say
}

export function Passages({ review, person, onClose, language, say }: PassagesProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [found, setFound] = useState<Found>()
  const [least, setLeast] = useState('20')
  const [over, setOver] = useState('10')
  const { attempt, isBusy, failed, setFailed } = useAttempt()
  const [task, setTask] = useState<Task>()
  const path = [review, 'passages']
  useEffect(() => dialog.current?.showModal(), [])
  const look = async () => {
    const next = await get<Found>(path)
    setFound(next)
    // What was asked for stands beside what it found.
    if (next.least !== undefined) setLeast(String(next.least))
    if (next.over !== undefined) setOver(String(next.over))
  }
  useEffect(() => void attempt(look), [])
  const leaveOut = (key: string, on: boolean) => {
    if (!person) return setFailed(say('whoAreYou'))
    void attempt(async () => setFound(await post<Found>([...path, key], { on, by: person })))
  }
  // The page behind follows by the event that tells everybody.
  const runAgain = async () => {
    if (await work(review, 'run', {}, setTask)) await look()
  }
  const search = async () => {
    if (await work(review, 'passages', { least: Number(least), over: Number(over) }, setTask)) await look()
  }
  const { now, before } = found?.effect ?? {}
  return (
    <dialog ref={dialog} class="wide" onClose={onClose} aria-label={say('passages')}>
      <h2>{say('passages')}</h2>
      <p class="faint">{say('passagesWhat')}</p>
      <form
        class="inline"
        onSubmit={(event) => {
          event.preventDefault()
          void attempt(search)
        }}
      >
        <label>
          {say('least')}{' '}
          <input type="number" min={2} max={1_000_000} value={least} onInput={(event) => setLeast(event.currentTarget.value)} />
        </label>{' '}
        <label>
          {say('over')} <input type="number" min={1} value={over} onInput={(event) => setOver(event.currentTarget.value)} />
        </label>{' '}
        <button type="submit" disabled={isBusy}>
          {isBusy ? say('running') : say('findPassages')}
        </button>
      </form>
      {task && <Running task={task} language={language} say={say} />}
      {found?.at && <p data-passages>{SENTENCES.passages(language, found.found, found.total, found.documents ?? 0)}</p>}
      {!!found?.passages.length && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        <section class="scroll frequent" tabIndex={0} aria-label={say('passages')}>
          <table class="fields">
            <thead>
              <tr>
                <th scope="col">{say('leaveOut')}</th>
                <th scope="col">{say('documentsWith')}</th>
                <th scope="col">{say('characters')}</th>
                <th scope="col">{say('passage')}</th>
                <th scope="col">{say('example')}</th>
              </tr>
            </thead>
            <tbody>
              {found.passages.map(({ key, documents, length, text, example, leftOut, by }) => (
                <tr key={key}>
                  <td>
                    <input
                      type="checkbox"
                      checked={leftOut}
                      aria-label={`${say('leaveOut')}: ${text.slice(0, 60)}`}
                      onChange={(event) => leaveOut(key, event.currentTarget.checked)}
                    />{' '}
                    {by && <span class="faint">{by}</span>}
                  </td>
                  <td>{documents.toLocaleString('en-US')}</td>
                  <td>{length.toLocaleString('en-US')}</td>
                  <td class="text">{text}</td>
                  <td>{example}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {found && (
        <p>
          <button type="button" class="go" disabled={isBusy} onClick={() => void attempt(runAgain)}>
            {isBusy ? say('running') : SENTENCES.runWithout(language, found.leftOut)}
          </button>
        </p>
      )}
      {now && (
        <>
          <h3>{say('effect')}</h3>
          <table class="fields" data-effect>
            <thead>
              <tr>
                <td />
                {before && <th scope="col">{say('runBefore')}</th>}
                <th scope="col">{say('lastRun')}</th>
              </tr>
            </thead>
            <tbody>
              {(['leftOut', 'groups', 'members'] as const).map((name) => (
                <tr key={name} data-figure={name}>
                  <th scope="row">{say(name === 'groups' ? 'groups' : name === 'members' ? 'documentsInGroups' : 'passagesOut')}</th>
                  {before && <td>{before[name].toLocaleString('en-US')}</td>}
                  <td>{now[name].toLocaleString('en-US')}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {now.ignored && <p class="faint">{SENTENCES.ignored(language, now.ignored.texts, now.documents, now.ignored.characters)}</p>}
        </>
      )}
      <Foot dialog={dialog} failed={failed} say={say} />
    </dialog>
  )
}
