/** A review as one HTML page that opens from disk: every group with its texts and what was decided, for paper and for archives. */
import { groupOf } from '../answers.js'
import type { Machine, Project } from '../project.js'

const markup = (text: string) => text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] as string)

const STATES: Readonly<Record<string, string>> = {
  open: 'open · 待定',
  partly: 'begun · 部分已定',
  decided: 'decided · 已定',
  deferred: 'deferred · 暂缓',
  kept: 'stays · 保留',
  duplicate: 'duplicate · 重复',
  distinct: 'not a duplicate · 不重复',
}

const STYLE = `:root { color-scheme: light dark } body { font: 15px/1.55 system-ui, "Noto Sans SC", "PingFang SC", "Microsoft YaHei", sans-serif; margin: 0 auto; max-width: 60rem; padding: 1rem }
section { border-top: 1px solid #8888; break-inside: avoid-page } h1 { font-size: 1.3rem } h2 { font-size: 1rem } pre { font: inherit; margin: .2rem 0; white-space: pre-wrap; overflow-wrap: anywhere }
article { border-left: 4px solid #8888; margin: .6rem 0; padding-left: .7rem } article.kept { border-color: #1a6b30 } article.duplicate { border-color: #b3261e } small { opacity: .8 }`

/** The page in pieces. Texts are shown as far as the page of the review shows them. */
export function* reviewPage(project: Project, machine: Machine): Generator<Uint8Array> {
  const { run } = project
  const { head } = run
  const title = markup(`leitong: ${project.name}`)
  yield Buffer.from(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><title>${title}</title><style>${STYLE}</style></head>
<body><h1>${title}</h1><p>${head.at.slice(0, 16).replace('T', ' ')} · ${head.documents} documents · 文档 · ${head.groups} groups · 组 · ${Object.entries(
    run.states(),
  )
    .map(([state, count]) => `${STATES[state]}: ${count}`)
    .join(' · ')}</p>\n`)
  for (const id of head.ids) {
    const members: ReturnType<typeof groupOf>['members'][number][] = []
    for (let offset = 0, size = 1; offset < size; ) {
      const part: ReturnType<typeof groupOf> = groupOf(project, id, { offset: String(offset) }, machine)
      size = part.size
      if (!offset) yield Buffer.from(headOf(part))
      const seen = new Set(members.map(({ place }) => place))
      const added = part.members.filter(({ place }) => !seen.has(place))
      if (!added.length) break
      members.push(...added)
      offset = members.length
    }
    for (const { name, title: heading, text, fields, similarity, state } of members) {
      const body = fields?.map(([field, value]) => `${field}: ${value}`).join('\n') ?? text
      yield Buffer.from(
        `<article class="${state}"><b>${markup(name)}</b> <small>${STATES[state as string]} · ${similarity ?? '–'}</small>${heading ? `<br>${markup(heading)}` : ''}<pre>${markup(body)}</pre></article>\n`,
      )
    }
    yield Buffer.from('</section>\n')
  }
  yield Buffer.from('</body></html>\n')
}

function headOf({ id, size, low, state, acts }: ReturnType<typeof groupOf>): string {
  const said = acts.map(
    ({ act, by, at, note }) => `<li>${markup(`${at.slice(0, 16).replace('T', ' ')} · ${by} · ${act}${note ? ` · ${note}` : ''}`)}</li>`,
  )
  return `<section><h2>${markup(id)} · ${size} · ${low ?? '–'} · ${STATES[state]}</h2>${said.length ? `<ul>${said.join('')}</ul>` : ''}\n`
}
