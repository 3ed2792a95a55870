/** The words of the page, in English and Chinese. */
import type { Language } from '../language.js'
import { LEVELS } from '../levels.js'

const WORDS = {
  ...LEVELS,
  title: ['Near-duplicates', '近似重复报告'],
  documents: ['read', '读入'],
  a: ['rows of A', 'A 的行数'],
  b: ['rows of B', 'B 的行数'],
  linkedA: ['rows of A in a pair', 'A 中有配对的行'],
  linkedB: ['rows of B in A', 'B 中在 A 的行'],
  kept: ['kept', '保留'],
  removed: ['removed', '去除'],
  groups: ['groups', '重复组'],
  rejects: ['could not be judged', '无法判断'],
  copies: ['of the removed: equal texts', '其中完全相同'],
  seconds: ['before this page was written', '用时（不含写出本页）'],
  details: ['How this was found, all figures and settings', '判断方法、全部数字与设置'],
  setting: ['setting', '设置项'],
  value: ['value', '取值'],
  histogram: ['How alike the similar pairs are', '相似文档对的相似度分布'],
  histogramDistance: ['Differing bits of the similar pairs', '相似文档对的海明距离分布'],
  histogramLog: ['Heights are logarithmic.', '高度按对数绘制。'],
  bits: ['bits', '比特'],
  keys: ['Keys: j and k go from group to group, o opens one.', '快捷键：j、k 上下移动，o 展开。'],
  histogramHelp: ['Choose a bar to see its groups.', '点选柱条，只看对应的组。'],
  search: ['Search all ids, names, titles and texts', '查找所有编号、姓名、标题与正文'],
  searching: ['searching texts', '正在查找正文'],
  sort: ['Sort', '排序'],
  bySize: ['largest first', '组大的在前'],
  byScore: ['least similar first', '相似度低的在前'],
  byOrder: ['in the order of the input', '按输入顺序'],
  shown: ['groups', '组'],
  page: ['page', '页'],
  previous: ['Previous', '上一页'],
  next: ['Next', '下一页'],
  none: ['No group fits.', '没有符合的组。'],
  noGroups: ['No duplicates were found.', '没有发现重复。'],
  clear: ['Show all', '显示全部'],
  expand: ['Open all', '全部展开'],
  collapse: ['Close all', '全部收起'],
  print: ['Print', '打印'],
  csv: ['Export CSV', '导出 CSV'],
  link: ['link to this group', '本组链接'],
  keptBadge: ['kept', '保留'],
  removedBadge: ['removed', '去除'],
  similarity: ['similarity', '相似度'],
  distance: ['bits differ', '位不同'],
  equal: ['same text as the kept one', '与保留篇文字相同'],
  more: ['more members; --groups lists them all', '篇未显示，完整名单见 --groups'],
  moreGroups: [
    'more groups, which would make the page too large; --groups lists them all',
    '组未列出，以控制页面大小，完整名单见 --groups',
  ],
  noText: ['The text is not in this page: it would be too large.', '为控制页面大小，此处不含原文。'],
  cut: ['… (cut here)', '……（以下略）'],
  unchanged: ['unchanged characters', '字相同'],
  through: ['comes in through', '经由以下各对归入本组'],
  weakest: ['least sure pair that holds the group together', '维系本组的最弱一对'],
  legend: ['struck: only in the kept text; underlined: only in this one', '删除线：仅见于保留篇；下划线：仅见于本篇'],
  field: ['field', '字段'],
  rowsTitle: ['Fields, keys and scores', '字段、键与得分'],
  kind: ['kind', '类型'],
  filled: ['filled', '有值'],
  distinct: ['distinct values', '不同取值'],
  weight: ['weight', '权重'],
  levels: ['levels: m / u', '级别：m / u'],
  key: ['key', '键'],
  pairs: ['pairs', '对数'],
  finds: ['matches found', '找到的匹配'],
  addsNew: ['of them new', '其中新增'],
  comparisons: ['comparisons made / planned', '实际 / 计划比较次数'],
  recall: ['matches that are compared, estimated', '估计召回率'],
  rowsPrecision: ['pairs that are matches, estimated', '估计精确率'],
  resultRecall: ['matches that the result has, estimated', '结果的估计召回率'],
  scores: ['Pairs by score', '按得分的对数'],
  empty: ['(empty)', '（空）'],
  foundIn: ['found in', '见于'],
} as const

/** What is said otherwise of a link. */
const OF_LINK: Partial<Record<Word, readonly [en: string, zh: string]>> = {
  title: ['Rows of B that are in A', 'B 中已在 A 的行'],
  groups: ['rows of A with matches', 'A 中有匹配的行'],
  histogram: ['How alike the pairs are', '各对的相似度分布'],
  histogramDistance: ['Differing bits of the pairs', '各对的海明距离分布'],
  shown: ['rows of A', 'A 的行'],
  none: ['Nothing fits.', '没有符合的行。'],
  noGroups: ['No row of B is in A.', 'B 中没有在 A 中的行。'],
  bySize: ['most rows of B first', 'B 的行多的在前'],
  equal: ['same text as the row of A', '与 A 的该行文字相同'],
  more: ['more rows of B; --matches lists them all', '行未显示，完整名单见 --matches'],
  moreGroups: [
    'more rows of A, which would make the page too large; --matches lists all rows of B',
    '行（A）未列出，以控制页面大小，完整名单见 --matches',
  ],
  legend: ['struck: only in the row of A; underlined: only in the row of B', '删除线：仅见于 A 的该行；下划线：仅见于 B 的该行'],
  link: ['link to this row of A', '本行链接'],
}

export type Word = keyof typeof WORDS
/** Says a word of the page in the language that is shown. */
export type Say = (word: Word) => string

export const sayIn =
  (language: Language, isLink = false): Say =>
  (word) =>
    ((isLink && OF_LINK[word]) || WORDS[word])[language === 'en' ? 0 : 1]
