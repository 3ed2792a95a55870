/** Remedies in the words of requests: the table of errors speaks to those who type commands. */
import { ERRORS_ZH } from '../chinese/errors.zh.js'
import type { ErrorCode, LeitongError } from '../errors.js'

/** Languages of errors. */
export type ErrorLanguage = 'en' | 'zh'

const INSTEAD: Readonly<Partial<Record<ErrorCode, Readonly<Record<ErrorLanguage, string>>>>> = {
  OPTION_UNKNOWN: {
    en: 'The schemas of the request list the options that it takes; docs/options.md explains them.',
    zh: '请求的模式列出它接受的选项；docs/options.md 说明各选项。',
  },
  OPTION_CONFLICT: {
    en: 'Change one of the options that do not go together; docs/options.md tells what each is for.',
    zh: '请改动其中一个选项；各选项的用途见 docs/options.md。',
  },
  STRICT: {
    en: 'Correct the records, or leave out "strict". Without it they are kept, and the output "rejects" lists them.',
    zh: '请修正这些记录，或去掉 "strict"：这样它们会保留下来，并由输出 "rejects" 列出。',
  },
  MODEL_NEEDED: {
    en: 'Make one with the command leitong model build, and name its file as "model".',
    zh: '请用命令 leitong model build 生成，再以 "model" 指明其文件。',
  },
  TABLE_NEEDED: { en: 'Name the table beside the database.', zh: '请在数据库旁指明表。' },
  DATABASE_TABLE: {
    en: 'Check "table": SCHEMA.TABLE, odd names in double quotes, capital letters as they are.',
    zh: '请检查 "table"：写作 SCHEMA.TABLE，特殊的名称加双引号，区分大小写。',
  },
  RESULTS_TABLE: {
    en: 'Name a table that does not exist. "replace": true replaces one that holds results, if it is not the one that is read.',
    zh: '请指定不存在的表名；"replace": true 可替换存放结果的表，但不能是正在读取的表。',
  },
  MEMORY: { en: 'Split the input, or have more memory given to this program.', zh: '请拆分输入，或给本程序更多内存。' },
  INDEX_MISSING: {
    en: 'List the indexes there are (GET /indexes), or make one first (PUT /indexes/NAME).',
    zh: '请列出已有的索引（GET /indexes），或先新建一个（PUT /indexes/NAME）。',
  },
  IMPORT_OPTIONS: {
    en: 'Import it into an index with the options of the export. An index that keeps texts ("keep": "text") can be exported into any options.',
    zh: '请导入选项与导出时相同的索引。保存文本的索引（"keep": "text"）可以导出到任何选项。',
  },
}

/** @example remedyOf(error) // 'Say what it is with "format"; …', where the command says --format */
export function remedyOf(error: LeitongError, language: ErrorLanguage = 'en'): string {
  const { code } = error
  const { remedy } = language === 'zh' ? error.from(ERRORS_ZH) : error
  return INSTEAD[code]?.[language] ?? (code.startsWith('SERVICE_') ? remedy : inRequests(remedy))
}

/** A remedy with the names of options as requests have them. */
const inRequests = (remedy: string): string =>
  remedy.replace(
    /--([a-z]+(?:-[a-z]+)*)/g,
    (_, flag: string) => `"${flag.replace(/-(\w)/g, (__, letter: string) => letter.toUpperCase())}"`,
  )
