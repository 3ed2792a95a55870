/** What the page says, in English and Chinese. */
export type Language = 'en' | 'zh'

const WORDS = {
  title: ['Review', '人工复核'],
  reviews: ['Reviews', '复核项目'],
  noReviews: ['There is no review yet.', '还没有复核项目。'],
  newReview: ['New review', '新建复核'],
  name: ['Name', '名称'],
  source: ['Files, one a line', '文件，每行一个'],
  create: ['Create and run', '新建并运行'],
  run: ['Run again', '重新运行'],
  running: ['Running…', '正在运行…'],
  notRun: ['This review has not been run.', '此项目尚未运行。'],
  key: ['Key of the service', '服务密钥'],
  enter: ['Enter', '进入'],
  you: ['Your name', '您的姓名'],
  search: ['Search all texts', '搜索全部文字'],
  sort: ['Order', '排序'],
  risk: ['riskiest first', '风险高的在前'],
  size: ['largest first', '大组在前'],
  similarity: ['least alike first', '相似度低的在前'],
  input: ['as in the source', '按来源顺序'],
  groups: ['Groups', '分组'],
  group: ['Group', '当前分组'],
  members: ['Members', '成员'],
  filters: ['Filters', '筛选'],
  clear: ['Clear filters', '清除筛选'],
  facetSize: ['Members of the group', '组内篇数'],
  facetSimilarity: ['Least similarity', '最低相似度'],
  facetLength: ['Length of the longest text', '最长文本的长度'],
  facetState: ['State', '状态'],
  facetMarks: ['Marks', '标记'],
  facetSource: ['Source', '来源'],
  from: ['from', '从'],
  to: ['to', '到'],
  open: ['open', '待定'],
  partly: ['begun', '部分已定'],
  decided: ['decided', '已定'],
  deferred: ['deferred', '暂缓'],
  numbers: ['numbers differ', '数字不同'],
  chain: ['joined by a chain', '经他篇相连'],
  fields: ['fields differ', '字段不同'],
  changed: ['changed since decided', '决定后有改动'],
  kept: ['stays', '保留'],
  duplicate: ['duplicate', '重复'],
  distinct: ['not a duplicate', '不重复'],
  equal: ['The texts are equal.', '文字完全相同。'],
  reference: ['The one that stays', '保留的一篇'],
  selected: ['selected', '已选'],
  unchangedSentences: ['unchanged sentences', '句未变'],
  cut: ['only the beginning is shown', '只显示开头'],
  whole: ['Show all', '全部显示'],
  more: ['Show more members', '显示更多成员'],
  history: ['History', '记录'],
  nothing: ['No group fits.', '没有符合的分组。'],
  pickGroup: ['Choose a group.', '请选择一组。'],
  defer: ['Defer this group', '暂缓此组'],
  undo: ['Undo', '撤销'],
  help: ['Keys', '快捷键'],
  close: ['Close', '关闭'],
  refresh: ['Refresh the list', '刷新列表'],
  export: ['Export', '导出'],
  plan: ['What would go', '将去除哪些'],
  note: ['Note', '备注'],
  addNote: ['Add the note', '添加备注'],
  language: ['中文', 'English'],
  whoAreYou: ['Say who you are: every decision has a name.', '请写下姓名：每项决定都要署名。'],
  empty: ['empty', '空'],
  field: ['Field', '字段'],
  says: ['Says', '贡献'],
  bulk: ['Decide on all that fit', '批量处理筛选结果'],
  act: ['Act', '操作'],
  markDuplicates: ['mark duplicates', '标记重复'],
  rule: ['Stays', '保留哪一篇'],
  'keep-run': ['the one that the run keeps', '运行结果所留的一篇'],
  'keep-longest': ['the longest text', '文字最长的'],
  'keep-shortest': ['the shortest text', '文字最短的'],
  'keep-newest': ['the newest', '最新的'],
  'keep-oldest': ['the oldest', '最早的'],
  'keep-highest': ['the highest', '数值最大的'],
  'keep-lowest': ['the lowest', '数值最小的'],
  preview: ['Preview', '预览'],
  changedMeanwhile: ['Something has changed meanwhile. Look again.', '内容刚有变化，请重新查看。'],
  lab: ['Try thresholds', '试阈值'],
  labWhat: [
    'This reads the source once more and looks for pairs around the threshold. It takes about as long as a run, and changes nothing.',
    '将再读一遍来源，查找阈值上下的各对文本。用时与运行一次相近，不改动任何内容。',
  ],
  lookAround: ['Look for pairs around the threshold', '查找阈值上下的各对文本'],
  scores: ['Pairs by similarity, on a logarithmic scale', '各相似度的对数（对数刻度）'],
  threshold: ['Threshold', '阈值'],
  now: ['now', '现在'],
  instead: ['then', '改后'],
  rowsGo: ['Documents that would go', '将去除的篇数'],
  precision: ['Precision', '准确率'],
  recall: ['Recall', '召回率'],
  aroundCut: ['Pairs around the threshold', '阈值上下的各对文本'],
  outside: ['Just outside this group', '组外相近的文本'],
  itsGroup: ['Show its group', '查看它所在的组'],
  keyBulk: ['decide on all that fit', '批量处理筛选结果'],
  keyNext: ['next, previous group', '下一组、上一组'],
  keyMember: ['previous, next member', '上一篇、下一篇'],
  keySelect: ['select a member', '选中一篇'],
  keyKeep: ['keep this member', '保留此篇'],
  keyMerge: ['all are duplicates of the one that stays', '全部标为与保留篇重复'],
  keyDistinct: ['this member is not a duplicate', '此篇不重复'],
  keySplit: ['split the selected off', '拆出选中各篇'],
  keyDefer: ['defer', '暂缓'],
  keyUndo: ['undo the last act', '撤销上一步'],
  keySearch: ['search', '搜索'],
  keyHelp: ['this list', '本说明'],
} as const satisfies Readonly<Record<string, readonly [en: string, zh: string]>>

export type Word = keyof typeof WORDS
export type Say = (word: Word) => string

export const sayIn =
  (language: Language): Say =>
  (word) =>
    WORDS[word][language === 'en' ? 0 : 1]

/** Sentences with numbers and names in them: buttons say what they will do. */
export const SENTENCES = {
  counts: (language: Language, found: number, total: number) =>
    language === 'en' ? `${format(found)} of ${format(total)} groups` : `${format(found)} / ${format(total)} 组`,
  members: (language: Language, shown: number, total: number) =>
    language === 'en' ? `${format(shown)} of ${format(total)} members` : `${format(shown)} / ${format(total)} 篇`,
  progress: (language: Language, done: number, total: number) =>
    language === 'en' ? `${format(done)} of ${format(total)} decided` : `已定 ${format(done)} / ${format(total)}`,
  merge: (language: Language, count: number, kept: string) =>
    language === 'en' ? `Mark ${format(count)} as duplicates, keep ${kept}` : `标记 ${format(count)} 条为重复，保留 ${kept}`,
  keep: (language: Language, name: string) => (language === 'en' ? `Keep ${name}` : `保留 ${name}`),
  distinct: (language: Language, name: string, kept: string) =>
    language === 'en' ? `${name} is no duplicate of ${kept}` : `${name} 与 ${kept} 不重复`,
  split: (language: Language, count: number) => (language === 'en' ? `Split ${format(count)} off` : `拆出 ${format(count)} 条`),
  scores: (language: Language, pairs: number, floor: number) =>
    language === 'en'
      ? `${format(pairs)} pairs with a similarity of ${floor.toFixed(2)} and more.`
      : `相似度不低于 ${floor.toFixed(2)} 的共 ${format(pairs)} 对。`,
  leftOut: (language: Language, count: number) =>
    language === 'en' ? `${format(count)} more are not held; numbers are too low.` : `另有 ${format(count)} 对未计入，各数偏低。`,
  labels: (language: Language, same: number, different: number) =>
    language === 'en'
      ? `By ${format(same)} pairs that people called duplicates and ${format(different)} that they did not, with intervals of 95 %. These are pairs that were shown in groups, so recall is too high.`
      : `依据人工判为重复的 ${format(same)} 对和判为不重复的 ${format(different)} 对，区间为 95%。这些都是分组中出现过的文本，因此召回率偏高。`,
  runWith: (language: Language, threshold: number) =>
    language === 'en' ? `Run again with ${threshold.toFixed(2)}` : `以 ${threshold.toFixed(2)} 重新运行`,
  outside: (language: Language, shown: number, total: number) =>
    language === 'en' ? `${format(shown)} of ${format(total)} documents` : `${format(shown)} / ${format(total)} 篇`,
  preview: (language: Language, { groups, documents, changed }: { groups: number; documents: number; changed: number }) =>
    language === 'en'
      ? `${format(groups)} groups, ${format(documents)} documents beside those that stay; in ${format(changed)} groups another one stays than now`
      : `共 ${format(groups)} 组，除保留篇外 ${format(documents)} 篇；其中 ${format(changed)} 组改换保留篇`,
  passedOver: (language: Language, count: number) =>
    language === 'en'
      ? `${format(count)} groups are left as they are: decided, deferred, or with decisions that contradict each other`
      : `另有 ${format(count)} 组不变：已定、暂缓，或决定互相矛盾`,
  bulk: (language: Language, act: string, groups: number, documents: number) =>
    act === 'defer'
      ? language === 'en'
        ? `Defer ${format(groups)} groups`
        : `暂缓 ${format(groups)} 组`
      : language === 'en'
        ? `Mark ${format(documents)} documents in ${format(groups)} groups as duplicates`
        : `标记 ${format(groups)} 组中 ${format(documents)} 篇为重复`,
  bulkDone: (language: Language, groups: number) =>
    language === 'en'
      ? `${format(groups)} groups were decided on. "Undo" takes all of it back.`
      : `已处理 ${format(groups)} 组，可用“撤销”整批收回。`,
  plan: (language: Language, removed: number, documents: number, open: number) =>
    language === 'en'
      ? `${format(removed)} of ${format(documents)} documents would go; ${format(open)} groups are not decided and stay whole`
      : `共 ${format(documents)} 篇，将去除 ${format(removed)} 篇；未定的 ${format(open)} 组全部保留`,
  others: (language: Language, who: string) =>
    language === 'en' ? `${who} has decided on this group meanwhile. Look again.` : `${who} 刚刚对此组作了决定，请重新查看。`,
  conflict: (language: Language, count: number) =>
    language === 'en'
      ? `${format(count)} decisions contradict others; what must be apart stays apart`
      : `${format(count)} 项决定互相矛盾；应分开的仍分开`,
} as const

const format = (value: number) => value.toLocaleString('en-US')
