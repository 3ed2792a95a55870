/** The pairs of minhash with none left to chance: a join of the feature sets of all texts, in the place of bands. */
import { featuresName, ignoredName } from '../../signing/signature.js'
import { measuredOr } from '../decision.js'
import type { Method } from '../method.js'
import { minhash } from '../minhash/minhash.js'
import { signerOf } from '../texts.js'

export const complete = {
  name: minhash.name,
  own: ['ngram', 'charNgram'] as const,
  asked: ['complete', 'true'],
  threshold: minhash.threshold,
  alwaysVerifies: 'with "complete" finds every pair by its features',
  measuresTexts: minhash.measuresTexts,
  form: 'features',
  reads: minhash.reads,
  signs: (options) => `features ${featuresName(options)}${ignoredName(options)}`,
  createSigner: signerOf('features'),
  alone: { signature: 'with "complete" looks at the features of a whole batch' },
  told: { by: 'join' },
  decider: measuredOr('estimate'),
} satisfies Method
