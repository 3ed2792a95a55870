/** The columns of results as people read them. Programs read the names themselves: in JSON lines, CSV and Parquet. */

/** A language of headings. */
export type HeadingLanguage = 'en' | 'zh'

const ZH: Readonly<Record<string, string>> = {
  id: '编号',
  duplicate_of: '与之重复的编号',
  similarity: '相似度',
  distance: '距离',
  a_in_b: 'a 含于 b',
  b_in_a: 'b 含于 a',
  group: '组号',
  size: '组内条数',
  leitong_group: '合并组号',
  leitong_size: '合并条数',
  field: '字段',
  value: '值',
  tie: '另有同样好的值',
  kept: '保留的编号',
  kept_side: '保留的一方',
  side: '所属一方',
  sides: '两方',
  answers: '答复',
  source: '文件',
  line: '行号',
  reason: '原因',
  state: '状态',
  decision: '判定',
  members: '成员',
  from: '来自',
  by: '判定人',
  at: '判定时间',
  note: '备注',
  act: '操作',
  key: '键',
  title: '标题',
  text: '正文',
}

/** Prefixes of the fields of a record. */
const OF: readonly (readonly [prefix: string, zh: string])[] = [
  ['duplicate_of_', '与之重复的'],
  ['a_', 'a '],
  ['b_', 'b '],
]

/** @example headingOf('duplicate_of_诉求人', 'zh') // '与之重复的诉求人' */
export function headingOf(name: string, language: HeadingLanguage): string {
  if (language === 'en') return name
  const known = ZH[name]
  if (known !== undefined) return known
  const [prefix, said] = OF.find(([start]) => name.startsWith(start)) ?? []
  if (prefix === undefined) return name
  const field = name.slice(prefix.length)
  return said + (ZH[field] ?? field)
}
