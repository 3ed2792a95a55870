/** Options of reading: the form of the input, and the fields of its records. */
import { FORMAT_NAMES } from '../sources/formats/format-names.js'
import { BATCH, INTO_INDEX } from './commands.js'
import { group, type OptionsOf } from './option.js'

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

/** The input and its fields. */
export const READING = group('Reading', {
  format: {
    kind: 'choice',
    of: ['auto', ...FORMAT_NAMES],
    default: 'auto',
    commands: [...BATCH, 'compare', 'fingerprint', 'model build', 'tune', ...INTO_INDEX, 'sync'],
    help: 'format of the input; auto: by extension',
  },
  encoding: {
    kind: 'choice',
    of: ENCODINGS,
    default: 'auto',
    commands: [...BATCH, 'compare', 'fingerprint', 'model build', 'tune', ...INTO_INDEX, 'sync'],
    help: 'encoding of the input; auto: UTF-8, else detected',
  },
  idField: {
    kind: 'text',
    default: 'id',
    commands: [...BATCH, 'fingerprint', 'model build', 'tune', 'evaluate', ...INTO_INDEX, 'sync'],
    help: 'field with the id of a record; records without one go by file:line',
  },
  textField: {
    kind: 'list',
    default: ['text'],
    commands: [...BATCH, 'fingerprint', 'model build', 'tune', 'evaluate', ...INTO_INDEX, 'sync'],
    help: 'field with the text; several are joined by line breaks',
  },
  titleField: {
    kind: 'text',
    default: 'title',
    commands: [...BATCH, 'fingerprint', 'evaluate'],
    help: 'field with the title, shown in the report',
  },
  infoField: {
    kind: 'list',
    default: [],
    commands: [...BATCH, 'fingerprint'],
    help: 'combined: fields with other information, like keywords and tags',
  },
  fields: {
    kind: 'text',
    default: undefined,
    optional: true,
    derived: 'from the columns',
    commands: ['dedupe', 'fingerprint', 'sync'],
    help: 'JSON file that says which columns of a table are compared, and how; see docs/databases.md',
  },
  table: {
    kind: 'text',
    default: undefined,
    optional: true,
    derived: 'none',
    commands: ['dedupe', 'fingerprint', 'sync'],
    help: 'of a database: the table or collection, TABLE or SCHEMA.TABLE',
  },
  query: {
    kind: 'text',
    default: undefined,
    optional: true,
    derived: 'none',
    commands: ['dedupe', 'fingerprint', 'sync'],
    help: 'of a database: a query whose rows are read; of MongoDB: a filter beside --table',
  },
})

export type ReadingOptions = OptionsOf<typeof READING>
