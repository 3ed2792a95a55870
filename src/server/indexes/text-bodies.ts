/** What requests about single texts send: the document of the API shows it, and the thread for texts checks by it what it reads. */
import { optionsSchema } from '../options.js'
import { body, listOf, named, shape, TEXT, TEXTS, WHOLE } from '../routes/shapes.js'

export const COMPARE_BODY = body(
  'Compare',
  { a: TEXT, b: TEXT },
  {
    options: optionsSchema('compare', 'CompareOptions'),
    differences: { ...WHOLE, description: 'differing places to show, from the first; all without it' },
  },
)
export const FINGERPRINT_BODY = body(
  'Fingerprint',
  {},
  {
    texts: { ...TEXTS, description: 'texts, or else documents' },
    documents: listOf(
      named('TextDocument', { ...shape({ text: TEXT }, { id: { type: ['string', 'number'] } }), additionalProperties: true }),
    ),
    options: optionsSchema('fingerprint', 'FingerprintOptions'),
  },
)
