/** What needs no index: two texts compared, texts signed. */
import { inTime } from '../limits/limits.js'
import { optionsSchema } from '../options.js'
import { bytesOf, sendJson } from './bodies.js'
import { answers, type RouteGroup } from './route.js'

const ANYTHING = { type: 'object', additionalProperties: true }

export const texts: RouteGroup = {
  name: 'texts',
  register(app, service) {
    const tags = ['texts']
    const { settings } = service
    // The thread checks what it reads, and the schema describes it.
    app.setValidatorCompiler(() => () => true)
    app.post(
      '/compare',
      {
        config: { scope: 'search' },
        schema: {
          summary: 'Two texts: how alike they are and why; the answer of leitong compare --json',
          tags,
          body: {
            type: 'object',
            required: ['a', 'b'],
            additionalProperties: false,
            properties: {
              a: { type: 'string' },
              b: { type: 'string' },
              options: optionsSchema('compare'),
              differences: { type: 'integer', minimum: 0, description: 'differing places to show, from the first; all without it' },
            },
          },
          response: answers({ 200: ANYTHING }),
        },
      },
      async (request, reply) =>
        sendJson(reply, (await inTime(settings.timeout, service.indexes.askTexts('compare', { bytes: bytesOf(request) }))).body),
    )
    app.post(
      '/fingerprint',
      {
        config: { scope: 'search' },
        schema: {
          summary: 'The signature of each text; the answers of leitong fingerprint',
          tags,
          body: {
            type: 'object',
            additionalProperties: false,
            properties: {
              texts: { type: 'array', items: { type: 'string' } },
              documents: {
                type: 'array',
                items: { type: 'object', required: ['text'], properties: { text: { type: 'string' } }, additionalProperties: true },
              },
              options: optionsSchema('fingerprint'),
            },
          },
          response: answers({ 200: ANYTHING }),
        },
      },
      async (request, reply) => {
        const given = { bytes: bytesOf(request), maxBatch: settings.maxBatch }
        return sendJson(reply, (await inTime(settings.timeout, service.indexes.askTexts('fingerprint', given))).body)
      },
    )
  },
}
