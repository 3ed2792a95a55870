/** Documents just outside a group, the most alike first. */
import { useState } from 'preact/hooks'
import { Failure, get, post } from './api.js'
import { Texts } from './compare.js'
import { type Language, type Say, SENTENCES } from './words.js'

interface Outside {
  readonly total: number
  readonly pairs: readonly {
    readonly similarity: number
    readonly member: { readonly name: string; readonly text: string }
    readonly other: { readonly name: string; readonly text: string; readonly group?: string }
  }[]
}

interface OutsideProps {
  readonly review: string
  readonly group: string
  readonly onGroup: (id: string) => void
  readonly language: Language
  readonly say: Say
}

export function OutsideGroup({ review, group, onGroup, language, say }: OutsideProps) {
  const [found, setFound] = useState<Outside>()
  const [said, setSaid] = useState('')
  const [needsLook, setNeedsLook] = useState(false)
  const load = async (looksFirst: boolean) => {
    try {
      setSaid(looksFirst ? say('running') : '')
      if (looksFirst) await post([review, 'lab'], {})
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
      {needsLook && (
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
              <Texts left={member.text} right={other.text} say={say} />
            </details>
          </li>
        ))}
      </ol>
    </details>
  )
}
