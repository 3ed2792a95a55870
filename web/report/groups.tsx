/** One page of the list of groups; a group opens to show its members. */
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Language } from '../language.js'
import { describePersons } from '../persons.js'
import { isLink, plainId, type Report, type ReportGroup, type ReportMembers, score, type WeakestPair } from './data.js'
import { Member, MemberLink, Row } from './member.js'
import { Contribution, longest } from './rows.js'
import type { Finding } from './search.js'
import type { Say } from './words.js'

export const PER_PAGE = 100

/** What another page shows in a group, beside what a report does. Groups count from 0. */
export interface Beside {
  /** In the line of the list. */
  line(group: number): ComponentChildren
  /** Above the members. */
  group(group: number): ComponentChildren
  /** In the head of a member. @param place  among those that are shown; the kept one has 0 */
  member(group: number, place: number): ComponentChildren
}

interface GroupsProps {
  readonly report: Report
  /** Places of groups in the list, from 0. */
  readonly shown: readonly number[]
  readonly open: ReadonlySet<number>
  readonly toggle: (group: number) => void
  readonly findings: ReadonlyMap<number, Finding | undefined> | undefined
  readonly language: Language
  readonly say: Say
  readonly beside?: Beside | undefined
}

export function Groups({ report, shown, open, toggle, findings, language, say, beside }: GroupsProps) {
  return (
    <ol class="groups">
      {shown.map((number) => (
        <Group
          key={number}
          report={report}
          number={number}
          isOpen={open.has(number)}
          toggle={() => toggle(number)}
          finding={findings?.get(number)}
          language={language}
          say={say}
          beside={beside}
        />
      ))}
    </ol>
  )
}

interface PagerProps {
  readonly page: number
  readonly pages: number
  readonly turn: (page: number) => void
  readonly say: Say
}

export function Pager({ page, pages, turn, say }: PagerProps) {
  if (pages <= 1) return null
  return (
    <div class="pager">
      <button type="button" disabled={page === 0} onClick={() => turn(page - 1)}>
        {say('previous')}
      </button>
      <span>
        {say('page')} {page + 1} / {pages}
      </span>
      <button type="button" disabled={page + 1 >= pages} onClick={() => turn(page + 1)}>
        {say('next')}
      </button>
    </div>
  )
}

interface GroupProps {
  readonly report: Report
  readonly number: number
  readonly isOpen: boolean
  readonly toggle: () => void
  readonly finding: Finding | undefined
  readonly language: Language
  readonly say: Say
  readonly beside: Beside | undefined
}

function Group({ report, number, isOpen, toggle, finding, language, say, beside }: GroupProps) {
  const { size, id, title, low, high, persons } = report.data.groups[number] as ReportGroup
  return (
    <li id={`g${number + 1}`} class={isOpen ? 'open' : undefined}>
      <button type="button" class="head" aria-expanded={isOpen} onClick={toggle}>
        <span class="size">{size} ×</span>
        <span class="range">{[...new Set([score(low), score(high)])].join(' – ')}</span>
        <span class="title">
          {beside?.line(number)}
          {title}
        </span>
        <span class="id">{plainId(id)}</span>
        {persons && (
          <span class="persons" data-different={persons.different} data-named={persons.named}>
            {describePersons(persons, language)}
          </span>
        )}
      </button>
      <a class="anchor" href={`#g${number + 1}`} title={say('link')} aria-label={`${say('link')} ${number + 1}`}>
        #{number + 1}
      </a>
      {finding && (
        <p class="finding">
          {say('foundIn')} <b>{plainId(finding.id)}</b>: …{finding.before}
          <mark>{finding.match}</mark>
          {finding.after}…
        </p>
      )}
      {isOpen && <Members report={report} number={number} size={size} say={say} beside={beside} />}
    </li>
  )
}

function Weakest({ a, b, similarity, contributions, fields, say }: WeakestPair & { say: Say }) {
  const most = longest(contributions)
  return (
    <div class="weakest scroll">
      <p>
        {say('weakest')}: <MemberLink id={a} /> – <MemberLink id={b} />, {score(similarity)}
      </p>
      {fields ? (
        <Row fields={fields[1]} kept={fields[0]} contributions={contributions} say={say} />
      ) : (
        <table class="row">
          <tbody>
            {contributions.map((contribution) => (
              <tr key={contribution.field}>
                <th scope="row">{contribution.field}</th>
                <Contribution of={contribution} most={most} say={say} />
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}

type MembersProps = Pick<GroupProps, 'report' | 'number' | 'say' | 'beside'> & { readonly size: number }

function Members({ report, number, size, say, beside }: MembersProps) {
  const [members, setMembers] = useState<ReportMembers>()
  useEffect(() => {
    report.membersOf(number).then(setMembers)
  }, [report, number])
  if (!members) return null
  const [kept] = members
  const { weakest } = report.data.groups[number] as ReportGroup
  const hidden = size - members.length
  return (
    <div class="body">
      {beside?.group(number)}
      {!kept?.fields && <p class="faint">{say('legend')}</p>}
      {weakest && <Weakest {...weakest} say={say} />}
      {members.map((member, i) => (
        <Member key={i} member={member} kept={i === 0 ? undefined : kept} isLink={isLink(report.data.summary)} say={say}>
          {beside?.member(number, i)}
        </Member>
      ))}
      {hidden > 0 && (
        <p class="faint">
          {hidden.toLocaleString('en-US')} {say('more')}
        </p>
      )}
    </div>
  )
}
