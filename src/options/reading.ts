/** Options of reading: the form of the input, and the fields of its records. */
import { FORMAT_NAMES } from '../sources/formats/format-names.js'
import { BATCH, INDEX, INTO_INDEX } from './commands.js'
import { group } from './option.js'

/** Names that the host's decoder knows; `auto` is UTF-8 where bytes are sound in it, else guessed. */
const ENCODINGS: readonly string[] = [
  'auto',
  'utf-8',
  'gb18030',
  'gbk',
  'big5',
  'utf-16le',
  'utf-16be',
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'windows-1252',
]

/** Other names that encodings go by; the decoder knows the wider encoding, in which the narrower one is sound. */
const ALIASES: Readonly<Record<string, string>> = {
  utf8: 'utf-8',
  utf16: 'utf-16le',
  'utf-16': 'utf-16le',
  utf16le: 'utf-16le',
  utf16be: 'utf-16be',
  gb2312: 'gb18030',
  'gb-2312': 'gb18030',
  'euc-cn': 'gb18030',
  euccn: 'gb18030',
  cp936: 'gb18030',
  ms936: 'gb18030',
  'windows-936': 'gb18030',
  gb: 'gb18030',
  'big5-hkscs': 'big5',
  cp950: 'big5',
  ms950: 'big5',
  'windows-950': 'big5',
  sjis: 'shift_jis',
  'shift-jis': 'shift_jis',
  shiftjis: 'shift_jis',
  cp932: 'shift_jis',
  ms932: 'shift_jis',
  'windows-31j': 'shift_jis',
  eucjp: 'euc-jp',
  euckr: 'euc-kr',
  cp949: 'euc-kr',
  ms949: 'euc-kr',
  uhc: 'euc-kr',
  cp1252: 'windows-1252',
  ansi: 'windows-1252',
  latin1: 'windows-1252',
  'latin-1': 'windows-1252',
  'iso-8859-1': 'windows-1252',
  'iso8859-1': 'windows-1252',
}

/** The input and its fields. */
/** What is left out of texts; outputs have it. */
export const LEFT_OUT = group('What counts as alike', {
  ignore: {
    kind: 'list',
    default: [],
    readsFiles: true,
    commands: [...BATCH, 'compare', ...INDEX, 'audit'],
    help: 'files of passages that are left out of each text before it is compared, like the one that passages --boilerplate writes; outputs keep them',
  },
})

export const READING = group('Reading', {
  format: {
    kind: 'choice',
    of: ['auto', ...FORMAT_NAMES],
    default: 'auto',
    commands: [...BATCH, 'compare', 'fingerprint', 'model build', 'passages', 'segment', 'tune', ...INTO_INDEX, 'sync', 'audit'],
    help: 'format of the input; auto: by extension',
  },
  encoding: {
    kind: 'choice',
    of: ENCODINGS,
    aliases: ALIASES,
    default: 'auto',
    commands: [...BATCH, 'compare', 'fingerprint', 'model build', 'passages', 'segment', 'tune', ...INTO_INDEX, 'sync', 'audit'],
    help: 'encoding of the input; auto: UTF-8, else detected; usual other names, like gb2312, sjis or latin1, are understood',
  },
  sheet: {
    kind: 'text',
    default: undefined,
    optional: true,
    derived: 'the first',
    commands: [...BATCH, 'fingerprint', 'model build', 'tune', ...INTO_INDEX, 'sync'],
    help: 'of an Excel file: the sheet that is read, by its name or its number from 1; all: every sheet that is shown',
  },
  headerRow: {
    kind: 'integer',
    min: 1,
    max: 1_048_576,
    default: undefined,
    optional: true,
    derived: 'looked for in the first ten',
    commands: [...BATCH, 'fingerprint', 'model build', 'tune', ...INTO_INDEX, 'sync'],
    help: 'of an Excel file: the row that names the columns, from 1; rows above it are no records',
  },
  idField: {
    kind: 'text',
    mayBeEmpty: true,
    default: 'id',
    commands: [...BATCH, 'fingerprint', 'model build', 'passages', 'tune', 'evaluate', ...INTO_INDEX, 'sync', 'audit'],
    help: "field with the id of a record; records without one go by file:line, rows of a table by file:row; '': all of them do",
  },
  textField: {
    kind: 'list',
    default: ['text'],
    commands: [
      ...BATCH,
      'fingerprint',
      'model build',
      'passages',
      'segment',
      'tune',
      'evaluate',
      ...INTO_INDEX,
      'sync',
      'compare',
      'audit',
    ],
    help: 'field with the text; several are joined by line breaks',
  },
  titleField: {
    kind: 'text',
    default: 'title',
    commands: [...BATCH, 'fingerprint', 'evaluate', 'compare'],
    help: 'field with the title, shown in the report',
  },
  withFields: {
    kind: 'list',
    default: [],
    spelled: 'with',
    commands: [...BATCH],
    help: 'fields of the records, like title,text, beside their ids in --removed, --pairs, --groups and --matches',
  },
  infoField: {
    kind: 'list',
    default: [],
    commands: [...BATCH, 'fingerprint', 'compare', 'index create', ...INTO_INDEX, 'sync'],
    help: 'combined: fields with other information, like keywords and tags',
  },
  fields: {
    kind: 'text',
    default: undefined,
    optional: true,
    derived: 'from the columns',
    readsFiles: true,
    commands: ['dedupe', 'fingerprint', 'index create', ...INTO_INDEX, 'sync', 'compare', 'tune', 'model build'],
    help: 'JSON file that says which columns of a table are compared, and how; see docs/databases.md',
  },
  table: {
    kind: 'text',
    default: undefined,
    optional: true,
    derived: 'none',
    commands: ['dedupe', 'fingerprint', 'sync', 'tune', 'model build'],
    help: 'of a database: the table or collection, TABLE or SCHEMA.TABLE',
  },
  query: {
    kind: 'text',
    default: undefined,
    optional: true,
    derived: 'none',
    commands: ['dedupe', 'fingerprint', 'sync', 'tune', 'model build'],
    help: 'of a database: a query whose rows are read; of MongoDB: a filter beside --table',
  },
})
