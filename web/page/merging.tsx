/** How the rows of a group become one. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { MergeInput } from '../../src/page/run.js'
import { say, type WordName } from './words.js'

/** A rule for all fields, or rules as the command takes them. */
const RULES = ['kept', 'first', 'longest', 'most', 'newest', 'rules'] as const
type Rule = (typeof RULES)[number]

const WORDS: Readonly<Record<Rule, WordName>> = {
  kept: 'mergeKept',
  first: 'mergeFirst',
  longest: 'mergeLongest',
  most: 'mergeMost',
  newest: 'mergeNewest',
  rules: 'mergeRules',
}

interface MergingProps {
  readonly columns: readonly string[]
  /** The column with the id; empty without one. */
  readonly id: string
  readonly merge: (rules: () => MergeInput) => void
  readonly children: ComponentChildren
}

export function Merging({ columns, id, merge, children }: MergingProps) {
  const [rule, setRule] = useState<Rule>('kept')
  const [column, setColumn] = useState(columns.find((one) => one !== id) ?? '')
  const [text, setText] = useState('')
  const rules = (): MergeInput => {
    // Names with a comma need JSON, as in a file of the command.
    if (rule === 'rules') return text.trimStart().startsWith('{') ? (JSON.parse(text) as MergeInput) : text
    const all = rule === 'newest' ? { rule, column } : rule
    // The longest id, or that of most rows, says nothing.
    return id === '' ? { '*': all } : { [id]: 'kept', '*': all }
  }
  return (
    <form
      class="merging"
      onSubmit={(event) => {
        event.preventDefault()
        merge(rules)
      }}
    >
      <fieldset>
        <legend>{say('mergeTitle')}</legend>
        <label class="field">
          {say('mergeBy')}
          <select name="merge" value={rule} onChange={({ currentTarget }) => setRule(currentTarget.value as Rule)}>
            {RULES.map((one) => (
              <option key={one} value={one}>
                {say(WORDS[one])}
              </option>
            ))}
          </select>
        </label>
        {rule === 'newest' && (
          <label class="field">
            {say('mergeColumn')}
            <select name="mergeColumn" value={column} onChange={({ currentTarget }) => setColumn(currentTarget.value)}>
              {columns.map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </select>
          </label>
        )}
        {rule === 'rules' && (
          <label class="wide">
            {say('mergeText')}
            <input
              name="mergeRules"
              required
              spellcheck={false}
              autocomplete="off"
              value={text}
              onInput={({ currentTarget }) => setText(currentTarget.value)}
            />
          </label>
        )}
        <button type="submit" data-output="merged">
          {say('downloadMerged')}
        </button>
        {rule !== 'rules' && rule !== 'kept' && <p class="faint">{say('mergeEmpty')}</p>}
        {children}
      </fieldset>
    </form>
  )
}
