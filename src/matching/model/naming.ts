/** The column that names what rows are about, where many rows are about one thing. */
import type { Field } from '../comparisons.js'

/** Names of columns that name things. */
const NAMING =
  /^((full|company|firm|organi[sz]ation|person|customer|supplier)[ _-]?)?name$|^(title|company|firm|organi[sz]ation|名称|名字|姓名|公司|(公司|企业|单位|机构|客户|供应商)名称?|标题)$/
/** Rows that hold a value, on average, from which a name is not that of one row: the rows are visits, orders or patents of what it names. */
const REPEATED = 3

/**
 * A model that is in doubt may have looked for equal rows where nearly every row tells something else of one of a few things. No agreement among the
 * other columns shows that: an issue of a journal agrees in as much. The heading does.
 */
export const namingField = (fields: readonly Field[]): Field | undefined =>
  fields.find(({ column: { name, counts }, kind }) => {
    if ((kind !== 'name' && kind !== 'text') || !NAMING.test(name.trim().toLowerCase())) return false
    return counts.reduce((sum, count) => sum + count, 0) >= REPEATED * counts.length
  })
