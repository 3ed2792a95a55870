/** What the command says, in English. texts.zh.ts says the same in Chinese. */
import { audit, compare, link, passages, tune } from './findings.en.js'
import { number, percent, plural } from './numbers.js'
import { rows } from './rows.en.js'

/** Parts of help and the man page. */
const help = {
  usage: 'Usage',
  command: 'COMMAND',
  options: 'options',
  purpose: 'Finds texts and table rows that are nearly the same, removes the repeats, and shows why.',
  commands: 'Commands',
  arguments: 'Arguments',
  common: 'Common options',
  others: 'Options',
  global: 'Every command',
  examples: 'Examples',
  exits: 'Exit codes',
  more: (command: string) => `Every option: ${command} --help`,
  each: (command: string) => `Help on a command: ${command} COMMAND -h (short), ${command} COMMAND --help (long)`,
  default: (value: string) => ` (default: ${value})`,
  none: 'none',
  choices: (values: string) => ` (one of ${values})`,
  oneOf: '; one of ',
  shortHelp: 'short help',
  longHelp: 'all options, with examples and exit codes',
  version: 'the version',
  quiet: 'no summary, progress, notes or warnings; errors are still shown',
  verbose: 'summaries list what they else shorten',
  lang: 'language of messages and help (default: by LC_ALL, LC_MESSAGES or LANG)',
  afterError: '(leitong COMMAND -h shows the usual options, --help all of them)',
  linkHasNoOutput:
    '(link names its files by what they hold: --in FILE has the rows of B that are in A, --not-in FILE those that are not, --matches FILE the best match of each)',
}

/** Meanings of the exit codes. */
const exits: Readonly<Record<number, string>> = {
  0: 'it was done',
  1: 'compare, index query --text: not similar, nothing alike; audit, dedupe --audit: something does not hold',
  2: 'wrong use: an option, an argument or a field that does not fit',
  3: 'an input, output, database or index that cannot be read or written; with --strict a record that cannot be judged',
  4: 'interrupted; no output was changed, or the message names those that were',
}

/** Notes on standard error. */
const notes = {
  config: (path: string, names: string) => `options from ${path}: ${names || 'none'}`,
  warning: 'warning',
  idle: (option: string, needed: string | undefined, is: string) =>
    needed === undefined ? `${option} does nothing with ${is}` : `${option} does nothing with ${is}: it is for ${needed}`,
  misses: (positions: number, threshold: number, percent: string) =>
    `--num-perm ${positions} finds about ${percent} % of the pairs at the threshold ${threshold}; more positions miss fewer`,
  weakHash: (hash: string) =>
    `--hash ${hash} leaves bits of short words the same, so that most unlike texts count as alike; use lane64 or city64 (docs/hashing.md)`,
  notJudged: (what: string) => `not judged: ${what}`,
  noEnding: 'without an ending',
  header: (file: string, row: number) => `${file}: its header is in row ${row}`,
  sheet: (file: string, sheet: string, header: number, notRead: readonly string[]) =>
    `${file}: read sheet "${sheet}"${header > 1 ? `, its header in row ${header}` : ''}${notRead.length ? `; not read: ${notRead.map((name) => `"${name}"`).join(', ')} (--sheet NAME, or --sheet all)` : ''}`,
  linksPassedOver: (n: number) => `${plural(n, 'link')} passed over: links in folders are not followed; name one to have it read`,
  passedOver: (n: number, kinds: string) => `${plural(n, 'file')} passed over, of no format that is read: ${kinds}`,
  leftovers: (paths: string) => `removed what a run that was killed had left: ${paths}`,
  moreCharacters: (n: string) => `${n} more characters`,
  rejects: (n: number) => `${plural(n, 'record')} could not be judged`,
  noFingerprint: (n: number, first: string) => `${plural(n, 'record')} ${n === 1 ? 'has' : 'have'} no fingerprint; the first: ${first}`,
  differs: 'what differs from the source:',
  page: (path: string, bytes: number) => `${path}: ${plural(bytes, 'byte')}; open it in a browser`,
  segmented: (n: number) => `${plural(n, 'word')}, punctuation included`,
  bug: 'this should not happen, please report it',
  keptAnswers: 'what was answered is kept',
  wrote: (files: string) => `wrote ${files}`,
  changed: (paths: readonly string[]) => `already written: ${paths.map((path) => (path === '-' ? 'standard output' : path)).join(', ')}`,
}

const progress = {
  copy: 'downloading',
  read: 'reading and signing',
  search: 'searching',
  verify: 'verifying pairs',
  write: 'writing',
  answer: 'rows answered',
  of: (done: string, total: string) => `${done} of ${total}`,
  left: (time: string) => `${time} left`,
  seconds: (n: string) => `${n} s`,
  minutes: (minutes: number, seconds: number) => `${minutes} min ${seconds} s`,
  hours: (hours: number, minutes: number) => `${hours} h ${minutes} min`,
}

/** Steps of a run on a cluster, and what is said of it. */
const cluster = {
  start: 'starting Spark',
  list: 'listing the input',
  records: 'reading files',
  count: 'counting features',
  sign: 'reading and signing',
  copies: 'finding equal texts',
  bands: 'finding texts that share a band',
  forest: 'holding them against each other',
  components: 'finding blocks',
  gather: 'finding texts that may be alike',
  verify: 'judging blocks',
  removed: 'gathering what leaves',
  numbers: 'numbering groups',
  write: 'writing',
  tasks: (done: string) => `${done} tasks`,
  found: (steps: string) => `an earlier run had done: ${steps}`,
  work: (folder: string) => `steps are kept in ${folder}`,
}

/** The summary of `dedupe`. */
const dedupe = {
  read: (records: number, size: string, time: string) => `${plural(records, 'record')}, ${size}, in ${time}`,
  /** @param copies  undefined where rows are compared, which have no copies */
  kept: (kept: number, removed: number, groups: number, copies: number | undefined) =>
    `kept ${number(kept)}, removed ${number(removed)} in ${plural(groups, 'group')}${copies === undefined ? '' : ` (${number(copies)} of them equal to an earlier one)`}`,
  rejects: (n: number, first: string | undefined) =>
    `${number(n)} of them could not be judged and ${n === 1 ? 'is' : 'are'} kept${first ? `; the first: ${first}` : ''}`,
  seen: (records: number, yes: number, maybe: number, no: number, time: string) =>
    `${plural(records, 'record')} in ${time}: seen before: yes ${number(yes)}, maybe ${number(maybe)}, no ${number(no)}`,
  seenBy: (sure: number, bands: number) =>
    `yes: at least ${number(sure)} of ${number(bands)} bands were seen; maybe: fewer; texts were not compared`,
  seenFilter: (documents: number, capacity: number, size: string, maybe: number, yes: number) =>
    `the filter holds ${plural(documents, 'document')} in ${size}${documents > capacity ? `, and is made for ${number(capacity)}` : ''}; of texts like nothing seen it answers maybe to ${percent(maybe)}, yes to ${percent(yes)}`,
  against: (documents: number, removed: number, rejects: number) =>
    `against ${plural(documents, 'old document')}: ${number(removed)} of those removed ${removed === 1 ? 'is' : 'are'} like an old one${rejects ? `; ${plural(rejects, 'old record')} could not be judged` : ''}`,
  decided: (applied: number, reopened: number, missing: number, conflicts: number) =>
    `decisions: ${number(applied)} obeyed${reopened ? `, ${number(reopened)} open again because a text changed` : ''}${missing ? `, ${number(missing)} of documents that are not there` : ''}${conflicts ? `, ${number(conflicts)} not followed because others contradict them` : ''}`,
  ignored: (documents: number, characters: number) =>
    `left out of the comparison: ${plural(characters, 'character')} of passages in ${plural(documents, 'text')} (--ignore)`,
  ties: (values: number) =>
    `for ${plural(values, 'value')} of merged rows another was as good by its rule: the first in the input was taken; --merge-sources names the fields`,
  unranked: (field: string, values: number) =>
    `warning: ${plural(values, 'value')} of "${field}" could not be read: of a group such a record is kept last`,
  /** @param isMixed  other dates of the field show both orders */
  dateOrder: (field: string, dates: number, order: 'day' | 'month', isMixed: boolean) =>
    `${isMixed ? 'warning: ' : ''}${plural(dates, 'date')} of "${field}" may be read in two ways, and ${dates === 1 ? 'was' : 'were'} read with the ${order} first${isMixed ? ', though the field has dates of both orders' : ''}; --date-order ${order === 'day' ? 'month' : 'day'} reads them with the ${order === 'day' ? 'month' : 'day'} first`,
  decimal: (field: string, numbers: number, mark: 'point' | 'comma', isMixed: boolean) =>
    `${isMixed ? 'warning: ' : ''}${plural(numbers, 'number')} of "${field}" like 1.234 or 1,234 may be read in two ways, and ${numbers === 1 ? 'was' : 'were'} read with a decimal ${mark}${isMixed ? ', though the field has both' : ''}`,
  /** @param normalize  what evens out the scripts, where the options do not */
  scripts: (simplified: number, traditional: number, normalize: string | undefined) =>
    `both scripts of Chinese: ${plural(simplified, 'text')} in simplified, ${number(traditional)} in traditional characters; ${normalize === undefined ? 'they were compared as simplified' : `they were compared as they are: to find texts across scripts add --normalize ${normalize}`}`,
  /** @param field  with the ids; empty where records go by their places */
  sharedId: (id: string, files: readonly string[], field: string) =>
    `warning: ids are not unique: several records of ${files.join(' and ')} have ${id}, so outputs that name records by ids do not tell them apart${field ? `. Where each file counts from 1, --id-field '' names records by file and line; --id-field NAME takes another column` : ''}`,
  oneText: 'a text file is one document; with --format lines each of its lines is one',
  columns: (table: string, names: string) => `compared columns of ${table}: ${names}; a fields file names others (docs/databases.md)`,
  manyCopies: (n: number, most: number) =>
    `${number(n)} texts have more than ${number(most)} copies: each copy is paired with the first one only`,
  unpaired: (n: number) => `up to ${number(n)} pairs of crowded buckets were left out of the similar pairs (see --max-pairs)`,
  crowded: (n: number) => `${number(n)} crowded buckets: not every pair in them was looked at`,
  sampled: (n: number) =>
    `warning: only one feature in ${n} was looked at, since all would not fit into memory: pairs are missed. Give more --memory`,
  spilled: (size: string) => `${size} of signatures went to disk (see --memory)`,
  largest: 'largest groups (size × kept ← similarity, removed; the text of the kept one):',
  moreMembers: (n: number) => `… ${number(n)} more`,
  moreGroups: (n: number) => `… and ${number(n)} more; --groups or --report has them all`,
  nothingWritten: 'Nothing was written: this was a trial.',
  howToWrite: (output: string) => `Write the kept records with -o ${output}, a page of all groups with --report report.html.`,
  found: (n: number) => `${plural(n, 'file')} of an earlier run ${n === 1 ? 'was' : 'were'} there already (--resume)`,
}

const index = {
  stats: (documents: number, size: string | undefined, keep: string, created: string) =>
    `${plural(documents, 'document')}${size === undefined ? '' : `, ${size}`}, keeps ${keep}, created ${created}`,
  verified: (records: number, problems: number) => `${plural(records, 'record')}, ${problems ? plural(problems, 'problem') : 'all sound'}`,
  undigested: (n: number) =>
    `${plural(n, 'document')} ${n === 1 ? 'is' : 'are'} in the index without a digest of the content: decisions have no effect on ${n === 1 ? 'it' : 'them'}; make the index again with --digests`,
  scripts: (simplified: number, traditional: number, normalize: string) =>
    `both scripts of Chinese: ${plural(simplified, 'text')} in simplified, ${number(traditional)} in traditional characters were met; this index compares them as they are: one that is created with --normalize ${normalize} finds texts across scripts`,
  guessedDates: (field: string, dates: number) =>
    `warning: ${plural(dates, 'date')} of "${field}" may be read in two ways, and ${dates === 1 ? 'was' : 'were'} read with the day first; an index that is created with --date-order month reads them with the month first, and with --date-order day this is not said`,
  added: (fresh: number, duplicates: number, known: number, left: number) =>
    `${number(fresh)} new, ${plural(duplicates, 'duplicate')}, ${number(known)} known${left ? `; ${number(left)} left out` : ''}`,
  /** @param field  with the ids; empty where records go by their places */
  replaced: (n: number, field: string) =>
    `warning: ${plural(n, 'document')} replaced ${n === 1 ? 'another' : 'others'} with another text and the same id, which ${n === 1 ? 'is' : 'are'} no longer in the index${field ? `. If they are other documents, "${field}" does not tell them apart, as where each file counts from 1: make the index again, with --id-field '' for ids by file and line, or with the name of a column that does` : ''}`,
  unmeasured: (rows: number) =>
    `${plural(rows, 'candidate')} ${rows === 1 ? 'was' : 'were'} not measured: of one search the rows that share the most with it are, up to a bound; "unmeasured" in an answer counts the others`,
}

const sync = {
  unplaced: (rows: number) =>
    `warning: ${plural(rows, 'row')} ${rows === 1 ? 'was' : 'were'} passed over, because a column by which the table is followed is NULL there`,
  passed: (rows: number, fresh: number, duplicates: number, known: number, rejects: number) =>
    `${plural(rows, 'row')} read: ${number(fresh)} new, ${plural(duplicates, 'duplicate')}, ${number(known)} known${rejects ? `, ${number(rejects)} not judged` : ''}`,
}

const model = {
  built: (documents: number, features: number, checksum: string) =>
    `${plural(documents, 'document')}, ${plural(features, 'feature')} in two and more of them, checksum ${checksum}`,
  pruned: (times: number) => `features of a single document were let go ${plural(times, 'time')} for want of memory (see --memory)`,
}

const serve = {
  key: 'The line above is the first key of the service, with every right. It is shown this once; leitong serve --new-key makes another.',
  listening: (url: string, keys: boolean) => `leitong answers at ${url}${keys ? '' : ', without keys'}; Ctrl-C ends it`,
  ending: 'ending: requests that are under way get their answers',
}

const review = {
  opened: 'The link above works once; Ctrl-C ends the service',
  ran: (name: string, documents: number, groups: number, decided: number) =>
    `${name}: ${plural(documents, 'document')}, ${plural(groups, 'group')}, ${number(decided)} of them decided`,
  listed: (name: string, groups: number, decided: number) => `${name}: ${number(decided)} of ${plural(groups, 'group')} decided`,
  passages: (shown: number, total: number, leftOut: number) =>
    `${number(shown)} of ${plural(total, 'passage')}; the next run leaves ${number(leftOut)} of them out`,
  plan: (documents: number, removed: number, open: number) =>
    `${number(removed)} of ${plural(documents, 'document')} go; ${plural(open, 'group')} ${open === 1 ? 'is' : 'are'} not decided and ${open === 1 ? 'stays' : 'stay'} whole`,
}

export const EN = {
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
export type Texts = typeof EN
