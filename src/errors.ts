/**
 * Every error leitong raises: code, message, remedy. Codes are never reused. docs/errors.md lists the same table, and a
 * test compares the two.
 */

/** Exit codes of the command. */
export const ExitCode = { done: 0, different: 1, usage: 2, io: 3, interrupted: 4 } as const
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode]

interface ErrorKind {
  readonly exit: ExitCode
  readonly message: (...args: never[]) => string
  /** Where it depends on what the message says, made from the same values. */
  readonly remedy: string | ((...args: never[]) => string)
}

const kind = <Args extends unknown[]>(
  exit: ExitCode,
  message: (...args: Args) => string,
  remedy: string | ((...args: Args) => string),
) => ({
  exit,
  message,
  remedy,
})

/** @example packagesOf('pg (and pg-cursor)') // 'pg pg-cursor'; of packages that can stand for each other the first */
export const packagesOf = (names: string): string => names.replace(/ \(and (.*)\)/, ' $1').replace(/ \(or .*/, '')

export const ERRORS = {
  OPTION_UNKNOWN: kind(
    ExitCode.usage,
    (name: string, where: string, guess: string | undefined) =>
      `unknown option "${name}" ${where}${guess ? `; did you mean "${guess}"?` : ''}`,
    'See docs/options.md or leitong --help for the options there are.',
  ),
  OPTION_VALUE: kind(
    ExitCode.usage,
    (name: string, value: string, expected: string) => `option "${name}" cannot be ${value}: expected ${expected}`,
    'Give a value of the stated kind and range.',
  ),
  OPTION_CONFLICT: kind(
    ExitCode.usage,
    (what: string) => what,
    'Change one of the options that do not go together; --help tells what each is for.',
  ),
  ARGUMENT: kind(
    ExitCode.usage,
    (what: string, expected: string) => `${what} cannot be used: expected ${expected}`,
    'See docs/library.md for what each function takes.',
  ),
  CONFIG: kind(
    ExitCode.usage,
    (path: string, cause: string) => `${path}: ${cause}`,
    'The file is one JSON object of options by their long names.',
  ),
  SOURCE_MISSING: kind(
    ExitCode.io,
    (path: string, what = 'no such file or folder') => `${path}: ${what}`,
    'Check the path; a pattern that matches nothing is missing too.',
  ),
  SOURCE_READ: kind(
    ExitCode.io,
    (path: string, cause: string) => `${path}: cannot be read: ${cause}`,
    'See that the file is whole and that you may read it.',
  ),
  NOT_ONE_TEXT: kind(
    ExitCode.usage,
    (path: string, what: string) => `${path} is ${what}: compare takes two texts`,
    'Name two files that hold one text or one record each; dedupe and link take folders, and files with many records.',
  ),
  SOURCE_CHANGED: kind(
    ExitCode.io,
    (path: string) => `${path}: it was changed or replaced while it was read`,
    'Run again when nobody writes to the file, or on a copy; no output was changed.',
  ),
  FORMAT_UNKNOWN: kind(
    ExitCode.usage,
    (path: string, known: string) => `${path}: the name does not tell the format; known endings are ${known}`,
    'Say what it is with --format; a database is named by a URL, as sqlite:FILE.',
  ),
  FORMAT_UNREAD: kind(
    ExitCode.usage,
    (path: string, is: string, asked?: string) => `${path}: it is ${is}${asked ? `, and not ${asked}` : ', which is not read'}`,
    'Save it in a form that is read, as docs/formats.md lists them, and leave the format to the ending of its name; unpack archives first.',
  ),
  FIELD_MISSING: kind(
    ExitCode.usage,
    (path: string, field: string, columns: string, sheet?: string) =>
      `${path}: no field "${field}"; there are ${columns || 'none at all'}${sheet === undefined ? '' : `; sheet "${sheet}" has it: --sheet ${JSON.stringify(sheet)}`}`,
    'Name one that is there, with --text-field, --id-field, --title-field, the field of --keep or the fields file; rows without a text are compared column by column, by --measure match.',
  ),
  NOTHING_JUDGED: kind(
    ExitCode.usage,
    (place: string, count: number, first: string) =>
      `${place}: nothing can be compared: ${count === 1 ? 'the only record cannot be judged' : `none of ${count} records can be judged`}; the first: ${first}`,
    'Say what the input is with --format and --encoding, and where its texts are with --text-field.',
  ),
  DATE_ORDER: kind(
    ExitCode.usage,
    (field: string, isNumber?: boolean) =>
      isNumber
        ? `"${field}" has numbers with a decimal comma: a cluster sees no whole column, which would decide how its numbers are read`
        : `"${field}" has dates with the month before the day: a cluster sees no whole column, which would decide how its dates are read`,
    'Say which comes first, with --date-order day or --date-order month; write numbers with a decimal point.',
  ),
  INPUT_BOMB: kind(
    ExitCode.io,
    (path: string, bytes: number, limit: number) => `${path}: ${bytes} compressed bytes have become more than ${limit}`,
    'If the file is really that repetitive, raise --max-ratio.',
  ),
  PACKAGE_MISSING: kind(
    ExitCode.io,
    (name: string, purpose: string) => `the package ${name} is needed to ${purpose}, and is not installed`,
    (name: string) => `Install it beside leitong: npm install ${packagesOf(name)}.`,
  ),
  OUTPUT_WRITE: kind(
    ExitCode.io,
    (path: string, cause: string) => `${path}: cannot be written: ${cause}`,
    'See that the folder is there, has room, and may be written to; nothing was changed under that name.',
  ),
  LOCKED: kind(
    ExitCode.io,
    (path: string, lock: string, holder: string) => `${path}: in use by ${holder} (${lock})`,
    'Wait until it is done, or name another file. A lock that a crash left on another machine is a file that you may remove.',
  ),
  OUTPUT_PART: kind(
    ExitCode.io,
    (cause: string, done: string) => `${cause}; already in place: ${done}`,
    'The outputs that are named as in place are whole; the others are as they were. Mend the cause and run again.',
  ),
  OUTPUT_FORMAT: kind(
    ExitCode.usage,
    (what: string) => what,
    'Give inputs of one format and the same columns to one output, or name a folder: -o FOLDER/ has a file for each input.',
  ),
  STRICT: kind(
    ExitCode.io,
    (count: number, first: string) => `${count} records cannot be judged; the first: ${first}`,
    'Correct the records, or leave out --strict. Without it they are kept, and --rejects lists them.',
  ),
  INTERRUPTED: kind(
    ExitCode.interrupted,
    (signal: string, what = 'no output was changed') => `stopped by ${signal}; ${what}`,
    'Start again.',
  ),
  DICTIONARY: kind(
    ExitCode.usage,
    (place: string, line: string) => `${place}: not a line of a dictionary: "${line}"`,
    'A line is a word, then perhaps its frequency (a whole number), then perhaps its tag; white space between them.',
  ),
  DICTIONARY_MISSING: kind(
    ExitCode.usage,
    () => 'there is no dictionary to cut Chinese into words, or to read word lists from',
    'Where there are no files, hand it over first: provideDictionary(bytes).',
  ),
  NEEDS_NODE: kind(
    ExitCode.usage,
    (what: string) => `${what} needs files, databases or threads, and a browser has none`,
    'Leave it out, or run this in Node; documents that are in memory can be handed over themselves.',
  ),
  TEXT_TOO_LARGE: kind(
    ExitCode.io,
    (bytes: number) => `a text of ${bytes} bytes does not fit the kernel`,
    'Split the text; the kernel takes about 250 MB at once.',
  ),
  SIGNATURE_VALUE: kind(
    ExitCode.usage,
    (value: string, what: string, why: string, where?: string) =>
      `${where === undefined ? '' : `${where}: `}"${value}" is no ${what} that can be compared: ${why}`,
    'See docs/signatures-elsewhere.md for the forms that are read; --rejects lists the records that are left out.',
  ),
  SIGNATURES_MIXED: kind(
    ExitCode.usage,
    (first: string, other: string, option: string) =>
      `${first}, and ${other}: only ones of the same size are compared; --${option} states which`,
    'State the size by the option that the message names, which rejects the others, or make all of one size.',
  ),
  SIGNATURES_UNLIKE: kind(
    ExitCode.usage,
    (left: string, right: string) => `signatures made with unlike options cannot be compared: ${left} and ${right}`,
    'Make both signatures with the same method, tokenizer, n-gram, normalisation and seed.',
  ),
  MODEL_NEEDED: kind(
    ExitCode.usage,
    (weight: string) => `weight "${weight}" needs a corpus model`,
    'Make one with leitong model build, and name it with --model.',
  ),
  MODEL_BROKEN: kind(
    ExitCode.io,
    (path: string, cause: string) => `${path} is no sound corpus model: ${cause}`,
    'Make it anew with leitong model build.',
  ),
  MODEL_UNLIKE: kind(
    ExitCode.usage,
    (path: string, model: string, options: string) => `${path} counts features of ${model}, these options make features of ${options}`,
    'Use the options that the model was made with, or make a model with these.',
  ),
  DECISIONS_FILE: kind(
    ExitCode.usage,
    (place: string, cause: string) => `${place}: no decision: ${cause}`,
    'Mend the line, or take it out; docs/review.md has the form of decisions.',
  ),
  FIELDS_FILE: kind(
    ExitCode.usage,
    (path: string, cause: string) => `${path}: ${cause}`,
    'Fields files (docs/databases.md) and mappings (docs/linking.md) are JSON of the names listed there.',
  ),
  LABELS_FILE: kind(
    ExitCode.usage,
    (path: string, cause: string) => `${path}: no labels: ${cause}`,
    'Name records by the ids that the input has, with a verdict or a group; docs/tune.md has the forms of labels, docs/evaluation.md those of labelled sets.',
  ),
  DATABASE_URL: kind(
    ExitCode.usage,
    (cause: string) => `the URL of a database cannot be read: ${cause}`,
    'Write SCHEME://USER@HOST:PORT/DATABASE, and give the password in LEITONG_PASSWORD.',
  ),
  DATABASE_CONNECT: kind(
    ExitCode.io,
    (name: string, cause: string) => `${name}: no connection: ${cause}`,
    'See that the server runs and is reached from here, or the file is there, and that host, port and database are right.',
  ),
  DATABASE_LOGIN: kind(
    ExitCode.io,
    (name: string, cause: string) => `${name}: the login was refused: ${cause}`,
    'Check user and password; LEITONG_PASSWORD is used where the URL has no password.',
  ),
  DATABASE_RIGHTS: kind(
    ExitCode.io,
    (name: string, cause: string) => `${name}: not allowed: ${cause}`,
    'The user needs the right to read (SELECT) what is named; to create a table only for --results-table.',
  ),
  TABLE_NEEDED: kind(
    ExitCode.usage,
    (name: string, tables: string) => `${name}: which rows? there ${tables ? `are the tables ${tables}` : 'is no table'}`,
    'Name one with --table (link: --table-a and --table-b), or ask with --query; a collection of MongoDB is a table.',
  ),
  DATABASE_TABLE: kind(
    ExitCode.usage,
    (name: string, cause: string) => `${name}: no such table: ${cause.replace(/^no such table: /, '')}`,
    'Check --table: SCHEMA.TABLE, odd names in double quotes, capital letters as they are.',
  ),
  DATABASE_QUERY: kind(
    ExitCode.usage,
    (name: string, cause: string) => `${name}: the query does not work: ${cause}`,
    'Check --query and the "where" of the fields file; both are in the language of the database.',
  ),
  DATABASE_DROPPED: kind(
    ExitCode.io,
    (name: string, rows: number, cause: string) => `${name}: the connection was lost after ${rows} rows: ${cause}`,
    'Start again; nothing was changed. See limits of time and memory on the server if it happens again.',
  ),
  DATABASE_CHANGED: kind(
    ExitCode.io,
    (name: string, cause: string) => `${name}: the table has changed while it was read: ${cause}`,
    'Start again when nobody changes its columns.',
  ),
  RESULTS_TABLE: kind(
    ExitCode.usage,
    (name: string, table: string) => `${name}: there is a table ${table} already, and results go only into a table of our own`,
    'Name a table that does not exist with --results-table. --replace replaces one that holds results, if it is not the one that is read.',
  ),
  MEMORY: kind(
    ExitCode.io,
    (bytes: number, purpose: string) => `no room for ${bytes} bytes to ${purpose}`,
    'Close other programs, split the input, or lower --memory so that more is kept on disk.',
  ),
  COLUMNS_MEMORY: kind(
    ExitCode.io,
    (bytes: number, rows: number, limit: number) =>
      `the columns of ${rows} rows take ${bytes} bytes, more than the ${limit} that --memory allows; fields are compared in memory`,
    'Raise --memory, or name fewer columns in the fields file.',
  ),
  CUT_FORMAT: kind(
    ExitCode.usage,
    (name: string, what: string) => `${name} is ${what}; passages are cut out of JSON lines, lines and single text files, in UTF-8`,
    'Leave out --output: --passages says where each passage stands. Or convert the input to JSON lines first.',
  ),
  REPEATS_MEMORY: kind(
    ExitCode.io,
    (bytes: number, limit: number) =>
      `what repeats in these texts, each different part once, takes ${bytes} bytes or more to compare and sort, and --memory allows ${limit}`,
    'Raise --memory or --min-length, or leave out whole copies first: leitong dedupe.',
  ),
  COMPARISONS: kind(
    ExitCode.usage,
    (planned: number, limit: number) => `the plan makes ${planned} comparisons of rows, more than the ${limit} of --max-comparisons`,
    'Raise --max-comparisons, or name rarer keys as "candidates" in the fields file; docs/rows.md says which there are.',
  ),
  PAIRS: kind(
    ExitCode.usage,
    (found: number, judged: number, limit: number) =>
      `too many pairs across the two sides: ${found} of ${judged} that were looked at hold enough of each other, and the search ended (--max-pairs ${limit})`,
    'Leave what templates share out with --ignore, raise --threshold, or ask with --measure passages, which tells for each row of B what of it is in A; --max-pairs allows more.',
  ),
  PRECISION_UNKNOWN: kind(
    ExitCode.usage,
    (precision: number, why: string) => `a precision of ${precision} cannot be promised: ${why}`,
    'Leave --precision out and review the pairs, leave columns out by a fields file (--write-fields), or give labels to tune: docs/rows.md.',
  ),
  INDEX_MISSING: kind(
    ExitCode.io,
    (url: string) => `${url}: there is no index`,
    'Check the place, or create one: leitong index create URL.',
  ),
  INDEX_OPTIONS: kind(
    ExitCode.usage,
    (url: string, differences: string) => `${url}: the index was made with other options: ${differences}`,
    'Leave these options out, or create another index and import what this one exports.',
  ),
  STORE_URL: kind(
    ExitCode.usage,
    (url: string, known: string) => `${url}: no store goes by this name; there are ${known}`,
    'A folder, or a URL whose scheme names the store; see docs/stores.md.',
  ),
  STORE: kind(
    ExitCode.io,
    (url: string, cause: string) => `${url}: ${cause}`,
    'See that the store is reachable, whole and has room; what was acknowledged is still there.',
  ),
  IMPORT_OPTIONS: kind(
    ExitCode.usage,
    (source: string, differences: string) =>
      `${source}: it comes from an index with other options, without texts that could be signed anew: ${differences}`,
    'Import it into an index with the options of the export. An index that keeps texts (--keep text) can be exported into any options.',
  ),
  INDEX_DOCUMENT: kind(
    ExitCode.usage,
    (what: string) => `a document of an index needs an id and a text: ${what}`,
    'Give an id (a text or a number) and the text, or name the fields with idField and textField.',
  ),
  CLUSTER: kind(
    ExitCode.io,
    (where: string, cause: string) => `${where}: ${cause}`,
    'See that the cluster is reached, has room, and may read the input and write to --work; started again, the run goes on where it stopped.',
  ),
  SERVICE_SETTINGS: kind(
    ExitCode.usage,
    (name: string, cause: string) => `setting "${name}" of the service: ${cause}`,
    'docs/service.md lists the settings; flags come before the file that --config names.',
  ),
  SERVICE_ADDRESS: kind(
    ExitCode.io,
    (address: string, cause: string) => `the service cannot listen on ${address}: ${cause}`,
    'Name another --port or --host, or end what listens there.',
  ),
  SERVICE_KEY: kind(
    ExitCode.usage,
    (what: string) => `no access: ${what}`,
    'Send a key of the service as "Authorization: Bearer KEY"; leitong serve --new-key prints another one.',
  ),
  SERVICE_SCOPE: kind(
    ExitCode.usage,
    (scope: string) => `this key does not allow "${scope}" here`,
    'Use a key with this scope and for this index; an admin key makes one by POST /keys.',
  ),
  SERVICE_ORIGIN: kind(
    ExitCode.usage,
    (what: string) => `refused because of where the request comes from: ${what}`,
    'Ask by the name or address of the service; other names of it are the setting "hosts".',
  ),
  SERVICE_REQUEST: kind(
    ExitCode.usage,
    (what: string) => `the request is not understood: ${what}`,
    'Send what /openapi.json says of this route.',
  ),
  SERVICE_MISSING: kind(ExitCode.usage, (what: string) => `there is no ${what}`, 'GET the list above it for what there is.'),
  SERVICE_METHOD: kind(
    ExitCode.usage,
    (method: string, known: string) => `${method} is not for this route; it takes ${known}`,
    'Use a method that it takes; the header Allow of the answer has them too.',
  ),
  SERVICE_CONFLICT: kind(
    ExitCode.usage,
    (what: string) => `this does not go together with what is there: ${what}`,
    'Read what is there first, or choose another name or key.',
  ),
  SERVICE_PLACE: kind(
    ExitCode.usage,
    (what: string) => `the service may not use ${what}`,
    'Folders and databases that requests may name are the settings "folders" and "databases".',
  ),
  SERVICE_LIMIT: kind(
    ExitCode.usage,
    (what: string, limit: number) => `${what} is more than the limit of ${limit}`,
    'Send less at once, or as NDJSON; limits are settings of the service.',
  ),
  SERVICE_BUSY: kind(
    ExitCode.io,
    (what: string) => `the service has too much to do: ${what}`,
    'Wait as many seconds as the header Retry-After says, and send the request again.',
  ),
  SERVICE_TIME: kind(
    ExitCode.io,
    (seconds: number) => `no answer within ${seconds} seconds`,
    'Send less at once; what takes long is a task. What a request was to write may be there or not: sending it again is harmless.',
  ),
  SERVICE_FAILED: kind(
    ExitCode.io,
    (what: string) => `a mistake in the service itself: ${what}`,
    'Tell us, with the id of the request; the log of the service says more.',
  ),
} satisfies Record<string, ErrorKind>

export type ErrorCode = keyof typeof ERRORS

/** Messages and remedies in another language: made from the same values. */
export type ErrorTexts = {
  readonly [Code in ErrorCode]?: {
    readonly message: (typeof ERRORS)[Code]['message']
    readonly remedy: string | ((...args: Parameters<(typeof ERRORS)[Code]['message']>) => string)
  }
}

/** An error with a stable code, an exit code for the command and a remedy for the user. */
export class LeitongError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'LeitongError'
  readonly code: Code
  readonly exit: ExitCode
  readonly remedy: string
  readonly #args: readonly never[]

  constructor(code: Code, ...args: Parameters<(typeof ERRORS)[Code]['message']>) {
    const entry = ERRORS[code] as ErrorKind
    const values = args as unknown as never[]
    super(entry.message(...values))
    this.code = code
    this.exit = entry.exit
    this.remedy = remedyOf(entry, values)
    this.#args = values
  }

  /** The values that its message is made of, so that another process can make the same error. */
  get args(): readonly unknown[] {
    return this.#args
  }

  /** Its message and remedy from a table in another language, where that has its code. */
  from(table: ErrorTexts, said = (cause: string) => cause): { readonly message: string; readonly remedy: string } {
    const entry = table[this.code] as Omit<ErrorKind, 'exit'> | undefined
    const args = this.#args.map((arg: unknown) => (typeof arg === 'string' ? said(arg) : arg)) as never[]
    return entry ? { message: entry.message(...args), remedy: remedyOf(entry, this.#args) } : this
  }
}

const remedyOf = ({ remedy }: Pick<ErrorKind, 'remedy'>, values: readonly never[]) =>
  typeof remedy === 'string' ? remedy : remedy(...values)

/** An error as data, to cross to another thread or process. */
export interface SentError {
  readonly code: ErrorCode
  readonly args: readonly unknown[]
}

export const sendError = ({ code, args }: LeitongError): SentError => ({ code, args: args.map((arg) => arg ?? undefined) })
export const receiveError = ({ code, args }: SentError): LeitongError => new LeitongError(code, ...(args as never))

/** For what the code around it rules out: an error of leitong itself, not of what it was given. */
export function unreachable(what: string): never {
  throw new Error(`${what}: this is a mistake in leitong`)
}
