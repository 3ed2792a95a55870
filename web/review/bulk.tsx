/** An act on all groups that fit the filters: counted and shown before it is done. */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Language } from '../language.js'
import { type Address, queryOf } from './address.js'
import { Failure, post, type State } from './api.js'
import { Foot } from './foot.js'
import { Presets } from './presets.js'
import { type ReadAs, type Say, SENTENCES, type Word } from './words.js'

interface Preview {
  readonly groups: number
  readonly total: number
  readonly documents: number
  readonly changed: number
  readonly passedOver: number
  readonly fields: readonly string[]
  /** What is open to doubt in how dates and numbers were read. */
  readonly readAs: readonly ReadAs[]
  readonly run: number
  readonly sample: readonly {
    readonly id: string
    readonly kept: string
    readonly goes: readonly string[]
    readonly members: number
    /** How the texts begin, that of the one that stays first. */
    readonly texts: readonly string[]
  }[]
}

export interface BulkDone {
  readonly batch: string
  readonly groups: number
  readonly states: Readonly<Record<State, number>>
}

interface BulkProps {
  readonly review: string
  readonly address: Address
  readonly person: string
  readonly onDone: (done: BulkDone) => void
  readonly onClose: () => void
  readonly language: Language
  readonly say: Say
}

type BulkAct = 'duplicate' | 'distinct' | 'defer'
const RULES = ['run', 'longest', 'shortest'] as const
const OF_FIELDS = ['newest', 'oldest', 'highest', 'lowest'] as const

export function Bulk({ review, address, person, onDone, onClose, language, say }: BulkProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [act, setAct] = useState<BulkAct>('duplicate')
  const [first, setFirst] = useState('run')
  const [second, setSecond] = useState('')
  const rule = first !== 'run' && second ? `${first},${second}` : first
  const [preview, setPreview] = useState<Preview>()
  const [failed, setFailed] = useState('')
  const [isBusy, setBusy] = useState(false)
  const fields = preview?.fields ?? []
  const { sort: _, ...filter } = queryOf(address)
  const asked = { act, rule, filter }
  const look = async () => {
    try {
      setPreview(await post<Preview>([review, 'bulk'], { ...asked, preview: true }))
    } catch (error) {
      setFailed((error as Error).message)
    }
  }
  useEffect(() => dialog.current?.showModal(), [])
  useEffect(() => void look(), [act, rule])
  const options = (plain: readonly string[]) => [
    ...plain.map((one) => (
      <option key={one} value={one}>
        {say(`keep-${one}` as Word)}
      </option>
    )),
    ...fields.flatMap((field) =>
      OF_FIELDS.map((one) => (
        <option key={`${one}:${field}`} value={`${one}:${field}`}>
          {say(`keep-${one}` as Word)}: {field}
        </option>
      )),
    ),
  ]
  const doIt = async () => {
    if (!preview) return
    if (!person) return setFailed(say('whoAreYou'))
    setBusy(true)
    try {
      onDone(await post<BulkDone>([review, 'bulk'], { ...asked, by: person, run: preview.run, groups: preview.groups }))
      dialog.current?.close()
    } catch (error) {
      setFailed(error instanceof Failure && error.status === 409 ? say('changedMeanwhile') : (error as Error).message)
      await look()
    } finally {
      setBusy(false)
    }
  }
  return (
    <dialog ref={dialog} class="wide" onClose={onClose} aria-label={say('bulk')}>
      <h2>{say('bulk')}</h2>
      <p>
        <label>
          {say('act')}{' '}
          <select value={act} onChange={(event) => setAct(event.currentTarget.value as BulkAct)} data-act>
            <option value="duplicate">{say('markDuplicates')}</option>
            <option value="distinct">{say('markDistinct')}</option>
            <option value="defer">{say('defer')}</option>
          </select>
        </label>{' '}
        {act === 'duplicate' && (
          <>
            <label>
              {say('rule')}{' '}
              <select value={first} onChange={(event) => setFirst(event.currentTarget.value)} data-rule>
                {options([...RULES])}
              </select>
            </label>{' '}
            {first !== 'run' && (
              <label>
                {say('thenBy')}{' '}
                <select value={second} onChange={(event) => setSecond(event.currentTarget.value)}>
                  <option value="">–</option>
                  {options(RULES.slice(1))}
                </select>
              </label>
            )}
          </>
        )}
      </p>
      {act === 'duplicate' && (
        <Presets
          review={review}
          person={person}
          rule={rule}
          onRule={(chosen) => {
            const [one = 'run', other = ''] = chosen.split(',')
            setFirst(one)
            setSecond(other)
          }}
          onFailed={setFailed}
          say={say}
        />
      )}
      {preview && (
        <>
          <p data-preview>{SENTENCES.preview(language, act, preview)}</p>
          {preview.passedOver > 0 && <p class="faint">{SENTENCES.passedOver(language, act, preview.passedOver)}</p>}
          {preview.readAs.map((one) => (
            <p key={one.field} class="faint">
              {SENTENCES.readAs(language, one)}
            </p>
          ))}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
          <ul class="sample" tabIndex={0} aria-label={say('preview')}>
            {preview.sample.map(({ id, kept, goes, members, texts }) => (
              <li key={id}>
                {[kept, ...(act === 'defer' ? [] : goes)].map((name, i) => (
                  <span key={name} class="member">
                    {act !== 'defer' && <span class="badge">{say(i ? act : 'kept')}</span>} {name} <q>{texts[i]}</q>
                  </span>
                ))}
                {act !== 'defer' && members - 1 > goes.length && ' …'}
              </li>
            ))}
          </ul>
        </>
      )}
      <Foot dialog={dialog} failed={failed} say={say}>
        <button type="button" class="go" disabled={!preview?.groups || isBusy} onClick={() => void doIt()}>
          {SENTENCES.bulk(language, act, preview?.groups ?? 0, preview?.documents ?? 0)}
        </button>
      </Foot>
    </dialog>
  )
}
