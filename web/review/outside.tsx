/** Documents just outside a group, the most alike first. */
import { useState } from 'preact/hooks'
import type { Language } from '../language.js'
import { Failure, get, type Task } from './api.js'
import { Texts } from './compare.js'
import { Running } from './running.js'
import { work } from './task.js'
import { type Say, SENTENCES } from './words.js'

interface Outside {
  readonly at: string
  readonly total: number
  readonly pairs: readonly {
    readonly similarity: number
    readonly member: { readonly name: string; readonly text: string }
    readonly other: { readonly name: string; readonly text: string; readonly lab: number; readonly group?: string }
  }[]
}

interface OutsideProps {
  readonly review: string
  readonly group: string
  /** The name of the one that stays. */
  readonly kept: string
  readonly onGroup: (id: string) => void
  readonly onJoin: (place: object) => void
  readonly language: Language
  readonly say: Say
}

export function OutsideGroup({ review, group, kept, onGroup, onJoin, language, say }: OutsideProps) {
  const [found, setFound] = useState<Outside>()
  const [said, setSaid] = useState('')
  const [needsLook, setNeedsLook] = useState(false)
  const [task, setTask] = useState<Task>()
  const load = async (looksFirst: boolean) => {
    try {
      setSaid('')
      if (looksFirst && !(await work(review, 'lab', {}, setTask))) return
      setFound(await get<Outside>([review, 'outside', group]))
      setSaid('')
      setNeedsLook(false)
    } catch (error) {
      // Pairs around the threshold have not been looked for.
      const isMissing = error instanceof Failure && error.status === 404
      setNeedsLook(isMissing)
      setSaid(isMissing ? say('labWhat') : (error as Error).message)
    }
  }
  return (
    <details class="history" onToggle={(event) => event.currentTarget.open && !found && void load(false)} data-outside>
      <summary>{say('outside')}</summary>
      {said && <p class="faint">{said}</p>}
      {task && <Running task={task} language={language} say={say} />}
      {needsLook && !task && (
        <button type="button" onClick={() => void load(true)}>
          {say('lookAround')}
        </button>
      )}
      {found && <p class="faint">{SENTENCES.outside(language, found.pairs.length, found.total)}</p>}
      <ol class="around">
        {found?.pairs.map(({ similarity, member, other }) => (
          <li key={other.name}>
            <details>
              <summary>
                {similarity.toFixed(3)} · {member.name} · {other.name}
              </summary>
              {other.group && other.group !== group && (
                <button type="button" onClick={() => onGroup(other.group as string)}>
                  {say('itsGroup')}
                </button>
              )}
              <button type="button" onClick={() => onJoin({ lab: other.lab, at: found.at })}>
                {SENTENCES.join(language, other.name, kept)}
              </button>
              <Texts left={member.text} right={other.text} language={language} />
            </details>
          </li>
        ))}
      </ol>
    </details>
  )
}
