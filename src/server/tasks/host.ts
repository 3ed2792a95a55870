/** What tasks need of the service. */
import type { Reviews } from '../../reviewing/reviews.js'
import type { Redactor } from '../failure.js'
import type { Indexes } from '../indexes/indexes.js'
import type { Settings } from '../settings.js'
import type { State } from '../state.js'

export interface TaskHost {
  readonly settings: Settings
  readonly state: State
  readonly indexes: Indexes
  readonly reviews: Reviews
  readonly redactor: Redactor
  readonly isEnding: boolean
  readonly logMistake: (stack: string) => void
}
