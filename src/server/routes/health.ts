/** Whether the service is there, and whether it can do its work. */
import { LeitongError } from '../../errors.js'
import { VERSION } from '../../version.js'
import { inTime } from '../limits/limits.js'
import type { Route } from './route.js'
import { named, oneOf, shape, TEXT } from './shapes.js'

const state = (title: string, value: string) => named(title, shape({ status: oneOf(value), version: TEXT }))
const told = (status: string) => ({ answer: { status, version: VERSION } })
const route = { method: 'GET', tag: 'service', scope: 'open' } as const

export const HEALTH_ROUTES: readonly Route[] = [
  {
    ...route,
    operation: 'health',
    url: '/health',
    summary: 'The process is alive',
    answer: state('Alive', 'alive'),
    example: told('alive'),
    handle: () => told('alive').answer,
  },
  {
    ...route,
    operation: 'ready',
    url: '/ready',
    summary: 'The store answers',
    answer: state('Ready', 'ready'),
    example: told('ready'),
    handle: async ({ service }) => {
      if (service.isEnding) throw new LeitongError('SERVICE_BUSY', 'it is about to end')
      await inTime(10, service.indexes.ready())
      return told('ready').answer
    },
  },
  {
    operation: 'metrics',
    method: 'GET',
    url: '/metrics',
    tag: 'service',
    scope: 'search',
    summary: 'Figures for Prometheus, for keys of all indexes',
    types: ['text/plain'],
    handle: async ({ key, service, reply }) => {
      // They name every index.
      if (!key.indexes.includes('*')) throw new LeitongError('SERVICE_SCOPE', 'all indexes')
      return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await service.figures())
    },
  },
  {
    operation: 'reload',
    method: 'POST',
    url: '/reload',
    tag: 'service',
    scope: 'admin',
    summary: 'Read dictionaries and models from their files again',
    status: 204,
    handle: async ({ service }) => {
      await service.indexes.reload()
    },
  },
]
