/** Why a member stands beside the one that stays: what proposed the pair, and what was measured. */
import { useState } from 'preact/hooks'
import type { Language } from '../language.js'
import { get } from './api.js'
import { type Say, SENTENCES } from './words.js'

interface Found {
  readonly measure: string
  readonly threshold: number
  readonly proposed?: {
    readonly distance?: number
    readonly bits?: number
    readonly most?: number
    readonly agreeing?: number
    readonly values?: number
  }
  /** Of a similarity that counts over all documents: that of the run, and passages that both texts have. */
  readonly measured?: { readonly similarity: number; readonly isSimilar: boolean }
  readonly passages?: readonly string[]
  readonly verified?: {
    readonly similarity: number
    readonly isSimilar: boolean
    readonly shared: number
    readonly onlyKept: number
    readonly onlyMember: number
  }
}

interface WhyProps {
  readonly review: string
  readonly group: string
  readonly place: number
  readonly language: Language
  readonly say: Say
}

export function Why({ review, group, place, language, say }: WhyProps) {
  const [found, setFound] = useState<Found>()
  const [failed, setFailed] = useState('')
  const look = () => get<Found>([review, 'why', group], { place: String(place) }).then(setFound, (error: Error) => setFailed(error.message))
  const { proposed, verified } = found ?? {}
  return (
    <details class="history" onToggle={(event) => event.currentTarget.open && !found && void look()} data-why>
      <summary>{say('why')}</summary>
      {failed && <p class="warning">{failed}</p>}
      {found && !verified && !found.passages && <p>{say('whyNot')}</p>}
      {found?.measured && (
        <p>
          {SENTENCES.inRare(language, found.measured.similarity, found.threshold)}{' '}
          {!found.measured.isSimilar && SENTENCES.byChain(language)}
        </p>
      )}
      {found?.passages && found.passages.length > 0 && (
        <>
          <p>{say('sharedPassages')}</p>
          <ol class="around">
            {found.passages.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ol>
        </>
      )}
      {proposed && (
        <p>
          {proposed.bits === undefined
            ? SENTENCES.proposedValues(language, proposed.agreeing ?? 0, proposed.values ?? 0)
            : SENTENCES.proposedBits(language, proposed.distance ?? 0, proposed.bits, proposed.most ?? 0)}
        </p>
      )}
      {found && verified && (
        <p>
          {SENTENCES.verified(
            language,
            found.measure,
            verified.similarity,
            found.threshold,
            verified.shared,
            verified.onlyKept,
            verified.onlyMember,
          )}{' '}
          {!verified.isSimilar && SENTENCES.byChain(language)}
        </p>
      )}
    </details>
  )
}
