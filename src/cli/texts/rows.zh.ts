/** What the command says of rows, in Chinese. */
import { number } from './numbers.js'
import type { rows as EN } from './rows.en.js'

const percent = (share: number) => `${share > 0.995 && share < 1 ? '> 99' : Math.round(share * 100)} %`
const about = (share: number) => (percent(share).startsWith('>') ? '超过 99 %' : `约 ${percent(share)}`)

const whyWay = (shown: boolean | 'both') => (shown === 'both' ? '，而该列两种写法都有' : shown ? '，与该列其他值一致' : '')

export const rows: typeof EN = {
  kind: (name, kind, filled) => `${name} ${kind}${filled < 1 ? `（有值 ${percent(filled)}）` : ''}`,
  compared: (kinds) => `比较的字段：${kinds}`,
  numbersRows: (name) => `“${name}”是行的编号，没有参与比较：--id-field ${name} 用它称呼各行；在字段文件里给它写明 kind 则参与比较`,
  unread: (name, kind, values, examples) =>
    `警告：“${name}”中有 ${number(values)} 个值读不成${kind === 'date' ? '日期' : '数字'}（${examples}），按原样比较；在字段文件里给它写明别的 kind，则换一种方式比较该列`,
  dateWay: (name, dates, way, shown) =>
    `${shown === 'both' ? '警告：' : ''}“${name}”中有 ${number(dates)} 个日期有两种读法，已按${way === 'day' ? '日' : '月'}在前读取${whyWay(shown)}；--date-order ${way === 'day' ? 'month' : 'day'} 按另一种读取`,
  numberWay: (name, numbers, way, shown) =>
    `${shown === 'both' ? '警告：' : ''}“${name}”中有 ${number(numbers)} 个像 1.234 或 1,234 这样的数字有两种读法，已按${way === 'point' ? '小数点' : '小数逗号'}读取${whyWay(shown)}；在字段文件里写 "decimal": "${way === 'point' ? 'comma' : 'point'}" 则按另一种读取`,
  tellsTruth: (names) => `没有参与比较，因为 generate 在其中写明了哪些行相同：${names}；在字段文件里写明 kind 则参与比较`,
  comparisons: (made, planned, keys, recall) =>
    `比较了 ${number(made)} 对行（计划 ${number(planned)} 对）${keys ? `，即 ${number(keys)} 个键中至少一个相同的` : ''}；估计能找到匹配的 ${percent(recall)}`,
  key: (name, pairs) => `${name}：${pairs} 对`,
  moreKeys: (keys) => `另有 ${number(keys)} 个键；--verbose 全部列出`,
  match: '--measure match 从各行学习每一列的分量，往往能找到更多',
  precision: (share, low, high) => `估计配对中${about(share)} 是匹配（${percent(low)} 至 ${percent(high)}）`,
  resultRecall: (share, low, high) => `估计它们占全部匹配的${about(share)}（${percent(low)} 至 ${percent(high)}）`,
  listsOnce: {
    a: '第一张表似乎每个对象只列一次：第二张表一行的各个配对中，不如最佳者可能的配对得分降低',
    b: '第二张表似乎每个对象只列一次：第一张表一行的各个配对中，不如最佳者可能的配对得分降低',
    both: '两张表似乎都是每个对象只列一次：一行的各个配对中，不如最佳者可能的配对得分降低',
  },
  promise: (precision, leftOut) =>
    `按估计保证：配对中至少 ${Number((precision * 100).toPrecision(6))} % 是匹配；为此略去了得分 0.5 以上的 ${number(leftOut)} 对行`,
  model: (checksum, among) => `模型 ${checksum}：约每 ${number(among)} 对行中有一对匹配`,
  cut: (pairs) => `${number(pairs)} 对匹配没有采用：除此之外两组之间几乎没有联系`,
  doubt: {
    many: '警告：模型把所有行对中的很大一部分当作匹配，这不大可能',
    unclear: '警告：模型未能区分匹配与不匹配：它当作匹配的行对多数存疑',
    unlike: '警告：模型当作匹配的行，整行看几乎不相似：它找到的是行之间的其他共同点',
    outdone: '警告：把整行当作文本比较，能找到明显胜出的对应行的行，比用学到的模型明显更多',
  },
  inDoubtAcross: (why) =>
    `${why}；因此改为把整行当作文本比较，每行与和它最相似的一行配对。可用字段文件去掉一些列（--write-fields），或给 tune 提供标注`,
  inDoubtNamed: (why, column) =>
    `${why}；“${column}”一列是行所指对象的名称，多数名称出现在好几行里：因此只按这一列合并。要比较其他列，可在字段文件中写明（--write-fields），或给 tune 提供标注`,
  inDoubt: (why) =>
    `${why}；模型已改从几乎相同的行重新学习，并且只合并了整行相似度达到 0.65 的行对。可改用 --measure fields，用字段文件去掉一些列（--write-fields），或给 tune 提供标注`,
  leastSure: '最没有把握的对，逐字段：',
  bits: (value) => `${value} 比特`,
  learnedFrom: (checksum, learned, among) => `校验和 ${checksum}，从 ${number(learned)} 行学得：每 ${number(among)} 对行中有一对匹配`,
  beside: (name) => `，依 ${name} 而定`,
  table: 'm，u，比特',
  whereIs: (name, level) => `${name} 为 ${level} 时：`,
  whereMissing: (name) => `${name} 缺失时：`,
  fitted: {
    model: '模型和阈值已按标注调整',
    weights: '权重和阈值已按标注调整',
    threshold: '阈值已按标注调整；用一半标注调整的权重在另一半上没有更好',
    nothing: '用一半标注所作的调整在另一半上都没有更好：一切照旧',
  },
  labels: (pairs, missing, what) => `标注 ${number(pairs)} 对${missing ? `，其中 ${number(missing)} 对的行不在输入中` : ''}：${what}`,
  halves: (before, after, threshold) => `在未用于调整的一半上，F1：之前 ${before}，之后 ${after}；阈值 ${threshold}`,
  weights: (list) => `权重：${list}`,
  unjudged: (n) => `${number(n)} 条标注没有写判断，未计入`,
  joined: (threshold, after, unlabelled, before) =>
    `阈值 ${threshold} 合并 ${number(after)} 对，其中 ${number(unlabelled)} 对没有标注；之前为 ${number(before)} 对`,
  manyJoined: '警告：合并的对比之前多得多，而标注对其中多数没有说明：请看其中一些（--report），也加以标注，再重新 tune',
  writes: '此命令保存调整的结果：',
  use: '然后运行：',
}
