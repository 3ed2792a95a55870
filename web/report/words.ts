/** Every word the report page shows, in English and Chinese. */
const WORDS = {
  title: ['Near-duplicates', '近似重复报告'],
  documents: ['documents', '文档'],
  kept: ['kept', '保留'],
  removed: ['removed', '去除'],
  groups: ['groups', '组'],
  rejects: ['not judged', '无法判断'],
  seconds: ['seconds', '秒'],
  options: ['How it was done', '运行方式'],
  histogram: ['Similar pairs by similarity', '相似文档对的相似度分布'],
  histogramDistance: ['Similar pairs by differing bits', '相似文档对的海明距离分布'],
  search: ['Find an id or words of the first text', '查找编号或首篇文字'],
  sort: ['Sort', '排序'],
  bySize: ['largest first', '组大的在前'],
  byScore: ['least similar first', '相似度低的在前'],
  byOrder: ['in the order of the input', '按输入顺序'],
  page: ['page', '页'],
  of: ['of', '共'],
  previous: ['Previous', '上一页'],
  next: ['Next', '下一页'],
  none: ['No group fits.', '没有符合的组。'],
  noGroups: ['No duplicates were found.', '没有发现重复。'],
  keptBadge: ['kept', '保留'],
  similarity: ['similarity', '相似度'],
  distance: ['bits differ', '位不同'],
  equal: ['same text', '文字相同'],
  more: ['more members; --groups lists them all', '篇未显示，完整名单见 --groups'],
  noText: ['The text is not in this page: it would be too large.', '为控制页面大小，此处不含原文。'],
  cut: ['… (cut here)', '……（以下略）'],
  unchanged: ['unchanged characters', '字相同'],
  legend: ['struck: only in the kept text; underlined: only in this one', '删除线：仅见于保留篇；下划线：仅见于本篇'],
} as const

export type Word = keyof typeof WORDS
export type Language = 'en' | 'zh'

export const translate = (language: Language) => (word: Word) => WORDS[word][language === 'en' ? 0 : 1]
