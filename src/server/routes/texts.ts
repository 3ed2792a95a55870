/** What needs no index: two texts compared, texts signed. */

import { COMPARE_BODY, FINGERPRINT_BODY } from '../indexes/text-bodies.js'
import { whenLeft } from '../limits/limits.js'
import type { Asked, Route } from './route.js'
import { FLAG, listOf, NUMBER, named, ONLY_TRUE, oneOf, type Schema, SHARE, shape, TEXT, TEXTS, WHOLE } from './shapes.js'

const BOTH = (items: Schema) => ({ ...listOf(items), minItems: 2, maxItems: 2 })

const COMPARISON = named(
  'Comparison',
  shape(
    {
      similar: { ...FLAG, description: 'by the rule of the options' },
      decider: { ...oneOf('measure', 'equality', 'distance', 'estimate', 'combined'), description: 'what decided' },
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
      explanation: named(
        'Explanation',
        shape({
          shared: { ...TEXTS, description: 'features' },
          onlyLeft: TEXTS,
          onlyRight: TEXTS,
          counts: shape({ shared: WHOLE, onlyLeft: WHOLE, onlyRight: WHOLE }),
          passages: listOf(named('Passage', shape({ kind: oneOf('equal', 'changed'), left: TEXT, right: TEXT }, { unaligned: ONLY_TRUE }))),
          cut: { ...FLAG, description: 'there are more passages than were asked for' },
        }),
      ),
      shared: named(
        'SharedPassages',
        shape({
          min_length: WHOLE,
          gap: WHOLE,
          a_in_b: SHARE,
          b_in_a: SHARE,
          passages: listOf(named('SharedPassage', shape({ a_offset: WHOLE, a_length: WHOLE, b_offset: WHOLE, b_length: WHOLE }))),
        }),
      ),
    },
    { ignored: { ...shape({ texts: WHOLE, characters: WHOLE }), description: 'what the option ignore left out' } },
  ),
)

const asking =
  (kind: 'compare' | 'fingerprint') =>
  async ({ service, reply, bytes }: Asked): Promise<string> =>
    (await service.indexes.askTexts(kind, { bytes, maxBatch: service.settings.maxBatch }, whenLeft(reply))).body

export const TEXT_ROUTES: readonly Route[] = [
  {
    operation: 'compare',
    method: 'POST',
    url: '/compare',
    tag: 'texts',
    scope: 'search',
    summary: 'Two texts: how alike they are and why',
    description: 'The answer of leitong compare --json.',
    body: COMPARE_BODY,
    takesBytes: true,
    answer: COMPARISON,
    example: { body: { a: 'the cat sat', b: 'the cat sat down' } },
    handle: asking('compare'),
  },
  {
    operation: 'fingerprint',
    method: 'POST',
    url: '/fingerprint',
    tag: 'texts',
    scope: 'search',
    summary: 'The signature of each text',
    description: 'The answers of leitong fingerprint.',
    body: FINGERPRINT_BODY,
    takesBytes: true,
    answer: named(
      'Fingerprints',
      shape({
        answers: listOf(
          named('FingerprintAnswer', shape({ id: { type: ['string', 'number', 'null'] }, fingerprint: TEXT, features: WHOLE })),
        ),
      }),
    ),
    example: { body: { texts: ['the cat sat'] } },
    handle: asking('fingerprint'),
  },
]
