/** The page at `/docs`: every route with what it takes and answers, and every code of an error; one file, without a script. */
import { ERRORS, type ErrorCode, receiveError } from '../../errors.js'
import { statusOf } from '../failure.js'
import { remedyOf } from '../remedies.js'
import type { Route } from './route.js'
import { TAGS } from './route.js'

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
const code = (value: unknown) => `<pre>${escaped(JSON.stringify(value, null, 1))}</pre>`

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}pre{background:#f4f4f4;padding:.5rem;overflow:auto}' +
  'h3 code{font-weight:600}td,th{text-align:left;vertical-align:top;padding:.2rem .8rem .2rem 0}:target{background:#fff3c4}' +
  '@media(prefers-color-scheme:dark){body{background:#161616;color:#eee}pre{background:#262626}a{color:#8ab4f8}:target{background:#4a3f10}}'

type Referring = { readonly $ref?: string }
interface Described {
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
}
interface Operation {
  readonly description: string
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly description?: string }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Referring; readonly example?: unknown }>> }
  readonly responses: Readonly<Record<string, Referring & { readonly content?: Readonly<Record<string, { readonly schema: Referring }>> }>>
}

const linked = ({ $ref }: Referring) => {
  const name = $ref?.split('/').at(-1)
  return name === undefined ? '' : `<a href="#${name}">${name}</a>`
}

function section({ method, url, operation }: Route, { paths }: Described): string {
  const path = url.replace(/:(\w+)/g, '{$1}')
  const operations = paths[path] as Readonly<Record<string, object>>
  const { description, parameters = [], requestBody, responses } = operations[method.toLowerCase()] as Operation
  const rows = parameters.map(
    ({ name, in: place, description: said = '' }) => `<tr><td><code>${name}</code><td>${place}<td>${escaped(said)}`,
  )
  const contents = Object.entries(requestBody?.content ?? {})
  const examples = contents.flatMap(([, { example }]) => (example === undefined ? [] : [code(example)]))
  const answered = Object.entries(responses).flatMap(([status, { content = {}, $ref }]) =>
    $ref
      ? []
      : [
          `${status} ${Object.entries(content)
            .map(([type, { schema }]) => linked(schema) || type)
            .join(', ')}`,
        ],
  )
  return [
    `<h3 id="${operation}"><code>${method} ${path}</code></h3><p>${escaped(description).replace(/`([^`]*)`/g, '<code>$1</code>')}</p>`,
    rows.length ? `<table>${rows.join('')}</table>` : '',
    contents.length ? `<p>Takes ${contents.map(([type, { schema }]) => linked(schema) || type).join(', ')}.</p>${examples.join('')}` : '',
    `<p>Answers ${answered.join('; ')}.</p>`,
  ].join('\n')
}

/** @param document  of the same routes */
export function docsPage(routes: readonly Route[], document: object): string {
  const described = document as Described
  const { title, version, description } = described.info
  const tags = Object.entries(TAGS).map(([tag, said]) => {
    const own = routes.filter((route) => route.tag === tag).map((route) => section(route, described))
    return `<h2>${tag}</h2><p>${said}.</p>${own.join('\n')}`
  })
  const codes = (Object.keys(ERRORS) as ErrorCode[]).map((name) => {
    const error = receiveError({ code: name, args: ['…', '…', '…', '…'] })
    return `<tr id="${name.toLowerCase()}"><td><code>${name}</code><td>${statusOf(error)}<td>${escaped(error.message)}<td>${escaped(remedyOf(error))}`
  })
  const schemas = Object.entries(described.components.schemas).map(([name, schema]) => `<h3 id="${name}">${name}</h3>${code(schema)}`)
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} ${version}</title><style>${STYLE}</style>
<h1>${title} ${version}</h1><p>${escaped(description)} The same for programs: <a href="openapi.json">openapi.json</a>.</p>
${tags.join('\n')}
<h2>Errors</h2><table><tr><th>code<th>status<th>says<th>remedy
${codes.join('\n')}</table>
<h2>Schemas</h2>${schemas.join('\n')}
`
}
