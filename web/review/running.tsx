/** Work that is under way: what is done, how fast, how long it still takes; and the button that stops it. */
import { useState } from 'preact/hooks'
import type { Language } from '../language.js'
import type { Task } from './api.js'
import { stop } from './task.js'
import { type Say, SENTENCES } from './words.js'

interface RunningProps {
  readonly task: Task
  readonly language: Language
  readonly say: Say
}

const PHASES = ['read', 'search', 'verify', 'write'] as const

export function Running({ task, language, say }: RunningProps) {
  const [failed, setFailed] = useState('')
  const { progress } = task
  const what = say(`work-${task.request.work ?? 'run'}`)
  const phase = PHASES.find((name) => name === progress?.phase)
  return (
    <p class="running" data-task={task.state}>
      <strong>{what}</strong> {task.state === 'queued' ? say('queued') : phase ? say(`phase-${phase}`) : say('begins')}{' '}
      {progress?.total ? (
        <progress aria-label={what} max={progress.total} value={Math.min(progress.done, progress.total)} />
      ) : (
        <progress aria-label={what} />
      )}{' '}
      {progress && <span class="faint">{SENTENCES.underWay(language, progress)}</span>}{' '}
      <button type="button" onClick={() => void stop(task).catch((error: Error) => setFailed(error.message))}>
        {say('stop')}
      </button>
      {failed && <span role="alert"> {failed}</span>}
    </p>
  )
}
