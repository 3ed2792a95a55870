/** What people have done in this review, the latest first; what was done as one is taken back as one. */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Language } from '../../language.js'
import { type Activity, get } from '../api.js'
import { Foot } from '../foot.js'
import { type Say, SENTENCES, type Word } from '../words.js'

interface ActivityProps {
  readonly review: string
  readonly onUndo: (done: Activity) => void
  readonly onGroup: (id: string) => void
  readonly onClose: () => void
  readonly language: Language
  readonly say: Say
}

export function ActivityList({ review, onUndo, onGroup, onClose, language, say }: ActivityProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [found, setFound] = useState<{ readonly done: readonly Activity[]; readonly total: number }>()
  const [failed, setFailed] = useState('')
  useEffect(() => {
    dialog.current?.showModal()
    get<NonNullable<typeof found>>([review, 'activity']).then(setFound, (error: Error) => setFailed(error.message))
  }, [])
  return (
    <dialog ref={dialog} class="wide" onClose={onClose} aria-label={say('activity')}>
      <h2>{say('activity')}</h2>
      {found?.done.length === 0 && <p>{say('nothingDone')}</p>}
      {found && found.done.length > 0 && (
        <>
          <p class="faint">{SENTENCES.entries(language, found.done.length, found.total)}</p>
          <ol class="activity">
            {found.done.map((one) => (
              <li key={one.key ?? one.batch}>
                <span>
                  {one.at.slice(0, 16).replace('T', ' ')} · {one.by} · {say(`act-${one.act}` as Word)}
                  {one.batch !== undefined && ` · ${SENTENCES.groups(language, one.count)}`}
                </span>
                {one.group && one.batch === undefined && (
                  <button
                    type="button"
                    onClick={() => {
                      dialog.current?.close()
                      onGroup(one.group as string)
                    }}
                  >
                    {say('show')}
                  </button>
                )}
                <button
                  type="button"
                  onClick={() => {
                    dialog.current?.close()
                    onUndo(one)
                  }}
                >
                  {one.batch === undefined ? say('undo') : SENTENCES.undoAll(language, one.count)}
                </button>
              </li>
            ))}
          </ol>
        </>
      )}
      <Foot dialog={dialog} failed={failed} say={say} />
    </dialog>
  )
}
