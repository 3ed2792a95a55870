/** The end of a dialog: what failed, what can be done, and a way out. */
import type { ComponentChildren, RefObject } from 'preact'
import type { Say } from './words.js'

interface FootProps {
  readonly dialog: RefObject<HTMLDialogElement | null>
  readonly failed: string
  readonly say: Say
  readonly children?: ComponentChildren
}

export function Foot({ dialog, failed, say, children }: FootProps) {
  return (
    <>
      <p role="alert" class="warning">
        {failed}
      </p>
      <p class="actions">
        {children}
        <button type="button" onClick={() => dialog.current?.close()}>
          {say('close')}
        </button>
      </p>
    </>
  )
}
