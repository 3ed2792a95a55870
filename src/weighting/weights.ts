/** The shelf of weights. */
import { composite } from './composite.js'
import { level, squared, tf, unit } from './counts.js'
import { tfidf } from './tfidf.js'
import { topicLengthWeight } from './topic-length.js'
import type { Weight } from './weight.js'

const SHELF: readonly Weight[] = [tf, unit, level, tfidf, topicLengthWeight, composite, squared]

export type WeightName = 'tf' | 'unit' | 'level' | 'tfidf' | 'topic-length' | 'composite' | 'squared'

export const WEIGHTS = Object.fromEntries(SHELF.map((weight) => [weight.name, weight])) as Readonly<Record<WeightName, Weight>>
export const WEIGHT_NAMES = Object.keys(WEIGHTS) as readonly WeightName[]
