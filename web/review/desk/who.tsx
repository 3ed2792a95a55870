/** Asks who decides, once: then what was asked for is done. */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Say } from '../words.js'

interface WhoProps {
  readonly onName: (name: string) => void
  readonly onClose: () => void
  readonly say: Say
}

export function Who({ onName, onClose, say }: WhoProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [name, setName] = useState('')
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} onClose={onClose} aria-label={say('you')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!name.trim()) return
          onName(name.trim())
          dialog.current?.close()
        }}
      >
        <p>{say('whoAreYou')}</p>
        <p class="inline-form">
          <label>
            {say('you')} <input value={name} maxLength={200} onInput={(event) => setName(event.currentTarget.value)} />
          </label>
          <button type="submit" class="go" disabled={!name.trim()}>
            {say('enter')}
          </button>
        </p>
      </form>
    </dialog>
  )
}
