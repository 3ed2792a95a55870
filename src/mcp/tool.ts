/** A tool as data: what a model is told of it, what it takes, and what it does. */
import type { Machine } from '../reviewing/project.js'
import type { Reviews } from '../reviewing/reviews.js'
import type { Schema } from '../server/routes/shapes.js'
import type { Places } from './places.js'

/** What tools work on. */
export interface Workshop {
  readonly reviews: Reviews
  readonly machine: Machine
  readonly places: Places
  readonly signal: AbortSignal
}

export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: Schema
  /** It changes nothing. */
  readonly isReading: boolean
  // biome-ignore lint/suspicious/noExplicitAny: what was sent is as the schema says, which no type follows.
  readonly run: (given: any, workshop: Workshop) => Promise<object>
}
