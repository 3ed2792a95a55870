/** The columns of a table against the fields that are asked for. */
import { LeitongError } from '../../errors.js'
import type { Fields, Opening } from './format.js'

/**
 * Sees that a table has the columns that are asked for; the id and the title may be missing.
 *
 * @throws {LeitongError} `FIELD_MISSING`
 */
export function checkColumns(path: string, { columns }: Opening, fields: Fields): void {
  if (!columns) return
  const wanted = fields.row
    ? [...fields.row.key, ...fields.row.fields.map(({ name }) => name), fields.rank]
    : [fields.text.every((field) => !columns.includes(field)) ? fields.text[0] : undefined, fields.rank]
  const missing = wanted.find((field) => field !== undefined && !columns.includes(field))
  if (missing !== undefined) throw new LeitongError('FIELD_MISSING', path, missing, columns.join(', '))
}
