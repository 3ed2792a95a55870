/** The bar of decisions: at the bottom of every group, always in the same places and the same words. */

import type { Language } from '../../language.js'
import type { Group } from '../api.js'
import type { Actions } from '../group.js'
import { type Say, SENTENCES } from '../words.js'
import { apart, merged } from './decisions.js'

interface BarProps {
  readonly group: Group
  readonly chosen: number
  readonly selected: ReadonlySet<number>
  readonly actions: Actions
  /** The last decision, in words; empty before the first. */
  readonly last: string
  readonly language: Language
  readonly say: Say
}

export function Bar({ group, chosen, selected, actions, last, language, say }: BarProps) {
  const places = [...selected]
  const count = merged(group, places).length
  const open = merged(group, []).length
  const pair = apart(group, chosen, places)
  const nameAt = (at: number) => group.members.find(({ place }) => place === at)?.name ?? `${at + 1}`
  return (
    <footer class="decisions">
      <div class="main">
        <button type="button" class="go" disabled={!count} onClick={actions.duplicate} data-act="duplicate">
          {SENTENCES.duplicates(language, count)} <kbd>m</kbd>
        </button>
        <button type="button" disabled={!open} onClick={actions.none} data-act="none">
          {say('noDuplicates')} <kbd>{open > 1 ? '⇧x' : 'x'}</kbd>
        </button>
        <button type="button" onClick={actions.defer} data-act="defer">
          {say('deferIt')} <kbd>d</kbd>
        </button>
      </div>
      <div class="more">
        <button
          type="button"
          data-act="distinct"
          disabled={!pair}
          title={pair && SENTENCES.distinct(language, nameAt(pair[0]), nameAt(pair[1]))}
          onClick={actions.distinct}
        >
          {say(selected.size === 2 ? 'notThesePair' : 'notThis')} <kbd>x</kbd>
        </button>
        <button type="button" disabled={chosen === group.kept} title={nameAt(chosen)} onClick={actions.keep} data-act="keep">
          {say('keepThis')} <kbd>1</kbd>
        </button>
        <button type="button" disabled={!selected.size || selected.size === group.size} onClick={actions.split} data-act="split">
          {say('split')} <kbd>s</kbd>
        </button>
      </div>
      <p class="last" role="status">
        {last}
      </p>
    </footer>
  )
}
