/** The fields of a record that a run reads. */
import { rankFieldOf } from '../options/keep-rule.js'
import type { Options } from '../options/options.js'
import type { Fields } from '../sources/formats/format.js'
import { methodOf } from './methods.js'

/** No file has a field of this name: where no field holds ids, a column without a name is none either. */
const NO_FIELD = '\0none'

type Reading = Pick<Options, 'idField' | 'textField' | 'titleField' | 'infoField' | 'withFields' | 'personField' | 'keep'> &
  Partial<Pick<Options, 'method' | 'measure'>>

/** The fields of a record, apart from those by which rows are compared. */
export function fieldsOf(options: Reading): Fields {
  const { idField, textField, titleField, infoField, withFields, personField, keep } = options
  const beside = [...withFields, ...personField]
  const rank = rankFieldOf(keep)
  return {
    id: idField || NO_FIELD,
    text: textField,
    title: titleField,
    info: infoField,
    ...(methodOf(options).reads === 'given' ? { given: true as const } : {}),
    ...(beside.length ? { beside } : {}),
    ...(rank === undefined ? {} : { rank }),
  }
}

/** As {@link fieldsOf}, with all values of rows that are compared by them. */
export const readFields = (options: Reading): Fields => ({
  ...fieldsOf(options),
  ...(methodOf(options).reads === 'values' ? { values: true } : {}),
})
