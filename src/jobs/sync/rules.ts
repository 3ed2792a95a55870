/** Rules of rows, which a sync refuses: an index keeps the features of a row, and not the fields that rules compare. */
import { LeitongError } from '../../errors.js'
import type { RowPlan } from '../../sources/rows/plan.js'

/** @throws {LeitongError} `FIELDS_FILE` */
export function refuseRules(plan: RowPlan | undefined, name: string): void {
  if (plan?.rules) throw new LeitongError('FIELDS_FILE', name, '"rules" are for dedupe and link: an index knows no fields')
}
