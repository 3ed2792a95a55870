/** The words of the page, in English and Chinese. */
import { type Language, languageHere } from '../language.js'

const WORDS = {
  title: ['Find near-duplicates in a file', '在文件中查找重复和近似重复'],
  private: [
    'Nothing leaves this computer: the page loads nothing, sends nothing and works without a network.',
    '数据不会离开这台电脑：本页不加载、不发送任何内容，断网也能用。',
  ],
  drop: ['Drop a file here, or choose one', '把文件拖到这里，或选择文件'],
  formats: [
    'CSV, TSV, Excel (.xlsx), JSON or JSON lines; CSV, TSV and JSON also gzipped (.gz) or as .zst. Up to 2 GB, unpacked; the leitong command takes larger files.',
    'CSV、TSV、Excel（.xlsx）、JSON 或 JSON 行；CSV、TSV 和 JSON 也可以压缩成 .gz 或 .zst。解开后最多 2 GB；更大的文件请用 leitong 命令。',
  ],
  folder: ['Or choose a folder of texts (.txt, .md, .html)', '或选择一个文件夹，其中每个文件是一篇文本（.txt、.md、.html）'],
  several: ['Drop one file or one folder at a time.', '请每次只放一个文件或一个文件夹。'],
  passedOver: ['other files of the folder are passed over', '个其他文件未读取'],
  sheet: ['Sheet', '工作表'],
  header: ['header in row', '表头所在行：'],
  other: ['Another file', '换一个文件'],
  records: ['records', '条记录'],
  what: ['What are you looking for?', '要查什么？'],
  copies: ['Copies: the same text, perhaps with small changes', '相同的文本：可能略有改动'],
  versions: ['Versions: the same matter, told anew', '同一内容的不同写法'],
  fields: ['Rows: the same thing, compared column by column', '表格中的重复行：逐列比较'],
  match: ['Rows: the same thing, weights of columns learned from the table itself', '表格中的重复行：各列的权重从表中学习（适合较大的表）'],
  text: ['Column with the text', '正文所在的列'],
  options: ['By options of the command, written as in a settings file', '按命令的选项，写法同设置文件'],
  optionsForm: [
    'Options in JSON, like {"threshold": 0.9, "tokenizer": "chinese"}',
    '选项，用 JSON 写，例如 {"threshold": 0.9, "tokenizer": "chinese"}',
  ],
  beside: ['with the file', '另需文件'],
  compared: ['Columns that are compared', '要比较的列'],
  id: ['Column with the id', '编号所在的列'],
  line: ['none: the line', '没有：用行号'],
  threshold: ['Similarity from', '相似度下限'],
  usual: ['as the command has it', '与命令的默认值相同'],
  run: ['Find duplicates', '开始查找'],
  cancel: ['Cancel', '取消'],
  cancelled: ['The search was cancelled. The file is read again.', '已取消查找，正在重新读取文件。'],
  reading: ['Reading the file', '正在读取文件'],
  working: ['Working', '正在处理'],
  read: ['read', '已读取'],
  search: ['searching for candidates', '正在查找候选'],
  verify: ['pairs compared', '对已比较'],
  command: ['The same with the command:', '用命令得到同样的结果：'],
  kept: ['kept', '保留'],
  removed: ['removed', '去除'],
  groups: ['groups', '组'],
  rejects: ['could not be judged and are kept', '条无法判断，予以保留'],
  sharedId: [
    'Ids are not unique, so results that name records by ids do not tell them apart: choose another column, or none. Several records have',
    '编号不唯一，以编号称呼记录的结果分不清它们：请换一列，或不用编号。不止一条记录的编号是',
  ],
  sampled: [
    'The memory of this page holds no more: some pairs may be missing. The command writes what memory does not hold to the disk, so that the one below leaves out fewer or none, and none with enough --memory. Features were looked at one in',
    '本页内存放不下全部特征，可能漏掉一些对。命令把内存放不下的写到磁盘，所以下面的命令少漏或不漏，--memory 足够大时不漏。只看了特征的几分之一：1 /',
  ],
  commandFindsMore: ['With the command, whose result is more complete:', '用命令可以得到更完整的结果：'],
  seconds: ['seconds', '秒'],
  downloads: ['Download as', '下载格式'],
  downloadKept: ['Kept records', '保留的记录'],
  downloadRemoved: ['Removed records', '去除的记录'],
  downloadGroups: ['Groups', '分组'],
  mergeTitle: ['One row a group', '每组合并成一行'],
  mergeBy: ['Each field has the value', '每个字段取'],
  mergeKept: ['of the kept row', '保留行的值'],
  mergeFirst: ['that comes first', '最先出现的值'],
  mergeLongest: ['that is longest', '最长的值'],
  mergeMost: ['that most rows have', '多数行的值'],
  mergeNewest: ['of the newest row, by a column with dates', '日期最新一行的值'],
  mergeRules: ['that a rule for the field takes', '按各字段的规则'],
  mergeColumn: ['Column with the dates', '日期所在的列'],
  mergeText: [
    'Rules, like name=longest,phone=newest:date; fields without a rule keep the value of the kept row',
    '规则，例如 姓名=longest,电话=newest:登记日期；没有规则的字段取保留行的值',
  ],
  mergeEmpty: ['Empty values do not count, and the id is that of the kept row.', '空值不算，编号取保留行的编号。'],
  downloadMerged: ['Merged rows', '合并后的行'],
  mergeTies: ['Values for which another was as good, so that the first one was taken:', '另有同样好的值，取最先出现的，共：'],
  mergeCommand: ['Merged rows with the command:', '用命令得到合并后的行：'],
  asInput: ['the file that was dropped', '与原文件相同'],
  asCsv: ['CSV', 'CSV'],
  keptAsInput: [
    'Kept records leave as they came; removed records and groups are Excel files.',
    '保留的记录保持原格式；去除的记录和分组是 Excel 文件。',
  ],
  same: ['All one', '都是同一个'],
  different: ['All different', '都不相同'],
  apart: ['Not one of these', '不属于本组'],
  listing: ['Preparing the list of groups', '正在准备分组列表'],
  undo: ['Undo', '撤销'],
  downloadDecisions: ['Decisions', '人工决定'],
  decisionsSaved: [
    'This browser keeps decisions for a reload, without any text; download them for the command, which obeys them: --decisions decisions.jsonl',
    '决定保存在本浏览器中，重新打开网页仍在，其中不含正文。下载后交给命令，命令会按决定去重：--decisions decisions.jsonl',
  ],
  decisionsHeld: [
    'This browser keeps nothing for this page: download decisions before it is closed. The command obeys them: --decisions decisions.jsonl',
    '本浏览器不能为此网页保存数据，请在关闭前下载决定。命令会按决定去重：--decisions decisions.jsonl',
  ],
  saved: ['Searches whose decisions this browser keeps:', '本浏览器中存有决定的查找次数：'],
  forget: ['Forget them', '忘记这些决定'],
  failed: ['This did not work', '未能完成'],
} as const satisfies Readonly<Record<string, readonly [en: string, zh: string]>>

export type WordName = keyof typeof WORDS

export type Say = (name: WordName) => string

export const sayIn =
  (language: Language): Say =>
  (name) =>
    WORDS[name][language === 'zh' ? 1 : 0]
export const say = sayIn(languageHere)
