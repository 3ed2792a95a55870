/**
 * Makes leitong/client (dist/client): types from the OpenAPI document of the service, and a client of a few lines around openapi-fetch.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import openapi, { astToString } from 'openapi-typescript'
import { described } from '../dist/server/routes/routes.js'

const { document } = described()
const types = astToString(await openapi(document, { silent: true }))
const folder = new URL('../dist/client/', import.meta.url)
mkdirSync(folder, { recursive: true })
const write = (name, text) => writeFileSync(new URL(name, folder), text)
write('openapi.json', `${JSON.stringify(document, null, 1)}\n`)
write('paths.d.ts', types)
write(
  'index.d.ts',
  `import type { Client, ClientOptions } from 'openapi-fetch'
import type { paths } from './paths.js'
export type { components, paths } from './paths.js'
export interface ServiceOptions extends Omit<ClientOptions, 'baseUrl'> {
  /** Where the service answers, as \`http://127.0.0.1:7700\`. */
  readonly url: string
  /** A key of the service. */
  readonly key?: string
}
/**
 * A client of the service, typed by its OpenAPI document. Answers are \`{ data, error, response }\`; nothing is thrown for a status.
 *
 * @example
 * const service = createClient({ url: 'http://127.0.0.1:7700', key })
 * const { data, error } = await service.POST('/indexes/{index}/add-if-new', { params: { path: { index: 'texts' } }, body: { documents } })
 */
export declare function createClient(options: ServiceOptions): Client<paths>
`,
)
write(
  'index.js',
  `import createFetch from 'openapi-fetch'
export function createClient({ url, key, headers, ...options }) {
  return createFetch({ baseUrl: url, ...options, headers: { ...(key === undefined ? {} : { authorization: \`Bearer \${key}\` }), ...headers } })
}
`,
)
console.log(`client of ${Object.keys(document.paths).length} paths, ${types.length} bytes of types`)
