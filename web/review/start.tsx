/** The reviews there are, and a new one. */
import { useState } from 'preact/hooks'
import { type Described, post, type Task } from './api.js'
import { Running } from './running.js'
import { work } from './task.js'
import { type Language, type Say, SENTENCES } from './words.js'

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
  const create = async (form: HTMLFormElement) => {
    const data = new FormData(form)
    const name = String(data.get('name')).trim()
    const source = String(data.get('source'))
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
    setBusy(true)
    setFailed('')
    try {
      await post([], { name, source })
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
        {reviews.map(({ name, groups = 0, states, isRunning }) => (
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
            <span class="faint">{isRunning ? say('running') : SENTENCES.progress(language, states?.decided ?? 0, groups)}</span>
          </li>
        ))}
      </ul>
      <h2>{say('newReview')}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void create(event.currentTarget)
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
