/** What a report tells of a method. */
import type { Options } from '../options/options.js'
import type { Decider } from './decision.js'
import type { Told } from './method.js'
import { deciderOf, methodOf } from './methods.js'

export interface HowDecided extends Pick<Told, 'by'> {
  readonly decider: Decider
  readonly measure: string
  /** Texts were made features of. */
  readonly ofFeatures: boolean
}

/** How pairs were found and decided. @example toldOf(options) // { by: 'MinHash', decider: 'measure', measure: 'jaccard', ofFeatures: true } */
export function toldOf(options: Options): HowDecided {
  const { told, reads } = methodOf(options)
  const decider = deciderOf(options)
  return {
    ...(told?.by ? { by: told.by } : {}),
    decider,
    measure: told?.measure ?? options.measure,
    ofFeatures: reads === 'text' && decider !== 'equality',
  }
}
