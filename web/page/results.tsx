/** What was found: figures, downloads, and groups with what differs. */
import { useState } from 'preact/hooks'
import type { Decision } from '../../src/page/acts.js'
import type { Command } from '../../src/page/command.js'
import { OUTPUT_FORMS, type OutputForm, type OutputName } from '../../src/page/outputs.js'
import type { MergeInput } from '../../src/page/run.js'
import { languageHere } from '../language.js'
import type { Report } from '../report/data.js'
import type { Beside } from '../report/groups.js'
import { Body } from '../report/page.js'
import { Merging } from './merging.js'
import type { Found, MergedAs, OpenedFile } from './messages.js'
import { say, type WordName } from './words.js'

const DOWNLOADS = [
  ['kept', 'downloadKept'],
  ['removed', 'downloadRemoved'],
  ['groups', 'downloadGroups'],
] as const satisfies readonly (readonly [Exclude<OutputName, 'merged'>, WordName])[]

interface ResultsProps {
  readonly found: Found
  readonly file: OpenedFile
  /** Once its list is complete. */
  readonly report: Report | undefined
  readonly download: (name: Exclude<OutputName, 'merged'>, form: OutputForm) => void
  /** The column with the id; empty without one. */
  readonly id: string
  /** @param rules  throws where they are not sound */
  readonly merge: (rules: () => MergeInput, form: OutputForm) => void
  /** Of the rows that were merged last. */
  readonly merged: MergedAs | undefined
  /** By the number of the group. */
  readonly decided: ReadonlyMap<number, Decision>
  readonly decide: (group: number, decision: Decision | undefined) => void
  readonly downloadDecisions: () => void
  /** This browser keeps them. */
  readonly areSaved: boolean
}

export function Results(given: ResultsProps) {
  const { found, file, report, download, decided, decide, downloadDecisions, areSaved, merged } = given
  const { kept, removed, groups: count, rejects, limits, sharedId } = found.summary
  const isWorkbook = file.format === 'xlsx'
  const [form, setForm] = useState<OutputForm>(isWorkbook ? 'xlsx' : 'own')
  const command = found.commands[form]
  return (
    <section class="results" data-found={count}>
      <p class="figures">
        <strong>{kept.toLocaleString()}</strong> {say('kept')} · <strong>{removed.toLocaleString()}</strong> {say('removed')} ·{' '}
        <strong>{count.toLocaleString()}</strong> {say('groups')}{' '}
        <span class="faint">
          {found.seconds.toFixed(1)} {say('seconds')}
        </span>
      </p>
      {limits.sampled > 0 && (
        <p class="warning" data-sampled={limits.sampled}>
          {say('sampled')} {limits.sampled}
        </p>
      )}
      {sharedId && (
        <p class="warning" data-shared-id={sharedId.id}>
          {say('sharedId')} {sharedId.id}
        </p>
      )}
      {rejects > 0 && (
        <details>
          <summary>
            {rejects.toLocaleString()} {say('rejects')}
          </summary>
          <ul>
            {found.rejects.map(({ where, reason }) => (
              <li key={where}>
                {where}: {reason}
              </li>
            ))}
          </ul>
        </details>
      )}
      <p class="downloads">
        <label>
          {say('downloads')}{' '}
          <select name="form" value={form} onChange={({ currentTarget }) => setForm(currentTarget.value as OutputForm)}>
            {OUTPUT_FORMS.map((one) => (
              <option key={one} value={one}>
                {one === 'xlsx' ? 'Excel (.xlsx)' : say(isWorkbook ? 'asCsv' : 'asInput')}
              </option>
            ))}
          </select>
        </label>
        {DOWNLOADS.map(([name, word]) => (
          <button type="button" key={name} data-output={name} onClick={() => download(name, form)}>
            {say(word)}
          </button>
        ))}
        <button type="button" data-output="decisions" disabled={decided.size === 0} onClick={downloadDecisions}>
          {say('downloadDecisions')} {decided.size || ''}
        </button>
      </p>
      {decided.size > 0 && <p class="faint">{say(areSaved ? 'decisionsSaved' : 'decisionsHeld')}</p>}
      {form === 'xlsx' && !isWorkbook && <p class="faint">{say('keptAsInput')}</p>}
      <details>
        <summary>{say(limits.sampled > 0 ? 'commandFindsMore' : 'command')}</summary>
        <Shown command={command} />
      </details>
      {file.hasFields && count > 0 && (
        <Merging columns={file.columns} id={given.id} merge={(rules) => given.merge(rules, form)}>
          {merged && (
            <div class="merged" role="status">
              {merged.ties > 0 && (
                <p class="faint">
                  {say('mergeTies')} {merged.ties.toLocaleString()}
                </p>
              )}
              <details>
                <summary>{say('mergeCommand')}</summary>
                <Shown command={merged.command} />
              </details>
            </div>
          )}
        </Merging>
      )}
      {report ? (
        <Body report={report} language={languageHere} beside={besideOf(decided, decide)} />
      ) : (
        <p class="faint">
          <progress /> {say('listing')}
        </p>
      )}
    </section>
  )
}

/** A command, and the files that it reads beside the input. */
function Shown({ command: { line, files } }: { readonly command: Command }) {
  return (
    <>
      <pre>{line}</pre>
      {files.map(({ name, content }) => (
        <figure key={name} data-file={name}>
          <figcaption>{`${say('beside')} ${name}`}</figcaption>
          <pre>{content}</pre>
        </figure>
      ))}
    </>
  )
}

/** What people decide, beside what the report shows; groups count from 0 there. */
function besideOf(decided: ResultsProps['decided'], decide: ResultsProps['decide']): Beside {
  const apartIn = (number: number) => {
    const decision = decided.get(number)
    return decision?.kind === 'apart' ? decision.places : []
  }
  const toggle = (number: number, place: number) => {
    const apart = apartIn(number)
    const places = apart.includes(place) ? apart.filter((one) => one !== place) : [...apart, place]
    decide(number, places.length ? { kind: 'apart', places } : undefined)
  }
  return {
    line: (group) => {
      const kind = decided.get(group + 1)?.kind
      return kind && <span class="decided">{say(kind)}</span>
    },
    group: (group) => {
      const kind = decided.get(group + 1)?.kind
      return (
        <p class="decide" data-group={group + 1}>
          {(['same', 'different'] as const).map((one) => (
            <button type="button" key={one} data-decide={one} aria-pressed={kind === one} onClick={() => decide(group + 1, { kind: one })}>
              {say(one)}
            </button>
          ))}
          {kind && (
            <button type="button" data-decide="undo" onClick={() => decide(group + 1, undefined)}>
              {say('undo')}
            </button>
          )}
        </p>
      )
    },
    member: (group, place) =>
      place > 0 && (
        <button
          type="button"
          data-decide="apart"
          aria-pressed={apartIn(group + 1).includes(place)}
          onClick={() => toggle(group + 1, place)}
        >
          {say('apart')}
        </button>
      ),
  }
}
