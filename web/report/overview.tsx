/** The head of the page: which input, what came of it, and what counted as a duplicate. */

import type { Language } from '../language.js'
import { isLink, type Report } from './data.js'
import { describeFeatures, describeInputs, describeMethod, describeResult, describeRule, durationIn } from './description.js'
import { OPTION_NAMES } from './option-names.js'
import { RowsSection } from './rows.js'
import { sayIn, type Word } from './words.js'

/** Figures of the first screen, and those behind it. */
const OF_BATCH = {
  first: ['documents', 'removed', 'groups'],
  others: ['kept', 'copies', 'rejects', 'seconds'],
} as const satisfies Record<string, readonly Word[]>
const OF_LINK = {
  first: ['a', 'b', 'linkedB'],
  others: ['groups', 'linkedA', 'pairs', 'rejects', 'seconds'],
} as const satisfies Record<string, readonly Word[]>

function dateIn(date: string, language: Language): string {
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'zh-CN', { dateStyle: 'long', timeStyle: 'short' }).format(new Date(date))
}

const spell = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

export function Overview({ report, language, onLanguage }: { report: Report; language: Language; onLanguage: (to: Language) => void }) {
  const { about, summary, decided } = report.data
  const { options, signature, plan, version } = summary
  const say = sayIn(language, isLink(summary))
  const { first, others } = isLink(summary) ? OF_LINK : OF_BATCH
  const counts: Readonly<Record<string, unknown>> = isLink(summary)
    ? { ...summary }
    : { ...summary, documents: summary.documents + summary.rejects }
  const figure = (name: Word) =>
    name === 'seconds' ? durationIn(summary.seconds.total, language) : Number(counts[name]).toLocaleString('en-US')
  const settings = Object.entries({ version, signature, plan, ...options })
  return (
    <header>
      <div class="brand">
        <span class="mark" aria-hidden="true">
          雷同
        </span>
        <span class="name">leitong</span>
        <button type="button" id="language" onClick={() => onLanguage(language === 'en' ? 'zh' : 'en')}>
          {language === 'en' ? '中文' : 'English'}
        </button>
      </div>
      <h1>{say('title')}</h1>
      <p class="about">
        <b class="inputs">{describeInputs(about, language)}</b> · <time dateTime={about.date}>{dateIn(about.date, language)}</time>
      </p>
      <p class="result">{describeResult(summary, language)}</p>
      <ul class="counts">
        {first.map((name) => (
          <li key={name} data-count={name}>
            <b>{figure(name)}</b> <span>{say(name)}</span>
          </li>
        ))}
      </ul>
      <details>
        <summary>{say('details')}</summary>
        <p class="rule">
          {describeRule(report.data, language)} {decided.ofFeatures && describeFeatures(options, language)}{' '}
          {describeMethod(report.data, language)}
        </p>
        <ul class="counts">
          {others.map((name) => (
            <li key={name} data-count={name}>
              <b>{figure(name)}</b> <span>{say(name)}</span>
            </li>
          ))}
        </ul>
        {summary.rows && <RowsSection rows={summary.rows} say={say} />}
        <div class="scroll">
          <table>
            <tbody>
              {settings.map(([name, value]) => (
                <tr key={name}>
                  <th scope="row">{OPTION_NAMES[name]?.[language === 'en' ? 0 : 1] ?? name}</th>
                  <td class="faint">{name}</td>
                  <td>{spell(value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </header>
  )
}
