/** The words of the page, in English and Chinese. */
const WORDS = {
  title: ['Near-duplicates', '近似重复报告'],
  documents: ['read', '读入'],
  kept: ['kept', '保留'],
  removed: ['removed', '去除'],
  groups: ['groups', '重复组'],
  rejects: ['could not be judged', '无法判断'],
  copies: ['of the removed: equal texts', '其中完全相同'],
  seconds: ['seconds', '用时（秒）'],
  details: ['All settings', '全部设置'],
  setting: ['setting', '设置项'],
  value: ['value', '取值'],
  histogram: ['How alike the similar pairs are', '相似文档对的相似度分布'],
  histogramDistance: ['Differing bits of the similar pairs', '相似文档对的海明距离分布'],
  histogramHelp: ['Choose a bar to see its groups.', '点选柱条，只看对应的组。'],
  search: ['Search all ids, titles and texts', '查找所有编号、标题与正文'],
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
  noText: ['The text is not in this page: it would be too large.', '为控制页面大小，此处不含原文。'],
  cut: ['… (cut here)', '……（以下略）'],
  unchanged: ['unchanged characters', '字相同'],
  legend: ['struck: only in the kept text; underlined: only in this one', '删除线：仅见于保留篇；下划线：仅见于本篇'],
  field: ['field', '字段'],
  empty: ['(empty)', '（空）'],
  foundIn: ['found in', '见于'],
} as const

export type Word = keyof typeof WORDS
export type Language = 'en' | 'zh'
/** Says a word of the page in the language that is shown. */
export type Say = (word: Word) => string

export const sayIn =
  (language: Language): Say =>
  (word) =>
    WORDS[word][language === 'en' ? 0 : 1]
