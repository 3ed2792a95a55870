/** What a live index needs of a method, with what most methods have in common. */

import { SIGNATURE_MEASURES } from '../../comparing/measures.js'
import { LeitongError } from '../../errors.js'
import type { Options } from '../../options/options.js'
import type { Indexed } from '../method.js'
import type { Payload } from './setup.js'

type Own = Pick<Indexed, 'search' | 'createJudge'> &
  Partial<Pick<Indexed, 'name' | 'follows' | 'requireIndexable' | 'hasContent' | 'measure'>> & {
    /** The reason why a choice of what is kept leaves nothing to judge by. */
    readonly refuses?: (asked: Payload) => string | undefined
    /** What is kept whatever is asked for: it is what the method measures. */
    readonly keeps?: Payload
  }

export function indexedBy({ refuses, keeps, ...own }: Own): Indexed {
  return {
    hasContent: true,
    follows: [],
    fields: 'signed',
    measure: textMeasure,
    ...own,
    payload({ method, measure }, asked) {
      const combined = measure === 'combined'
      if (combined && asked !== undefined && asked !== 'info')
        refuse(`an index under measure "combined" keeps signatures of other information (info), not ${asked}`)
      if (!combined && asked === 'info') refuse('signatures of other information (info) are kept under measure "combined" alone')
      const reason = asked && refuses?.(asked)
      if (reason !== undefined) refuse(`an index under method "${method}" ${reason}`)
      if (keeps !== undefined && asked !== undefined && asked !== keeps)
        refuse(`an index under method "${method}" keeps what it measures (${keeps}), not ${asked}`)
      return combined ? 'info' : asked
    },
  }
}

function refuse(conflict: string): never {
  throw new LeitongError('OPTION_CONFLICT', conflict)
}

function textMeasure({ measure }: Options) {
  // Signatures decide under it, and no measure of texts is asked.
  if (measure === 'combined') return 'jaccard'
  if ((SIGNATURE_MEASURES as readonly string[]).includes(measure))
    refuse(
      `measure "${measure}" is of batches; an index verifies with an exact measure, lets the distance decide, or combines it with other information`,
    )
  return measure as ReturnType<Indexed['measure']>
}
