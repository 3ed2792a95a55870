/** The page: a file, what is looked for in it, and what was found. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Decision } from '../../src/page/acts.js'
import type { OutputForm } from '../../src/page/outputs.js'
import type { Asked, MergeInput } from '../../src/page/run.js'
import { Drop } from '../drop.js'
import type { Report } from '../report/data.js'
import { FIRST_SORT, knownOrder } from '../report/order.js'
import { save as saveFile } from '../save.js'
import { type Choice, firstChoice, optionsOf } from './choice.js'
import { Choosing } from './choosing.js'
import { chosenFile, chosenFolder, droppedFrom } from './dropped.js'
import type { Dropped, Found, FromWorker, MergedAs, OpenedFile, ToWorker } from './messages.js'
import { ComingReport } from './report-source.js'
import { Results } from './results.js'
import { allSaved, forgetAll, type Saved, save } from './saved.js'
import { Thread } from './thread.js'
import { say } from './words.js'

/** What the thread is busy with. */
interface Busy {
  readonly phase: 'reading' | 'working' | 'read' | 'search' | 'verify'
  readonly done?: number
}

type Failure = Omit<Extract<FromWorker, { readonly said: 'failed' }>, 'said'>

const PHASES = ['read', 'search', 'verify'] as const

export function App() {
  const [dropped, setDropped] = useState<Dropped>()
  const [opened, setOpened] = useState<OpenedFile>()
  const [choice, setChoice] = useState<Choice>()
  const [busy, setBusy] = useState<Busy>()
  const [failed, setFailed] = useState<Failure>()
  const [found, setFound] = useState<Found>()
  const [merged, setMerged] = useState<MergedAs>()
  const [report, setReport] = useState<Report>()
  const [decided, setDecided] = useState<ReadonlyMap<number, Decision>>(new Map())
  const [saved, setSaved] = useState<readonly Saved[]>([])
  const [areSaved, setAreSaved] = useState(true)

  const hear = async (message: FromWorker) => {
    if (message.said === 'progress') {
      const phase = PHASES.find((one) => one === message.phase) ?? 'working'
      setBusy({ phase, done: message.done })
      return
    }
    const { current: coming } = comingReport
    if (message.said === 'listed' || message.said === 'reported') {
      if (message.key !== coming?.key) return
      if (message.said === 'listed') coming.add(message.list)
      else {
        const whole = coming.finish(message.rest)
        // A list of many groups is put in order in a task of its own, and drawn in the next one.
        knownOrder(whole.data.groups, FIRST_SORT)
        setTimeout(() => comingReport.current === coming && setReport(whole))
      }
      return
    }
    if (message.said === 'block') {
      coming?.answer(message.number, message.members)
      return
    }
    setBusy(undefined)
    if (message.said === 'failed') setFailed(message)
    else if (message.said === 'opened') {
      const before = (await allSaved()).find(({ files }) => files === message.file.digest)
      setOpened(message.file)
      setChoice((chosen) => chosen ?? before?.choice ?? firstChoice(message.file))
    } else if (message.said === 'found') {
      comingReport.current = new ComingReport(message.found.key, (number) => thread.ask({ ask: 'block', number }))
      const before = (await allSaved()).find(({ key }) => key === message.found.key)
      setDecided(new Map(before?.decided))
      setFound(message.found)
    } else {
      saveFile(message.blob, message.name)
      if (message.merged) setMerged(message.merged)
    }
  }
  /** What the search at hand was asked. */
  const asked = useRef<Choice | undefined>(undefined)
  /** What came of the report of the search that was found last. */
  const comingReport = useRef<ComingReport | undefined>(undefined)
  const heard = useRef(hear)
  heard.current = hear
  const thread = useMemo(() => new Thread((message) => heard.current(message)), [])

  const clearReport = () => {
    setMerged(undefined)
    comingReport.current = undefined
    setReport(undefined)
  }
  const read = (chosen: Dropped, sheet?: string) => {
    setFailed(undefined)
    setDecided(new Map())
    setOpened(undefined)
    setFound(undefined)
    clearReport()
    setBusy({ phase: 'reading' })
    setDropped(chosen)
    thread.ask({ ask: 'open', dropped: chosen, sheet })
  }
  const take = (chosen: Dropped | undefined, sheet?: string) => {
    if (!chosen) return
    setChoice(undefined)
    thread.stop().then(() => read(chosen, sheet))
  }
  const decide = (group: number, decision: Decision | undefined) => {
    const next = new Map(decided)
    if (decision) next.set(group, decision)
    else next.delete(group)
    setDecided(next)
    if (!found || !opened || !asked.current) return
    const { key } = found
    save({ key, files: opened.digest, choice: asked.current, at: new Date().toISOString(), decided: [...next] }).then(
      () => {
        setAreSaved(true)
        allSaved().then(setSaved)
      },
      () => setAreSaved(false),
    )
  }
  const forget = () =>
    forgetAll().then(() => {
      setSaved([])
      setDecided(new Map())
    })
  const start = () => {
    if (!choice || !opened) return
    let options: Asked
    try {
      options = optionsOf(choice, opened)
    } catch (error) {
      setFailed({ message: (error as Error).message, remedy: say('optionsForm') })
      return
    }
    asked.current = choice
    setFailed(undefined)
    setFound(undefined)
    clearReport()
    setBusy({ phase: 'working' })
    // The report writes into the address what was looked for in it.
    history.replaceState(null, '', location.pathname + location.search)
    thread.ask({ ask: 'run', options })
  }
  const cancel = () => {
    // The thread held the file too.
    thread.stop().then(() => dropped && read(dropped, opened?.sheets?.read))
  }
  const output = (question: ToWorker) => {
    setFailed(undefined)
    setBusy({ phase: 'working' })
    thread.ask(question)
  }
  const merge = (rules: () => MergeInput, form: OutputForm) => {
    setMerged(undefined)
    try {
      output({ ask: 'merged', rules: rules(), form })
    } catch (error) {
      setFailed({ message: (error as Error).message, remedy: say('mergeText') })
    }
  }
  useEffect(() => {
    // A file that misses its place must not take the place of the page.
    const refuse = (event: DragEvent) => event.preventDefault()
    addEventListener('dragover', refuse)
    addEventListener('drop', refuse)
    return () => {
      removeEventListener('dragover', refuse)
      removeEventListener('drop', refuse)
    }
  }, [])

  useEffect(() => {
    allSaved().then(setSaved)
  }, [])

  const isUnsaved = decided.size > 0 && !areSaved
  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isUnsaved])

  return (
    <main>
      <header>
        <h1>
          <span class="mark">雷同 leitong</span> {say('title')}
        </h1>
        <p class="faint">{say('private')}</p>
        {saved.length > 0 && (
          <p class="saved faint">
            {say('saved')} {saved.length}{' '}
            <button type="button" onClick={forget}>
              {say('forget')}
            </button>
          </p>
        )}
      </header>
      <Drop
        title={dropped ? `${dropped.name} · ${say('other')}` : say('drop')}
        formats={say('formats')}
        onDrop={(transfer) => droppedFrom(transfer).then(take, (error: Error) => setFailed({ message: error.message, remedy: '' }))}
        onChoose={(files) => take(chosenFile(files))}
      />
      <label class="folder">
        {say('folder')}{' '}
        <input
          type="file"
          name="folder"
          ref={(chooser) => chooser?.setAttribute('webkitdirectory', '')}
          onChange={({ currentTarget }) => {
            take(chosenFolder(currentTarget.files))
            currentTarget.value = ''
          }}
        />
      </label>
      {opened && choice && (
        <Choosing
          file={opened}
          readSheet={(sheet) => take(dropped, sheet)}
          choice={choice}
          choose={setChoice}
          start={start}
          isBusy={busy !== undefined}
          say={say}
        />
      )}
      <div aria-live="polite">
        {busy && (
          <p class="busy">
            <progress /> {say(busy.phase)} {busy.done === undefined ? '' : busy.done.toLocaleString()}{' '}
            {busy.phase !== 'reading' && opened && (
              <button type="button" onClick={cancel}>
                {say('cancel')}
              </button>
            )}
          </p>
        )}
        {failed && (
          <div class="failed" role="alert" data-code={failed.code}>
            <strong>{say('failed')}</strong>
            <p>{failed.message}</p>
            <p>{failed.remedy}</p>
          </div>
        )}
      </div>
      {found && opened && (
        <Results
          found={found}
          file={opened}
          report={report}
          download={(name, form) => output({ ask: 'output', name, form })}
          id={asked.current?.id ?? ''}
          merge={merge}
          merged={merged}
          decided={decided}
          decide={decide}
          areSaved={areSaved}
          downloadDecisions={() => thread.ask({ ask: 'decisions', decided: [...decided] })}
        />
      )}
    </main>
  )
}
