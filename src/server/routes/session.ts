/** Sessions of the page: a key, or a link that works once, is exchanged for a cookie that no program of a page can read. */
import type { FastifyRequest } from 'fastify'
import { keyOf, sessionOf } from '../keys/guard.js'
import { cookieName } from '../keys/sessions.js'
import type { Service } from '../service.js'
import type { Route } from './route.js'
import { body, FLAG, named, shape, TEXT } from './shapes.js'

const route = {
  url: '/session',
  tag: 'session',
  scope: 'open',
  answer: named('Session', shape({ isIn: FLAG })),
  errors: { 401: undefined },
} as const

export const SESSION_ROUTES: readonly Route[] = [
  {
    ...route,
    operation: 'beginSession',
    method: 'POST',
    summary: 'Begin a session of the page with the key of the request, or with a link that works once; its cookie is HttpOnly',
    body: body('NewSession', {}, { link: { ...TEXT, description: 'what stands behind #enter= in the link' } }),
    mayBeEmpty: true,
    handle: ({ request, reply, service, body: { link } }) => {
      const key = (typeof link === 'string' && service.sessions.take(link)) || keyOf(request, service)
      reply.header('set-cookie', cookie(request, service, service.sessions.begin(key)))
      return { isIn: true }
    },
  },
  {
    ...route,
    operation: 'endSession',
    method: 'DELETE',
    summary: 'End the session',
    handle: ({ request, reply, service }) => {
      keyOf(request, service)
      service.sessions.end(sessionOf(request) ?? '')
      reply.header('set-cookie', `${cookie(request, service, '')}; Max-Age=0`)
      return { isIn: false }
    },
  },
]

const cookie = (request: FastifyRequest, { settings }: Service, value: string): string =>
  `${cookieName(request.socket.localPort ?? 0)}=${value}; Path=/; HttpOnly; SameSite=Strict${settings.tls || request.protocol === 'https' ? '; Secure' : ''}`
