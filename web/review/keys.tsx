/** Keys, and the list of them. None of them does anything while somebody types. */
import { useEffect, useRef } from 'preact/hooks'
import type { Say, Word } from './words.js'

const KEYS: readonly (readonly [keys: string, word: Word])[] = [
  ['j k', 'keyNext'],
  ['h l', 'keyMember'],
  ['space', 'keySelect'],
  ['1', 'keyKeep'],
  ['m', 'keyMerge'],
  ['x', 'keyDistinct'],
  ['⇧x', 'keyNone'],
  ['s', 'keySplit'],
  ['d', 'keyDefer'],
  ['u', 'keyUndo'],
  ['a', 'activity'],
  ['b', 'keyBulk'],
  ['t', 'lab'],
  ['p', 'keyPassages'],
  ['/', 'keySearch'],
  ['?', 'keyHelp'],
]

/** The key that was pressed, if it is meant for the page: not for a field, and not for a button that space presses. */
export function keyOf({ key, target, ctrlKey, metaKey, altKey, shiftKey, isComposing, repeat }: KeyboardEvent): string | undefined {
  const element = target as HTMLElement
  if (ctrlKey || metaKey || altKey || isComposing) return undefined
  // A key that is held down goes through the list, and decides once.
  if (repeat && !'jkhl'.includes(key)) return undefined
  if (element.isContentEditable || element.closest('textarea, select, dialog')) return undefined
  if (element instanceof HTMLInputElement && element.type !== 'checkbox') return undefined
  if (key === ' ' && element.closest('button, summary, a, input')) return undefined
  // With the capitals locked, letters are what they are.
  return /^[a-z]$/i.test(key) ? (shiftKey ? key.toUpperCase() : key.toLowerCase()) : key
}

export function Help({ onClose, say }: { onClose: () => void; say: Say }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} onClose={onClose} aria-label={say('help')}>
      <h2>{say('help')}</h2>
      <dl>
        {KEYS.map(([keys, word]) => (
          <>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{say(word)}</dd>
          </>
        ))}
      </dl>
      <button type="button" onClick={() => dialog.current?.close()}>
        {say('close')}
      </button>
    </dialog>
  )
}
