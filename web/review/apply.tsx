/** Decisions carried out: first what would go, then the files. */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Language } from '../language.js'
import { download, get, type Task } from './api.js'
import { Running } from './running.js'
import { work } from './task.js'
import { type Say, SENTENCES } from './words.js'

interface Plan {
  readonly documents: number
  readonly removed: number
  readonly states: Readonly<Record<string, number>>
  readonly key: string
}

interface ApplyProps {
  readonly review: string
  readonly onClose: () => void
  readonly language: Language
  readonly say: Say
}

export function Apply({ review, onClose, language, say }: ApplyProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [plan, setPlan] = useState<Plan>()
  const [done, setDone] = useState<Task['summary']>(null)
  const [task, setTask] = useState<Task>()
  const [failed, setFailed] = useState('')
  const [isBusy, setBusy] = useState(false)
  const look = () => get<Plan>([review, 'plan']).then(setPlan, (error: Error) => setFailed(error.message))
  useEffect(() => {
    dialog.current?.showModal()
    void look()
  }, [])
  const write = async () => {
    setBusy(true)
    setFailed('')
    try {
      let last: Task | undefined
      const told = (next: Task | undefined) => {
        last = next ?? last
        setTask(next)
      }
      if (await work(review, 'apply', { key: plan?.key }, told)) setDone(last?.summary ?? null)
    } catch (error) {
      setFailed((error as Error).message)
      await look()
    } finally {
      setBusy(false)
    }
  }
  const open = Object.entries(plan?.states ?? {}).reduce((sum, [state, count]) => sum + (state === 'decided' ? 0 : count), 0)
  return (
    <dialog ref={dialog} class="wide" onClose={onClose} aria-label={say('plan')}>
      <h2>{say('plan')}</h2>
      {plan && <p data-plan>{SENTENCES.plan(language, plan.removed, plan.documents, open)}</p>}
      <p class="faint">{say('applyWhat')}</p>
      <p class="actions">
        <button type="button" class="go" disabled={!plan || isBusy} onClick={() => void write()}>
          {isBusy ? say('running') : SENTENCES.apply(language, plan?.documents ?? 0, plan?.removed ?? 0)}
        </button>
        <button type="button" onClick={() => dialog.current?.close()}>
          {say('close')}
        </button>
      </p>
      {task && <Running task={task} language={language} say={say} />}
      {done && (
        <ul>
          {done.files?.map((name) => (
            <li key={name}>
              <button type="button" onClick={() => void download([review, 'applied', name], `${review}-${name}`)}>
                {name}
              </button>{' '}
              {((name.startsWith('kept') ? done.kept : done.removed) ?? 0).toLocaleString('en-US')}
            </li>
          ))}
        </ul>
      )}
      <p role="alert" class="warning">
        {failed}
      </p>
    </dialog>
  )
}
