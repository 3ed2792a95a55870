/** How an index lies on its server, beside what {@link IndexMeta} says: of stores whose layout has changed once. */
import { asToday } from '../meta-json.js'
import { type IndexMeta, requireFormat } from '../store.js'

/** The second one packs the postings of a key into one value; the first one did not say that it was one. */
const LAYOUT = 2

/** An index that an earlier version kept otherwise. */
export class EarlierLayout extends Error {
  constructor() {
    super(
      'an earlier version of leitong made this index, and kept it otherwise: export it with that version, drop it, and import it with this one',
    )
  }
}

/** What is stored of the settings of an index. */
export const inLayout = (index: IndexMeta): string => JSON.stringify({ layout: LAYOUT, index })

/** The settings in what was stored. @throws for another layout, or a format that is not known */
export function outOfLayout(stored: string): IndexMeta {
  const { layout, index } = JSON.parse(stored) as { layout?: number; index: IndexMeta }
  if (layout === undefined) throw new EarlierLayout()
  if (layout !== LAYOUT) throw new Error(`layout ${layout} is not known to this version`)
  requireFormat(index)
  return asToday(index)
}
