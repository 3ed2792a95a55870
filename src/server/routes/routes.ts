/** The table of routes: from it the service is put together, and its document. A new route is an entry of one of these lists. */
import { documentOf } from '../openapi.js'
import { docsPage } from './docs-page.js'
import { DOCUMENT_ROUTES } from './documents.js'
import { HEALTH_ROUTES } from './health.js'
import { INDEX_ROUTES } from './indexes.js'
import { KEY_ROUTES } from './keys.js'
import { REVIEW_ROUTES } from './review.js'
import type { Route } from './route.js'
import { SESSION_ROUTES } from './session.js'
import { ANYTHING } from './shapes.js'
import { TASK_ROUTES } from './tasks.js'
import { TEXT_ROUTES } from './texts.js'

let made: { readonly document: ReturnType<typeof documentOf>; readonly page: string } | undefined
/** The document of the API, and its page for people; both say the same as long as the process lives. */
export function described() {
  if (!made) {
    const document = documentOf(ROUTES)
    made = { document, page: docsPage(ROUTES, document) }
  }
  return made
}

const route = { method: 'GET', tag: 'service', scope: 'open' } as const

export const ROUTES: readonly Route[] = [
  ...HEALTH_ROUTES,
  {
    ...route,
    operation: 'describeApi',
    url: '/openapi.json',
    summary: 'This document',
    answer: ANYTHING,
    handle: () => described().document,
  },
  {
    ...route,
    operation: 'docs',
    url: '/docs',
    summary: 'The routes, and the codes of errors, as a page to read',
    types: ['text/html'],
    handle: ({ reply }) =>
      reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
        .send(described().page),
  },
  ...INDEX_ROUTES,
  ...DOCUMENT_ROUTES,
  ...TEXT_ROUTES,
  ...TASK_ROUTES,
  ...KEY_ROUTES,
  ...SESSION_ROUTES,
  ...REVIEW_ROUTES,
]
