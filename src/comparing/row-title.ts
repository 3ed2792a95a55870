/** What a row is called: what stands in the column that names it. */
import { personFields } from './persons.js'

export type Fields = readonly (readonly [name: string, value: string])[]

/** Headings of what a row is about: a work, a company, a thing. */
const TITLE =
  /^(?:title|titel|titre|t[ií]tulo|headline|subject|betreff|objet|asunto|company|firm|organi[sz]ation|(?:company|firm|organi[sz]ation|business|product|item|place|venue|restaurant|book|full)[ _-]?name|标题|题目|题名|主题|品名|名称|(?:公司|企业|单位|机构|商品|产品|店铺|项目)(?:名称|标题)?|(?:店|书|刊)名)$/iu
const NAME = /name|名/iu
const WORD = /\p{L}{2}/u

/**
 * Titles of the rows of one table: of each the values of the columns that name it, else the first value that has a word, else the first one.
 *
 * @example rowTitles()([['born', '1980-01-02'], ['first_name', 'Anna'], ['surname', 'Berger']]) // 'Anna Berger'
 */
export function rowTitles(): (fields: Fields) => string {
  /** By the columns that have a value: rows of one table have the same ones nearly always. */
  const known = new Map<string, readonly string[]>()
  return (fields) => {
    const columns = fields.map(([name]) => name)
    const key = columns.join('\n')
    const naming = known.get(key) ?? namingColumns(columns)
    known.set(key, naming)
    const values = new Map(fields)
    const named = naming.map((name) => values.get(name) as string).join(' ')
    return named || (fields.find(([, value]) => WORD.test(value)) ?? fields[0] ?? ['', ''])[1]
  }
}

function namingColumns(columns: readonly string[]): readonly string[] {
  const title = columns.find((name) => TITLE.test(name.trim()))
  if (title !== undefined) return [title]
  const persons = personFields(columns)
  return persons.length ? persons : columns.filter((name) => NAME.test(name)).slice(0, 1)
}
