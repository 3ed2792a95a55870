/** What needs no index: two texts compared, texts signed. */
import { whenLeft } from '../limits/limits.js'
import { optionsSchema } from '../options.js'
import { bytesOf, sendJson } from './bodies.js'
import { answers, type RouteGroup } from './route.js'
import { FLAG, listOf, SHARE, shape, TEXT, TEXTS, WHOLE } from './shapes.js'

const NUMBER = { type: 'number' }
const BOTH = (items: object) => ({ ...listOf(items), minItems: 2, maxItems: 2 })

const COMPARISON = shape(
  {
    similar: { ...FLAG, description: 'by the rule of the options' },
    decider: { enum: ['measure', 'equality', 'distance', 'estimate', 'combined'], description: 'what decided' },
    similarity: NUMBER,
    measure: TEXT,
    threshold: SHARE,
    sizes: { ...BOTH(WHOLE), description: 'characters' },
    measures: { type: 'object', additionalProperties: NUMBER, description: 'each measure of features by its name' },
    fingerprints: { ...BOTH(TEXT), description: 'simhash, in hexadecimal' },
    distance: { ...WHOLE, description: 'of the fingerprints, in bits' },
    bits: WHOLE,
    maxDistance: { ...WHOLE, description: 'bits that may differ where the distance decides' },
    estimate: { ...SHARE, description: 'of Jaccard, by MinHash' },
    numPerm: WHOLE,
    differences: shape({ places: WHOLE, unaligned: WHOLE, onlyLeft: WHOLE, onlyRight: WHOLE }),
    explanation: shape({
      shared: { ...TEXTS, description: 'features' },
      onlyLeft: TEXTS,
      onlyRight: TEXTS,
      counts: shape({ shared: WHOLE, onlyLeft: WHOLE, onlyRight: WHOLE }),
      passages: listOf(shape({ kind: { enum: ['equal', 'changed'] }, left: TEXT, right: TEXT }, { unaligned: { const: true } })),
      cut: { ...FLAG, description: 'there are more passages than were asked for' },
    }),
    shared: shape({
      min_length: WHOLE,
      gap: WHOLE,
      a_in_b: SHARE,
      b_in_a: SHARE,
      passages: listOf(shape({ a_offset: WHOLE, a_length: WHOLE, b_offset: WHOLE, b_length: WHOLE })),
    }),
  },
  { ignored: { ...shape({ texts: WHOLE, characters: WHOLE }), description: 'what the option ignore left out' } },
)

const SIGNATURES = shape({ answers: listOf(shape({ id: {}, fingerprint: TEXT, features: WHOLE })) })

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
          response: answers({ 200: COMPARISON }),
        },
      },
      async (request, reply) =>
        sendJson(reply, (await service.indexes.askTexts('compare', { bytes: bytesOf(request) }, whenLeft(reply))).body),
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
          response: answers({ 200: SIGNATURES }),
        },
      },
      async (request, reply) => {
        const given = { bytes: bytesOf(request), maxBatch: settings.maxBatch }
        return sendJson(reply, (await service.indexes.askTexts('fingerprint', given, whenLeft(reply))).body)
      },
    )
  },
}
