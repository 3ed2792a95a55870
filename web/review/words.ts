/** What the page says, in English and Chinese. */
import type { Language } from '../language.js'
import { LEVELS } from '../levels.js'

const WORDS = {
  ...LEVELS,
  title: ['Review', '人工复核'],
  reviews: ['Reviews', '复核项目'],
  noReviews: ['There is no review yet.', '还没有复核项目。'],
  newReview: ['New review', '新建复核'],
  name: ['Name', '名称'],
  dropFile: ['Drop a file here, or choose one', '把文件拖到这里，或选择文件'],
  dropFormats: [
    'CSV, TSV, Excel (.xlsx), JSON or JSON lines; CSV, TSV and JSON also gzipped (.gz) or as .zst',
    'CSV、TSV、Excel（.xlsx）、JSON 或 JSON 行；CSV、TSV 和 JSON 也可以压缩成 .gz 或 .zst',
  ],
  largeWorkbook: [
    'This page looks at workbooks of up to 64 MB. Save the sheet as CSV and drop that, or run the command: leitong review FILE.',
    '本页最多读取 64 MB 的工作簿。请把工作表另存为 CSV 再拖进来，或运行命令：leitong review 文件。',
  ],
  fromFolders: ['Of files that the service has', '用服务上的文件'],
  source: ['Files, one a line', '文件，每行一个'],
  create: ['Create and run', '新建并运行'],
  run: ['Run again', '重新运行'],
  running: ['Running…', '正在运行…'],
  queued: ['waits for its turn', '排队等候'],
  begins: ['begins', '即将开始'],
  stop: ['Stop', '停止'],
  'work-run': ['Run:', '运行：'],
  'work-lab': ['Pairs around the threshold:', '阈值上下的各对文本：'],
  'work-passages': ['Frequent passages:', '常见段落：'],
  'work-apply': ['What would go, written:', '写出结果：'],
  'phase-read': ['reading', '读取'],
  'phase-search': ['searching', '查找'],
  'phase-verify': ['comparing', '核实'],
  'phase-write': ['writing', '写入'],
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
  facetTime: ['Time', '时间'],
  facetMarks: ['Marks', '标记'],
  facetSource: ['Source', '来源'],
  from: ['from', '从'],
  to: ['to', '到'],
  open: ['open', '待定'],
  partly: ['begun', '部分已定'],
  decided: ['decided', '已定'],
  deferred: ['deferred', '暂缓'],
  numbers: ['numbers differ', '数字不同'],
  names: ['names differ', '姓名不同'],
  chain: ['joined by a chain', '经他篇相连'],
  fields: ['fields differ', '字段不同'],
  changed: ['changed since decided', '决定后有改动'],
  kept: ['stays', '保留'],
  duplicate: ['duplicate', '重复'],
  distinct: ['not a duplicate', '不重复'],
  equal: ['The texts are equal.', '文字完全相同。'],
  reference: ['The one that stays', '保留的一篇'],
  selected: ['selected', '已选'],
  cut: ['only the beginning is shown', '只显示开头'],
  whole: ['Show all', '全部显示'],
  more: ['Show more members', '显示更多成员'],
  history: ['History', '记录'],
  why: ['Why these two', '为何列为一组'],
  whyNot: ['This pair cannot be judged alone.', '这一对不能单独判断。'],
  sharedPassages: ['The longest passages that both have:', '两篇共有的最长段落：'],
  'act-duplicate': ['duplicates', '重复'],
  'act-distinct': ['not a duplicate', '不重复'],
  'act-split': ['split off', '拆出'],
  'act-keep': ['stays', '保留'],
  'act-defer': ['deferred', '暂缓'],
  'act-note': ['note', '备注'],
  'act-bulk': ['decided all that fit', '批量处理'],
  thenBy: ['if equal', '相同时'],
  presets: ['Saved rules', '已存规则'],
  savePreset: ['Save this rule as', '将此规则存为'],
  save: ['Save', '保存'],
  forget: ['Forget', '删除'],
  undoThis: ['Undo', '撤销此项'],
  runs: ['From run to run', '各次运行'],
  'event-new': ['the group is new', '新分组'],
  'event-joined': ['joined of', '由以下各组合并'],
  'event-split': ['split into', '拆分为'],
  'event-into': ['became part of', '并入'],
  'event-from': ['came from the split of', '由以下分组拆出'],
  'event-gone': ['nothing is left of it', '已不存在'],
  nothing: ['No group fits.', '没有符合的分组。'],
  pickGroup: ['Choose a group.', '请选择一组。'],
  defer: ['Defer the groups', '暂缓各组'],
  deferIt: ['Defer', '暂缓'],
  noDuplicates: ['Not duplicates', '不重复'],
  notThis: ['Not this one', '此篇不重复'],
  notThesePair: ['Not these two', '这两篇不重复'],
  keepThis: ['Keep this one', '保留此篇'],
  split: ['Split off', '拆出所选'],
  remove: ['Delete', '删除'],
  undone: ['Taken back', '已撤销'],
  undoBatch: ['Undo all that was done with it', '撤销同批全部'],
  tools: ['Tools', '工具'],
  outputs: ['Export', '导出'],
  andApply: [' and apply', '与应用'],
  activity: ['What was done', '操作记录'],
  nothingDone: ['Nothing was done yet.', '尚无操作。'],
  show: ['Show', '查看'],
  goesOn: ['Go on to the next group after a decision', '决定后转到下一组'],
  'tab-open': ['Open', '待定'],
  'tab-decided': ['Decided', '已定'],
  'tab-deferred': ['Deferred', '暂缓'],
  'tab-all': ['All', '全部'],
  toGroup: ['Skip to the group', '跳到当前分组'],
  progress: ['Groups decided', '已定组数'],
  unreachable: ['no connection to the service', '无法连接服务'],
  loading: ['Loading…', '正在载入…'],
  alike: ['similarity', '相似度'],
  otherRun: ['the review has been run again', '此项目已重新运行'],
  prior: ['at the start', '起点'],
  sum: ['sum', '合计'],
  bits: ['bits', '比特'],
  undo: ['Undo', '撤销'],
  help: ['Keys', '快捷键'],
  close: ['Close', '关闭'],
  refresh: ['Refresh', '刷新'],
  export: ['Export', '导出'],
  plan: ['Apply the decisions', '应用决定'],
  note: ['Note', '备注'],
  addNote: ['Add the note', '添加备注'],
  language: ['中文', 'English'],
  whoAreYou: ['Say who you are: every decision has a name.', '请写下姓名：每项决定都要署名。'],
  empty: ['empty', '空'],
  field: ['Field', '字段'],
  says: ['What each field adds', '各字段的贡献'],
  bulk: ['Decide on all that fit', '批量处理筛选结果'],
  act: ['Act', '操作'],
  markDuplicates: ['mark duplicates', '标记重复'],
  markDistinct: ['not duplicates', '标记不重复'],
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
  keyPassages: ['frequent passages', '常见段落'],
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
  precision: ['Precision', '精确率'],
  recall: ['Recall', '召回率'],
  passages: ['Frequent passages', '常见段落'],
  passagesWhat: [
    'Footers and forms of address stand in many texts and say nothing of what a text is. This reads the source once more and lists what many documents have. A passage that you tick is left out of every text before the next run compares it; the outputs keep it.',
    '落款、称呼等套话见于许多文本，与内容无关。将再读一遍来源，列出许多文档共有的段落。勾选的段落在下次运行比较之前从各篇中排除，输出文件中仍保留。',
  ],
  findPassages: ['Look for frequent passages', '查找常见段落'],
  least: ['Characters, at least', '至少字数'],
  over: ['In more documents than', '文档多于'],
  leaveOut: ['Leave out', '排除'],
  documentsWith: ['Documents', '篇数'],
  characters: ['Characters', '字数'],
  passage: ['Passage', '段落'],
  example: ['Example', '示例'],
  effect: ['What the last run changed', '最近一次运行的变化'],
  runBefore: ['run before', '前一次'],
  lastRun: ['last run', '最近一次'],
  documentsInGroups: ['Documents in groups', '组内篇数'],
  passagesOut: ['Passages left out', '排除的段落'],
  aroundCut: ['Pairs around the threshold', '阈值上下的各对文本'],
  outside: ['Just outside this group', '组外相近的文本'],
  itsGroup: ['Show its group', '查看它所在的组'],
  applyWhat: [
    'Files are written in the folder of the review: the records that stay, as they came, and a list of those that went. The source is not touched.',
    '文件写在此复核的文件夹中：保留的记录保持原样，另有去除清单。来源不受改动。',
  ],
  mask: ['Hide personal data', '隐去个人信息'],
  unmask: ['Show personal data', '显示个人信息'],
  look: ['Show this group as it is (is logged)', '显示此组原文（将记录）'],
  keyBulk: ['decide on all that fit', '批量处理筛选结果'],
  keyNext: ['next, previous group', '下一组、上一组'],
  keyMember: ['previous, next member', '上一篇、下一篇'],
  keySelect: ['select a member', '选中一篇'],
  keyKeep: ['keep this member', '保留此篇'],
  keyMerge: ['the selected, or all that are open, are duplicates of the one that stays', '选中各篇（未选则全部待定各篇）标为与保留篇重复'],
  keyDistinct: ['the two selected, or this member and the one that stays, are not duplicates', '选中的两篇（否则此篇与保留篇）不重复'],
  keyNone: ['none of these are duplicates', '全部不重复'],
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

/** How a field of a rule was read, where that is open to doubt. */
export interface ReadAs {
  readonly field: string
  readonly unread: number
  readonly either: number
  readonly order?: 'day' | 'month'
  readonly decimal?: 'point' | 'comma'
}

const READ_DATES = [
  ['the day first', '日在前'],
  ['the month first', '月在前'],
] as const
const READ_NUMBERS = [
  ['a decimal point', '小数点'],
  ['a decimal comma', '小数逗号'],
] as const

/** Sentences with numbers and names in them: buttons say what they will do. */
export const SENTENCES = {
  underWay: (
    language: Language,
    { done, total, rate, left }: { done: number; total: number | null; rate: number | null; left: number | null },
  ) => {
    const share = total ? `${Math.min(100, Math.floor((100 * done) / total))} %` : done ? format(done) : ''
    const speed = rate ? (language === 'en' ? `${format(rate)} a second` : `每秒 ${format(rate)}`) : ''
    const time = left === null ? '' : language === 'en' ? `${format(Math.ceil(left))} s left` : `还需 ${format(Math.ceil(left))} 秒`
    return [share, speed, time].filter(Boolean).join(' · ')
  },
  counts: (language: Language, found: number, total: number) =>
    language === 'en' ? `${format(found)} of ${format(total)} groups` : `${format(found)} / ${format(total)} 组`,
  members: (language: Language, shown: number, total: number) =>
    language === 'en' ? `${format(shown)} of ${format(total)} members` : `${format(shown)} / ${format(total)} 篇`,
  progress: (language: Language, done: number, total: number) =>
    language === 'en' ? `${format(done)} of ${format(total)} decided` : `已定 ${format(done)} / ${format(total)}`,
  /** Of one: a singular. */
  duplicates: (language: Language, count: number) =>
    language === 'en' ? (count === 1 ? 'Duplicate, remove 1' : `Duplicates, remove ${format(count)}`) : `重复，去除 ${format(count)} 篇`,
  size: (language: Language, count: number) => (language === 'en' ? `${format(count)} members` : `${format(count)} 篇`),
  length: (language: Language, count: number) => (language === 'en' ? `${format(count)} characters` : `${format(count)} 字`),
  differs: (left: string, right: string) => `${left || '–'} → ${right || '–'}`,
  covered: (language: Language, share: number) =>
    language === 'en' ? `${Math.round(100 * share)} % of it is in the other` : `${Math.round(100 * share)} % 见于另一篇`,
  unchanged: (language: Language, count: number, beginning: string) =>
    language === 'en'
      ? `⋯ ${format(count)} unchanged ${count === 1 ? 'sentence' : 'sentences'}: ${beginning}`
      : `⋯ ${format(count)} 句未变：${beginning}`,
  forget: (language: Language, name: string) =>
    language === 'en' ? `Delete the review ${name} with all its decisions?` : `删除复核项目 ${name} 及其全部决定？`,
  last: (language: Language, act: string) => (language === 'en' ? `Last: ${act}` : `上一步：${act}`),
  unsent: (language: Language, count: number) => (language === 'en' ? `${format(count)} not sent yet` : `${format(count)} 项未送达`),
  noAnswer: (language: Language, why: string) =>
    language === 'en'
      ? `The service does not answer (${why}). What you decide is kept and sent again.`
      : `服务没有响应（${why}）。您的决定已保留，将继续发送。`,
  refused: (language: Language, group: string, why: string) =>
    language === 'en'
      ? `A decision on the group ${group.slice(0, 8)} was not stored: ${why}`
      : `对分组 ${group.slice(0, 8)} 的决定未保存：${why}`,
  entries: (language: Language, shown: number, total: number) =>
    language === 'en' ? `${format(shown)} of ${format(total)} entries` : `${format(shown)} / ${format(total)} 项`,
  groups: (language: Language, count: number) => (language === 'en' ? `${format(count)} groups` : `${format(count)} 组`),
  undoAll: (language: Language, count: number) => (language === 'en' ? `Undo these ${format(count)}` : `撤销这 ${format(count)} 组`),
  distinct: (language: Language, name: string, kept: string) =>
    language === 'en' ? `${name} is no duplicate of ${kept}` : `${name} 与 ${kept} 不重复`,
  scores: (language: Language, pairs: number, floor: number) =>
    language === 'en'
      ? `${format(pairs)} pairs with a similarity of ${floor.toFixed(2)} and more.`
      : `相似度不低于 ${floor.toFixed(2)} 的共 ${format(pairs)} 对。`,
  leftOut: (language: Language, count: number) =>
    language === 'en' ? `${format(count)} more are not held; numbers are too low.` : `另有 ${format(count)} 对未计入，各数偏低。`,
  labels: (language: Language, same: number, different: number) =>
    language === 'en'
      ? `By ${format(same)} pairs that people called duplicates and ${format(different)} that they did not, with intervals of 95 %. These are pairs that were shown in groups, so recall is too high.${different ? '' : ' Precision is not known before some pairs were called distinct.'}`
      : `依据人工判为重复的 ${format(same)} 对和判为不重复的 ${format(different)} 对，区间为 95%。这些都是分组中出现过的文本，因此召回率偏高。${different ? '' : '还没有判为不重复的文本对，精确率未知。'}`,
  runWith: (language: Language, threshold: number) =>
    language === 'en' ? `Run again with ${threshold.toFixed(2)}` : `以 ${threshold.toFixed(2)} 重新运行`,
  passages: (language: Language, shown: number, total: number, documents: number) =>
    language === 'en'
      ? `${format(shown)} of ${format(total)} passages, from ${format(documents)} documents`
      : `${format(shown)} / ${format(total)} 段，取自 ${format(documents)} 篇`,
  ignored: (language: Language, texts: number, documents: number, characters: number) =>
    language === 'en'
      ? `The last run left ${format(characters)} characters out of ${format(texts)} of ${format(documents)} documents.`
      : `最近一次运行在 ${format(documents)} 篇中的 ${format(texts)} 篇里排除了 ${format(characters)} 字。`,
  runWithout: (language: Language, count: number) =>
    language === 'en' ? `Run again, ${format(count)} passages left out` : `重新运行，排除 ${format(count)} 段`,
  join: (language: Language, name: string, kept: string) =>
    language === 'en' ? `Join: ${name} is a duplicate of ${kept}` : `并入：${name} 与 ${kept} 重复`,
  proposedBits: (language: Language, distance: number, bits: number, most: number) =>
    language === 'en'
      ? `Proposed: their signatures differ in ${distance} of ${bits} bits; up to ${most} are looked for.`
      : `提出的原因：两篇签名的 ${bits} 位中有 ${distance} 位不同；查找范围为至多 ${most} 位。`,
  proposedValues: (language: Language, agreeing: number, values: number) =>
    language === 'en'
      ? `Proposed: their signatures agree in ${agreeing} of ${values} values.`
      : `提出的原因：两篇签名的 ${values} 个值中有 ${agreeing} 个相同。`,
  verified: (language: Language, measure: string, similarity: number, threshold: number, shared: number, kept: number, member: number) =>
    language === 'en'
      ? `Verified: ${measure} is ${similarity.toFixed(3)}, the threshold ${threshold}. They share ${format(shared)} features; ${format(kept)} are only in the one that stays, ${format(member)} only in this one.`
      : `核实：${measure} 为 ${similarity.toFixed(3)}，阈值 ${threshold}。共有特征 ${format(shared)} 个；仅保留篇有 ${format(kept)} 个，仅此篇有 ${format(member)} 个。`,
  inRare: (language: Language, similarity: number, threshold: number) =>
    language === 'en'
      ? `The run compared passages that hardly any other text has. By those the two are similar by ${similarity.toFixed(3)}; the threshold is ${threshold}.`
      : `运行时比较的是其他文本几乎没有的片段：两篇的相似度为 ${similarity.toFixed(3)}，阈值 ${threshold}。`,
  byChain: (language: Language) =>
    language === 'en'
      ? 'They are not similar enough themselves: other members, or decisions, join them.'
      : '两篇本身不够相似：由其他成员或已有的决定连为一组。',
  outside: (language: Language, shown: number, total: number) =>
    language === 'en' ? `${format(shown)} of ${format(total)} documents` : `${format(shown)} / ${format(total)} 篇`,
  apply: (language: Language, documents: number, removed: number) =>
    language === 'en'
      ? `Write ${format(documents - removed)} records, leave ${format(removed)} out`
      : `写出 ${format(documents - removed)} 条，去除 ${format(removed)} 条`,
  preview: (
    language: Language,
    act: string,
    { groups, documents, changed, total }: { groups: number; documents: number; changed: number; total: number },
  ) =>
    language === 'en'
      ? `${format(groups)} of ${format(total)} groups, ${format(documents)} documents beside those that stay${act === 'duplicate' ? `; in ${format(changed)} groups another one stays than now` : ''}`
      : `${format(groups)} / ${format(total)} 组，除保留篇外 ${format(documents)} 篇${act === 'duplicate' ? `；其中 ${format(changed)} 组改换保留篇` : ''}`,
  readAs: (language: Language, { field, unread, either, order, decimal }: ReadAs) => {
    const way = order === 'month' || decimal === 'comma' ? 1 : 0
    const [en, zh] = (order ? READ_DATES : READ_NUMBERS)[way]
    const parts =
      language === 'en'
        ? [
            either && `${format(either)} values may be read in two ways, and are read with ${en}`,
            unread && `${format(unread)} could not be read`,
          ]
        : [either && `${format(either)} 个值有两种读法，按${zh}读取`, unread && `${format(unread)} 个值读不出来`]
    return `${field}${language === 'en' ? ': ' : '：'}${parts.filter(Boolean).join(language === 'en' ? '; ' : '；')}`
  },
  passedOver: (language: Language, act: string, count: number) =>
    language === 'en'
      ? `${format(count)} groups are left as they are: decided, deferred, ${act === 'distinct' ? 'with more than 100 open members, ' : ''}or with decisions that contradict each other`
      : `另有 ${format(count)} 组不变：已定、暂缓，${act === 'distinct' ? '未定成员超过 100 篇，' : ''}或决定互相矛盾`,
  bulk: (language: Language, act: string, groups: number, documents: number) =>
    act === 'defer'
      ? language === 'en'
        ? `Defer ${format(groups)} groups`
        : `暂缓 ${format(groups)} 组`
      : act === 'distinct'
        ? language === 'en'
          ? `Mark ${format(documents)} documents in ${format(groups)} groups as not duplicates`
          : `标记 ${format(groups)} 组中 ${format(documents)} 篇为不重复`
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
