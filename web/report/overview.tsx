/** The head of the page: which input, what came of it, and what counted as a duplicate. */
import type { Report } from './data.js'
import { describeFeatures, describeInputs, describeMethod, describeResult, describeRule } from './description.js'
import { OPTION_NAMES } from './option-names.js'
import { RowsSection } from './rows.js'
import { type Language, sayIn, type Word } from './words.js'

const COUNTS = ['documents', 'kept', 'removed', 'groups', 'copies', 'rejects', 'seconds'] as const satisfies readonly Word[]

function dateIn(date: string, language: Language): string {
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'zh-CN', { dateStyle: 'long', timeStyle: 'short' }).format(new Date(date))
}

const spell = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

export function Overview({ report, language, onLanguage }: { report: Report; language: Language; onLanguage: (to: Language) => void }) {
  const { about, summary } = report.data
  const { options, signature, plan, version } = summary
  const say = sayIn(language)
  const counts: Record<(typeof COUNTS)[number], number> = {
    ...summary,
    documents: summary.documents + summary.rejects,
    seconds: summary.seconds.total,
  }
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
        {COUNTS.map((name) => (
          <li key={name} data-count={name} class={counts[name] === 0 ? 'zero' : undefined}>
            <b>{counts[name].toLocaleString('en-US')}</b>
            <span>{say(name)}</span>
          </li>
        ))}
      </ul>
      <p class="rule">
        {describeRule(options, language)} {options['method'] !== 'exact' && !summary.rows && describeFeatures(options, language)}{' '}
        {describeMethod(options, language)}
      </p>
      {summary.rows && <RowsSection rows={summary.rows} say={say} />}
      <details>
        <summary>{say('details')}</summary>
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
