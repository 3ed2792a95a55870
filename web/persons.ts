/** What names of persons say of a group of equal or similar texts, as both pages say it. */
import type { Persons } from '../src/comparing/persons.js'
import type { Language } from './language.js'

/** One person more than once, several people, or both; nothing where fewer than two records name one. */
export function describePersons({ named, different }: Persons, language: Language): string {
  if (named < 2) return ''
  const en = language === 'en'
  if (different === 1) return en ? 'one name: the same person more than once' : '同一姓名：一人多次提交'
  if (different === named)
    return en ? `${named} different names: one text from ${named} people` : `${named} 个不同姓名：${named} 人提交同一内容`
  return en
    ? `${different} different names in ${named} records: some people more than once`
    : `${named} 条记录有 ${different} 个不同姓名：有人多次提交`
}
