/** The reviews there are, and a new one. */
import { useState } from 'preact/hooks'
import type { Language } from '../../language.js'
import { type Described, post, remove, type Task } from '../api.js'
import { Running } from '../running.js'
import { work } from '../task.js'
import { type Say, SENTENCES } from '../words.js'
import { Fresh } from './fresh.js'

interface StartProps {
  readonly reviews: readonly Described[]
  readonly onOpen: (name: string) => void
  readonly onLanguage: () => void
  readonly reload: () => Promise<void>
  readonly language: Language
  readonly say: Say
}

export function Start({ reviews, onOpen, onLanguage, reload, language, say }: StartProps) {
  const [failed, setFailed] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [task, setTask] = useState<Task>()
  const create = async (name: string, sources: () => Promise<readonly string[]>, options: object) => {
    setBusy(true)
    setFailed('')
    try {
      await post([], { name, source: await sources(), options })
      const isDone = await work(name, 'run', {}, setTask)
      await reload()
      if (isDone) onOpen(name)
    } catch (error) {
      setFailed((error as Error).message)
      await reload()
    } finally {
      setBusy(false)
    }
  }
  const createOf = (form: HTMLFormElement) => {
    const data = new FormData(form)
    const lines = String(data.get('source')).split('\n')
    const source = lines.map((line) => line.trim()).filter(Boolean)
    return create(String(data.get('name')).trim(), async () => source, {})
  }
  const forget = async (name: string) => {
    if (!confirm(SENTENCES.forget(language, name))) return
    setFailed('')
    await remove(name).catch((error: Error) => setFailed(error.message))
    await reload()
  }
  return (
    <main class="start">
      <h1>leitong · {say('reviews')}</h1>
      <p>
        <button type="button" onClick={onLanguage}>
          {say('language')}
        </button>
      </p>
      {reviews.length === 0 && <p>{say('noReviews')}</p>}
      <ul>
        {reviews.map(({ name, groups = 0, states, isRunning, run, task: last }) => (
          <li key={name}>
            <a
              href={`?review=${encodeURIComponent(name)}`}
              onClick={(event) => {
                event.preventDefault()
                onOpen(name)
              }}
            >
              {name}
            </a>{' '}
            <span class={!run && last?.error ? 'warning' : 'faint'}>
              {isRunning
                ? say('running')
                : run
                  ? SENTENCES.progress(language, states?.decided ?? 0, groups)
                  : (last?.error?.message ?? say('notRun'))}
            </span>{' '}
            <button
              type="button"
              class="plain"
              disabled={isRunning}
              aria-label={`${say('remove')}: ${name}`}
              onClick={() => void forget(name)}
            >
              {say('remove')}
            </button>
          </li>
        ))}
      </ul>
      <h2>{say('newReview')}</h2>
      <Fresh
        isBusy={isBusy}
        create={(name, source, options) => void create(name.trim(), async () => [await source()], options)}
        onFailed={setFailed}
        language={language}
        say={say}
      />
      <h3>{say('fromFolders')}</h3>
      <form
        class="sources"
        onSubmit={(event) => {
          event.preventDefault()
          void createOf(event.currentTarget)
        }}
      >
        <label>
          {say('name')} <input name="name" required maxLength={64} />
        </label>
        <label>
          {say('source')} <textarea name="source" rows={3} required />
        </label>
        <button type="submit" disabled={isBusy}>
          {isBusy ? say('running') : say('create')}
        </button>
      </form>
      {task && <Running task={task} language={language} say={say} />}
      <p role="alert" class="warning">
        {failed}
      </p>
    </main>
  )
}
