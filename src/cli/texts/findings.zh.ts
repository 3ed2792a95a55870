/** What `compare`, `link` and `tune` found, in Chinese; the same keys as findings.en.ts. */
import type * as EN from './findings.en.js'
import { number } from './numbers.js'

export const compare: typeof EN.compare = {
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
  rejects: (n, first) => `${number(n)} 条记录无法判断；第一条：${first}`,
  manyCopies: (n) => `${number(n)} 篇文本的副本多于 --max-copies：没有逐对列出`,
  crowded: (n) => `${number(n)} 个桶过满：其中的文档对未逐一查看`,
  best: 'B 中的行及其在 A 中最相似的一行：',
  apart: (bits) => `相差 ${bits} 位`,
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
    `${why === 'asked' ? '按要求' : '建议'}：--find ${find}${why === 'labelled' ? '（在标注上更好）' : ''}：样本中 --find copies 找到 ${number(copies)} 对，--find versions 找到 ${number(versions)} 对，其中 ${number(only)} 对不是复制品${why !== 'default' ? '' : '；若您也把它们看作重复，请用 versions'}`,
  examples: '阈值附近的对（更多见 --report）：',
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
  rejects: (n, first) => `${number(n)} 条记录无法判断，原样保留；第一条：${first}`,
}
