/** Rules of who stays that were saved under a name. */
import { useEffect, useState } from 'preact/hooks'
import { get, post } from './api.js'
import type { Say } from './words.js'

interface Preset {
  readonly name: string
  readonly rule: string
}

interface PresetsProps {
  readonly review: string
  readonly person: string
  /** As it is chosen now. */
  readonly rule: string
  readonly onRule: (rule: string) => void
  readonly onFailed: (message: string) => void
  readonly say: Say
}

export function Presets({ review, person, rule, onRule, onFailed, say }: PresetsProps) {
  const [presets, setPresets] = useState<readonly Preset[]>([])
  const [name, setName] = useState('')
  const chosen = presets.find((one) => one.rule === rule)
  const path = [review, 'presets']
  const attempt = async (work: () => Promise<{ readonly presets: readonly Preset[] }>) => {
    try {
      setPresets((await work()).presets)
      onFailed('')
    } catch (error) {
      onFailed((error as Error).message)
    }
  }
  useEffect(() => void attempt(() => get(path)), [])
  const save = (body: object) => (person ? void attempt(() => post(path, { ...body, by: person })) : onFailed(say('whoAreYou')))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim()) save({ name: name.trim(), rule })
        setName('')
      }}
    >
      <label>
        {say('presets')}{' '}
        <select
          value={chosen?.name ?? ''}
          onChange={(event) => onRule(presets.find((one) => one.name === event.currentTarget.value)?.rule ?? 'run')}
        >
          <option value="">–</option>
          {presets.map((one) => (
            <option key={one.name} value={one.name}>
              {one.name}
            </option>
          ))}
        </select>
      </label>{' '}
      {chosen && (
        <button type="button" onClick={() => save({ name: chosen.name })}>
          {say('forget')}
        </button>
      )}{' '}
      <label>
        {say('savePreset')} <input value={name} maxLength={64} onInput={(event) => setName(event.currentTarget.value)} />
      </label>{' '}
      <button type="submit">{say('save')}</button>
    </form>
  )
}
