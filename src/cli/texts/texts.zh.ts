/** What the command says, in Chinese; the same keys as texts.en.ts. */
import { causeInChinese } from '../../chinese/causes.zh.js'
import { audit, compare, link, passages, tune } from './findings.zh.js'
import { number, percent } from './numbers.js'
import { rows } from './rows.zh.js'
import type { Texts } from './texts.en.js'

const help: Texts['help'] = {
  usage: '用法',
  command: '命令',
  options: '选项',
  purpose: '找出几乎相同的文本和表格行，去除重复，并说明理由。',
  commands: '命令',
  arguments: '参数',
  common: '常用选项',
  others: '选项',
  global: '所有命令',
  examples: '示例',
  exits: '退出码',
  more: (command) => `全部选项：${command} --help`,
  each: (command) => `某个命令的帮助：${command} 命令 -h（简要），${command} 命令 --help（完整）`,
  default: (value) => `（默认：${value}）`,
  none: '无',
  choices: (values) => `（可选：${values}）`,
  oneOf: '；可选：',
  shortHelp: '简要帮助',
  longHelp: '全部选项，附示例和退出码',
  version: '版本号',
  quiet: '不显示摘要、进度、提示和警告；错误仍会显示',
  verbose: '摘要中不省略任何条目',
  lang: '消息和帮助的语言（默认：按 LC_ALL、LC_MESSAGES 或 LANG）',
  afterError: '（leitong 命令 -h 显示常用选项，--help 显示全部）',
  linkHasNoOutput:
    '（link 的输出按内容命名：--in 文件 写出 B 中也在 A 里的行，--not-in 文件 写出不在的行，--matches 文件 写出每行最相似的一行）',
}

const exits: Texts['exits'] = {
  0: '已完成',
  1: 'compare、index query --text：不相似，或没有相似的文档；audit、dedupe --audit：有一项不成立',
  2: '用法有误：选项、参数或字段不合适',
  3: '输入、输出、数据库或索引无法读写；使用 --strict 时有无法判断的记录',
  4: '被中断；没有改动任何输出，或在消息中列出已写好的输出',
}

const notes: Texts['notes'] = {
  config: (path, names) => `采用 ${path} 中的选项：${names || '无'}`,
  warning: '警告',
  idle: (option, needed, is) => `${is} 时 ${option} 不起作用${needed === undefined ? '' : `：它用于 ${needed}`}`,
  misses: (positions, threshold, percent) =>
    `--num-perm ${positions} 时，阈值 ${threshold} 处的文档对约能找到 ${percent} %；签名位置越多，漏掉的越少`,
  weakHash: (hash) => `--hash ${hash} 使短词哈希的一些位总是相同，大多数不相似的文本也会判为相似；请用 lane64 或 city64（docs/hashing.md）`,
  notJudged: (what) => `无法判断：${what}`,
  noEnding: '无扩展名',
  header: (file, row) => `${file}：表头在第 ${row} 行`,
  sheet: (file, sheet, header, notRead) =>
    `${file}：读了工作表“${sheet}”${header > 1 ? `，表头在第 ${header} 行` : ''}${notRead.length ? `；未读：${notRead.map((name) => `“${name}”`).join('、')}（用 --sheet 名称 或 --sheet all）` : ''}`,
  linksPassedOver: (n) => `跳过 ${number(n)} 个链接：文件夹中的链接不会跟随，需要时请直接写出它的名字`,
  passedOver: (n, kinds) => `跳过 ${number(n)} 个文件，其格式不能读取：${kinds}`,
  leftovers: (paths) => `已删除被中止的运行留下的文件：${paths}`,
  moreCharacters: (n) => `另有 ${n} 个字符`,
  rejects: (n) => `${number(n)} 条记录无法判断`,
  noFingerprint: (n, first) => `${number(n)} 条记录没有指纹；第一条：${causeInChinese(first)}`,
  differs: '与原来的不同：',
  page: (path, bytes) => `${path}：${number(bytes)} 字节；请用浏览器打开`,
  segmented: (n) => `${number(n)} 个词（含标点）`,
  bug: '不应出现这种情况，请报告',
  keptAnswers: '已答复的内容均已保存',
  wrote: (files) => `已写出 ${files}`,
  changed: (paths) => `已写好：${paths.map((path) => (path === '-' ? '标准输出' : path)).join('、')}`,
}

const progress: Texts['progress'] = {
  copy: '下载',
  read: '读取并签名',
  search: '查找',
  verify: '逐对验证',
  write: '写出',
  answer: '已答复的行',
  of: (done, total) => `${done} / ${total}`,
  left: (time) => `还需 ${time}`,
  seconds: (n) => `${n} 秒`,
  minutes: (minutes, seconds) => `${minutes} 分 ${seconds} 秒`,
  hours: (hours, minutes) => `${hours} 小时 ${minutes} 分`,
}

const cluster: Texts['cluster'] = {
  start: '启动 Spark',
  list: '列出输入文件',
  records: '读取文件',
  count: '统计特征',
  sign: '读取并签名',
  copies: '查找相同的文本',
  bands: '查找有共同频带的文本',
  forest: '桶内互相比较',
  components: '划分区块',
  gather: '查找可能相似的文本',
  verify: '逐块判断',
  removed: '汇总移除的记录',
  numbers: '给各组编号',
  write: '写出',
  tasks: (done) => `${done} 个任务`,
  found: (steps) => `先前的运行已完成：${steps}`,
  work: (folder) => `各步的结果保存在 ${folder}`,
}

const dedupe: Texts['dedupe'] = {
  read: (records, size, time) => `${number(records)} 条记录，${size}，用时 ${time}`,
  kept: (kept, removed, groups, copies) =>
    `保留 ${number(kept)} 条，去除 ${number(removed)} 条，共 ${number(groups)} 组${copies === undefined ? '' : `（其中 ${number(copies)} 条与前面的完全相同）`}`,
  rejects: (n, first) => `其中 ${number(n)} 条无法判断，已保留${first ? `；第一条：${causeInChinese(first)}` : ''}`,
  seen: (records, yes, maybe, no, time) =>
    `${number(records)} 条记录，用时 ${time}：以前见过：是 ${number(yes)}，可能 ${number(maybe)}，否 ${number(no)}`,
  seenBy: (sure, bands) => `是：${number(bands)} 段中至少 ${number(sure)} 段见过；可能：不到此数；没有比较文本`,
  seenFilter: (documents, capacity, size, maybe, yes) =>
    `过滤器中有 ${number(documents)} 篇文档，${size}${documents > capacity ? `，按 ${number(capacity)} 篇设计` : ''}；与见过的都不相似的文本，答“可能”的占 ${percent(maybe)}，答“是”的占 ${percent(yes)}`,
  against: (documents, removed, rejects) =>
    `与 ${number(documents)} 篇旧文档比较：去除的文档中有 ${number(removed)} 篇与旧文档相似${rejects ? `；${number(rejects)} 条旧记录无法判断` : ''}`,
  decided: (applied, reopened, missing, conflicts) =>
    `人工决定：照办 ${number(applied)} 条${reopened ? `，因文本改动重新待定 ${number(reopened)} 条` : ''}${missing ? `，文档已不在 ${number(missing)} 条` : ''}${conflicts ? `，与其他决定矛盾而未照办 ${number(conflicts)} 条` : ''}`,
  ignored: (documents, characters) => `比较时略去：${number(documents)} 篇文本中的段落，共 ${number(characters)} 个字符（--ignore）`,
  ties: (values) => `合并后的行中有 ${number(values)} 个值，按规则另有同样好的值：取输入中最先出现的；--merge-sources 指明是哪些字段`,
  unranked: (field, values) => `警告：“${field}”中有 ${number(values)} 个值读不出来：同组中这样的记录最后才保留`,
  dateOrder: (field, dates, order, isMixed) => {
    const [read, other] = order === 'day' ? ['日', '月'] : ['月', '日']
    const mixed = isMixed ? '，而该字段里两种写法都有' : ''
    return `${isMixed ? '警告：' : ''}“${field}”中有 ${number(dates)} 个日期有两种读法，已按${read}在前读取${mixed}；--date-order ${order === 'day' ? 'month' : 'day'} 按${other}在前读取`
  },
  decimal: (field, numbers, mark, isMixed) =>
    `${isMixed ? '警告：' : ''}“${field}”中有 ${number(numbers)} 个像 1.234 或 1,234 这样的数字有两种读法，已按${mark === 'point' ? '小数点' : '小数逗号'}读取${isMixed ? '，而该字段里两种写法都有' : ''}`,
  scripts: (simplified, traditional, normalize) =>
    `简体和繁体都有：简体 ${number(simplified)} 篇，繁体 ${number(traditional)} 篇；${normalize === undefined ? '繁体已转为简体再比较' : `比较时没有转换：要找出简繁之间的相同文本，请加 --normalize ${normalize}`}`,
  sharedId: (id, files, field) =>
    `警告：编号不唯一：${files.join(' 和 ')} 中不止一条记录的编号是 ${id}，以编号称呼记录的结果分不清它们${field ? `。如果每个文件都从 1 编号，--id-field '' 以文件和行号称呼记录；--id-field NAME 采用另一列` : ''}`,
  oneText: '一个文本文件算一篇文档；用 --format lines 则每行算一篇',
  columns: (table, names) => `${table} 参与比较的列：${names}；可用字段文件另行指定（docs/databases.md）`,
  manyCopies: (n, most) => `${number(n)} 篇文本的副本多于 ${number(most)} 份：每份只与第一份配对`,
  unpaired: (n) => `过大的桶中至多有 ${number(n)} 对未列入相似对（见 --max-pairs）`,
  crowded: (n) => `${number(n)} 个桶过满：其中的文档对未逐一查看`,
  sampled: (n) => `警告：内存放不下全部特征，每 ${n} 个只看了一个，会漏掉一些对。请加大 --memory`,
  spilled: (size) => `${size} 签名写到了磁盘（见 --memory）`,
  largest: '最大的组（篇数 × 保留 ← 相似度，去除；保留篇的文字）：',
  moreMembers: (n) => `…… 另有 ${number(n)} 篇`,
  moreGroups: (n) => `…… 另有 ${number(n)} 组；完整名单见 --groups 或 --report`,
  nothingWritten: '这是试运行，没有写出任何文件。',
  howToWrite: (output) => `用 -o ${output} 写出保留的记录，用 --report report.html 生成含所有组的网页。`,
  found: (n) => `${number(n)} 个文件此前已经写好，没有重写（--resume）`,
}

const index: Texts['index'] = {
  stats: (documents, size, keep, created) =>
    `${number(documents)} 篇文档${size === undefined ? '' : `，${size}`}，保存 ${keep}，创建于 ${created}`,
  verified: (records, problems) => `${number(records)} 条记录，${problems ? `${number(problems)} 处问题` : '全部完好'}`,
  scripts: (simplified, traditional, normalize) =>
    `遇到简体 ${number(simplified)} 篇、繁体 ${number(traditional)} 篇；本索引比较时不转换简繁：用 --normalize ${normalize} 新建的索引可找出简繁之间的相同文本`,
  undigested: (n) => `索引中有 ${number(n)} 篇文档没有内容摘要，人工决定对其无效；请用 --digests 重建索引`,
  guessedDates: (field, dates) =>
    `警告：“${field}”中有 ${number(dates)} 个日期有两种读法，已按日在前读取；用 --date-order month 新建的索引按月在前读取，用 --date-order day 则不再提示`,
  added: (fresh, duplicates, known, left) =>
    `新 ${number(fresh)} 篇，重复 ${number(duplicates)} 篇，已有 ${number(known)} 篇${left ? `；未加入 ${number(left)} 篇` : ''}`,
  replaced: (n, field) =>
    `警告：有 ${number(n)} 篇文档取代了编号相同而文本不同的文档，后者已不在索引中${field ? `。如果它们本是不同的文档，那么“${field}”不能区分它们（例如每个文件都从 1 编号）：请重建索引，用 --id-field '' 以文件和行号作编号，或指定能区分它们的列` : ''}`,
  unmeasured: (rows) => `有 ${number(rows)} 个候选没有比较：每次查找只比较相同之处最多的若干行；结果中的 unmeasured 是其余候选的数目`,
}

const sync: Texts['sync'] = {
  unplaced: (rows) => `警告：有 ${number(rows)} 行没有读，因为用来跟踪表的列在这些行里是 NULL`,
  passed: (rows, fresh, duplicates, known, rejects) =>
    `读入 ${number(rows)} 行：新 ${number(fresh)}，重复 ${number(duplicates)}，已有 ${number(known)}${rejects ? `，无法判断 ${number(rejects)}` : ''}`,
}

const model: Texts['model'] = {
  built: (documents, features, checksum) => `${number(documents)} 篇文档，${number(features)} 个特征至少见于两篇，校验和 ${checksum}`,
  pruned: (times) => `内存不足，${number(times)} 次舍去了只见于一篇的特征（见 --memory）`,
}

const serve: Texts['serve'] = {
  key: '上一行是服务的第一个密钥，拥有全部权限，只显示这一次；leitong serve --new-key 可再建一个。',
  listening: (url, keys) => `leitong 在 ${url} 提供服务${keys ? '' : '，不需要密钥'}；按 Ctrl-C 结束`,
  ending: '正在结束：已在处理的请求会得到答复',
}

const review: Texts['review'] = {
  opened: '以上链接只能使用一次；按 Ctrl-C 结束服务',
  ran: (name, documents, groups, decided) => `${name}：${number(documents)} 篇文档，${number(groups)} 组，其中 ${number(decided)} 组已定`,
  listed: (name, groups, decided) => `${name}：${number(groups)} 组，已定 ${number(decided)} 组`,
  passages: (shown, total, leftOut) => `共 ${number(total)} 段，列出 ${number(shown)} 段；下次运行将排除其中 ${number(leftOut)} 段`,
  plan: (documents, removed, open) => `共 ${number(documents)} 篇，将去除 ${number(removed)} 篇；未定的 ${number(open)} 组全部保留`,
}

export const ZH: Texts = {
  help,
  exits,
  notes,
  progress,
  cluster,
  dedupe,
  index,
  sync,
  model,
  audit,
  compare,
  link,
  passages,
  tune,
  serve,
  rows,
  review,
}
