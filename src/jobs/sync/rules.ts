/** Rules of rows that are compared as texts, which a sync refuses: an index keeps the features of such a row, and not the fields that rules compare. */
import { LeitongError } from '../../errors.js'
import { methodOf } from '../../methods/methods.js'
import type { Options } from '../../options/options.js'
import type { RowPlan } from '../../sources/rows/plan.js'

/** @throws {LeitongError} `FIELDS_FILE` */
export function refuseRules(plan: RowPlan | undefined, name: string, options: Options): void {
  if (plan?.rules && methodOf(options).reads !== 'values')
    throw new LeitongError(
      'FIELDS_FILE',
      name,
      '"rules" are for dedupe, link, and indexes of rows (--measure fields or match): an index of texts knows no fields',
    )
}
