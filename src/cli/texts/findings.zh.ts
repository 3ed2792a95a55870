/** What `audit`, `compare`, `link` and `tune` found, in Chinese; the same keys as findings.en.ts. */
import { causeInChinese } from '../../chinese/causes.zh.js'
import type * as EN from './findings.en.js'
import { number } from './numbers.js'

export const audit: typeof EN.audit = {
  counts: (records, kept, removed, time) =>
    `${number(records)} 条记录：保留 ${number(kept)} 条，去除 ${number(removed)} 条；重新读取并比较，用时 ${time}`,
  rejects: (n) => `${number(n)} 条记录无法判断，只核对字节`,
  holds: (what) => `成立：${what}`,
  fails: (what) => `不成立：${what}`,
  checks: {
    bytes: (n, isRewritten) => `每条保留的记录都是输入中的记录，${isRewritten ? '按文本核对' : '逐字节相同'}（共 ${number(n)} 条）`,
    order: (n) => `保留的记录按输入中的顺序排列（${number(n)} 条）`,
    complete: (n) => `输入中的每条记录或保留、或去除，不会两者皆是（${number(n)} 条）`,
    removed: (n, threshold, isStated) =>
      isStated
        ? `每条去除的记录都有所写明的保留记录，相似度与所写一致，且不低于 ${threshold}（${number(n)} 条）`
        : `每条未保留的记录都与某条保留的记录相似，不低于 ${threshold}（${number(n)} 条）`,
    apart: (n, threshold) => `任何两条保留的记录的相似度都低于 ${threshold}（${number(n)} 条中的所有对）`,
    pairs: (n, threshold) => `列出的每一对的相似度与所写一致，且不低于 ${threshold}（${number(n)} 对）`,
    allPairs: (n, threshold) => `相似度不低于 ${threshold} 的每一对都已列出（${number(n)} 篇不同文本中的所有对）`,
  },
  because: (why, measured) => `${why}${measured === undefined ? '' : `；${measured}`}`,
  failed: (n) => `有 ${number(n)} 处不是这样：`,
  why: {
    'not-of-input': '输入中没有这条记录，或没有这么多条',
    changed: 'A 是保留下来的样子，与输入中的 B 不同',
    moved: 'A 排在 B 之后（或排在最前），输入中不是这样',
    lost: '既未保留，也未去除',
    both: '已去除，却又在保留的记录中',
    'unknown-id': '两个 id 中有一个，输入中没有这样的记录',
    twice: '去除的次数多于输入中的条数',
    'partner-not-kept': 'B 自己也被去除了',
    'no-partner': '没有一条保留的记录与它这样相似',
    'below-threshold': '相似度低于阈值',
    'other-similarity': '与所写的相似度不同',
    alike: '两条都保留了',
    unlisted: '这一对没有列出',
  },
  similarity: (similarity, stated) => `相似度 ${similarity}${stated === undefined ? '' : `，所写为 ${stated}`}`,
  more: (n) => `……还有 ${number(n)} 处（--examples、--json）`,
}

export const compare: typeof EN.compare = {
  blog: ({ similar, similarity, threshold }) =>
    `相似度为${similarity},${similar ? '' : '未'}超过阈值${threshold},所以新闻1与新闻2是${similar ? '' : '不'}相似的`,
  similar: (similar, measure, similarity, threshold) => {
    // More equal bits than the threshold says; every other measure is similar at the threshold too.
    const reached = measure === 'bits' ? '超过' : '达到'
    return `${similar ? '相似' : '不相似'}：相似度为 ${similarity}（${measure}），${similar ? '' : '未'}${reached}阈值 ${threshold}`
  },
  byDistance: (similar, distance, bits, most) => `${similar ? '相似' : '不相似'}：${bits} 位中有 ${distance} 位不同，最多允许 ${most} 位`,
  equality: (similar) => (similar ? '相似：两篇文本相同' : '不相似：两篇文本不同'),
  sizes: (a, b) => `A 有 ${number(a)} 个字符，B 有 ${number(b)} 个`,
  features: (shared, a, b) => `特征：共有 ${number(shared)} 个，只在 A 中 ${number(a)} 个，只在 B 中 ${number(b)} 个`,
  fingerprints: (a, b) => `指纹：${a} 与 ${b}`,
  signatures: (distance, bits, estimate, positions) =>
    `签名：simhash ${bits} 位中有 ${distance} 位不同，minhash 以 ${positions} 个位置估计为 ${estimate}`,
  equal: '没有差异：两篇文本相同',
  places: (places, a, b, shown) =>
    `${number(places)} 处不同：只在 A 中 ${number(a)} 个字符，只在 B 中 ${number(b)} 个${shown === undefined ? '' : `；下面是前 ${number(shown)} 处，全部见 --full`}`,
  unaligned: (places) => `${number(places)} 处无法对齐：两篇文本在那里共有的太少，按整段替换计`,
  morePlaces: (n) => `…… 另有 ${number(n)} 处`,
  at: (line, column) => `第 ${number(line)} 行第 ${number(column)} 个字符`,
  notAligned: '（未对齐）',
  shared: (passages, least, a, b) =>
    `${number(least)} 个字符以上的共有段落 ${number(passages)} 个：A 的 ${a} 也在 B 中，B 的 ${b} 也在 A 中`,
  sharedAt: (length, a, b) => `${number(length)} 个字符，A 从第 ${number(a)} 个、B 从第 ${number(b)} 个字符起`,
}

export const link: typeof EN.link = {
  read: (a, b, time) => `A 有 ${number(a)} 行，B 有 ${number(b)} 行，用时 ${time}`,
  across: (pairs, inA, notInA, inB) =>
    `${number(pairs)} 对：B 中 ${number(inA)} 行在 A 中，${number(notInA)} 行不在；A 中 ${number(inB)} 行在 B 中`,
  within: (across, a, b, groups, shared) =>
    `两边之间 ${number(across)} 对，A 内部 ${number(a)} 对，B 内部 ${number(b)} 对；${number(groups)} 组，其中 ${number(shared)} 组两边都有`,
  unpaired: (n) => `另有 ${number(n)} 处与 A 有相同段落而未列入配对：许多行都有的段落，只与最先有它的几行配对`,
  rejects: (n, first) => `${number(n)} 条记录无法判断；第一条：${causeInChinese(first)}`,
  manyCopies: (n) => `${number(n)} 篇文本的副本多于 --max-copies：没有逐对列出`,
  crowded: (n) => `${number(n)} 个桶过满：其中的文档对未逐一查看`,
  best: 'B 中的行及其在 A 中最相似的一行：',
  apart: (bits) => `相差 ${bits} 位`,
  longContainment: (size) =>
    `containment 要查每篇文本的全部特征，这里共 ${size}，两边有许多文本相近时可能需要几分钟；--measure passages 找出 B 中与 A 有连续 13 个词相同的行，用时少得多`,
  moreRows: (n) => `…… B 中另有 ${number(n)} 行；见 --matches 或 --report`,
}

export const tune: typeof EN.tune = {
  sampled: (sampled, documents) =>
    sampled < documents ? `${number(documents)} 篇文档中的 ${number(sampled)} 篇` : `${number(documents)} 篇文档`,
  read: (sample, size, equal, background) =>
    `${sample}，${size}；${number(equal)} 对文本相同${background === undefined ? '' : `；99 % 的随机对相似度低于 ${background}`}`,
  rejects: (n) => `${number(n)} 条记录无法判断：原因见 leitong dedupe --rejects 文件`,
  few: (documents) => `${number(documents)} 篇文档偏少，建议仅供参考`,
  bars: '按相似度统计的对（0.3 以下为估计；对数刻度）',
  barsOfVersions: '按共有少见特征的比例统计的对（对数刻度）',
  here: '阈值',
  onLabels: '在标注上',
  columns: ['阈值', '精确率', '召回率'],
  missingLabels: (n) => `${number(n)} 条标注所说的文档不全在输入中`,
  recommended: (threshold, why) => `建议：阈值 ${threshold}：${why}`,
  expected: (share, time, memory) => `预计：达到阈值的对有 ${share} 会成为候选并经测量；处理全部输入约需 ${time}，签名和位置约占 ${memory}`,
  finds: (find, copies, versions, only, why) =>
    `${why === 'asked' ? '按要求' : '建议'}：--find ${find}${why === 'labelled' ? '（在标注上更好）' : ''}：样本中 --find copies 找到 ${number(copies)} 对，--find versions 找到 ${number(versions)} 对，其中 ${number(only)} 对不是复制品${why === 'default' ? '；若您也把它们看作重复，请用 versions' : why === 'edited' ? '；若您不把它们看作重复，请用 copies' : ''}`,
  examples: (find) => `${find} 的阈值附近的对（更多见 --report）：`,
  simhash: (finds) => `改用 simhash：${finds}`,
  within: (share, distance) => `${distance} 位以内 ${share}`,
  separator: '，',
  // The plan is told in terms of the search, which have no short Chinese.
  plan: () => '',
  noDistance: '22 位以内找不到其中的 95 %',
}

export const passages: typeof EN.passages = {
  read: (documents, characters, time) => `${number(documents)} 篇文档，${number(characters)} 个字符，用时 ${time}`,
  found: (passages, places, share) => `${number(passages)} 个段落，${number(places)} 处：全文的 ${share} 也出现在别处`,
  foundWithin: (passages, documents, share) => `${number(passages)} 个段落，见于 ${number(documents)} 篇文档：文字复制比 ${share}`,
  removed: (characters, share) => `去掉 ${number(characters)} 个字符，占全文的 ${share}`,
  longest: '最长的段落（字符数或词数 × 处数，最先出现在哪里，文字）：',
  more: (n) => `……还有 ${number(n)} 个，用 --passages 全部写出`,
  howToWrite: '用 --passages passages.jsonl 写出所有段落，用 -o once.jsonl 写出去掉重复后的文本。',
  rejects: (n, first) => `${number(n)} 条记录无法判断，原样保留；第一条：${causeInChinese(first)}`,
}
