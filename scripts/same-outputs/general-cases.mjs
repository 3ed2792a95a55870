/** Cases for which one small set is enough: formats, encodings, hashes, rivals, generated corpora, sync, help, mistakes. */
import { ALL } from './flags.mjs'

const HASHES =
  'bkdr32-31 bkdr32-131 bkdr64-31 bkdr64-131 ap djb js rs fnv1a-32 fnv1a-64 murmur3-32 murmur3-128 city64 xxh64 xxh3-64 md5 sha1'.split(' ')

/** A sample in every format and encoding, and every string hash. */
function* formatCases({ name }) {
  const docs = `made/${name}/docs.jsonl`
  for (const hash of HASHES) yield [`fingerprint/hashes/${hash}`, `fingerprint ${docs} --hash ${hash}`]
  for (const format of ['jsonl', 'jsonl.gz', 'json', 'csv', 'tsv', 'parquet'])
    yield [
      `dedupe/formats/${format}`,
      `dedupe made/sample.${format} --threshold 0.5 --pairs pairs.jsonl --groups groups.jsonl -o kept.${format}`,
    ]
  for (const format of ['lines', 'txt', 'md', 'html']) {
    const input = format === 'lines' ? 'made/sample.lines' : `made/${format}`
    const kept = format === 'lines' ? 'kept.lines' : 'copies/'
    yield [`dedupe/formats/${format}`, `dedupe ${input} --format ${format} --threshold 0.4 -o ${kept} --pairs pairs.jsonl --json`]
  }
  for (const encoding of ['gb18030', 'big5', 'utf-16le', 'utf-16be', 'shift_jis'])
    yield [
      `dedupe/encodings/${encoding}`,
      `dedupe made/${encoding}.lines --format lines --encoding ${encoding} ${ALL}`,
      `fingerprint made/${encoding}.lines --format lines`,
    ]
}

/** Records that cannot be judged, ids that come twice, standard input; and the library. */
function* inputCases({ name, fields }) {
  const docs = `made/${name}/docs.jsonl`
  if (fields.has('time'))
    yield ['dedupe/inputs/ranks', `dedupe ${docs} --keep highest:time --json`, `dedupe ${docs} --keep lowest:time --json`]
  yield [
    `dedupe/inputs/broken`,
    `dedupe made/broken.jsonl ${ALL}`,
    'dedupe made/broken.jsonl',
    'dedupe made/broken.jsonl --strict -o strict.jsonl',
  ]
  yield [
    `dedupe/inputs/broken-simhash`,
    `dedupe made/broken.jsonl --method simhash ${ALL}`,
    'fingerprint made/broken.jsonl',
    'tune made/broken.jsonl',
  ]
  yield [
    `dedupe/inputs/twice`,
    `dedupe made/twice.jsonl made/twice.jsonl ${ALL}`,
    `dedupe made/sample.jsonl made/sample.csv --threshold 0.6 --json`,
  ]
  yield [`dedupe/inputs/long`, `dedupe made/sample.jsonl --max-record 1KB ${ALL}`]
  yield [`dedupe/inputs/standard`, { args: `dedupe - --format jsonl --threshold 0.5 ${ALL}`, stdin: 'made/sample.jsonl' }]
  yield [
    `index/inputs/broken`,
    'index add index made/broken.jsonl --create',
    'index stats index',
    'index query index --text 请求有关部门尽快处理',
    'index export index',
  ]
  yield [
    `index/inputs/twice`,
    'index add index made/twice.jsonl --create --if-new',
    'index add index made/twice.jsonl',
    'index export index',
  ]
  yield [`library/${name}/parts`, ...['tokens', 'signatures', 'searches', 'groups', 'bands', 'jobs'].map((library) => ({ library, docs }))]
}

/** Every rival, experiments on small generated sets, reports. */
function* evaluationCases({ name, path }) {
  const rivals = 'shingle,super-shingle,i-match,vsm,scam,boolean,feature-code,bitmap,minhash-lsh,md5,simhash,single-pass'.split(',')
  for (const rival of rivals) yield [`evaluate/rivals/${rival}`, `evaluate ${path} --methods ${rival} --json`]
  yield [
    `evaluate/rivals/profiles`,
    `evaluate ${path} --methods profile:intro,profile:manku,profile:zhang2020,leitong:method=rare --report report.html`,
  ]
  for (const experiment of ['zhang2020', 'wang2019', 'li2015', 'intro'])
    yield [`evaluate/experiments/${experiment}`, `evaluate --experiment ${experiment} --size 120 --seed 3 --json`]
  yield [`tune/${name}/report`, `tune made/sample.jsonl --report report.html`]
}

/** Corpora of every kind and preset. */
function* generatedCases() {
  for (const kind of ['petitions', 'articles_zh', 'articles_en', 'rows'])
    yield [
      `generate/${kind}/jsonl`,
      `generate ${kind} --size 400 --pairs pairs.jsonl`,
      `generate ${kind} --size 300 --seed 9 --from 20 --to 90 --noise 30 -o out.jsonl.gz`,
    ]
  for (const preset of ['zhang2020', 'wang2019', 'li2015'])
    yield [`generate/presets/${preset}`, `generate --preset ${preset} --size 500 --pairs pairs.jsonl`]
  yield ['generate/rows/csv', 'generate rows --size 500 --format csv --duplicates 0.5 --group-size 2-5 -o rows.csv --pairs pairs.jsonl']
  yield [
    'generate/petitions/edits',
    'generate petitions --size 300 --edits typo,digits,reorder --strength 0.3 --topics housing,ai --length 100-300',
  ]
}

/** A table followed in every mode, through two of its states. */
function* syncCases() {
  const sync = `sync sqlite:rows.db index --table texts --create --text-field text --id-field n`
  for (const [mode, flags] of Object.entries({
    bulk: '',
    incrementing: '--incrementing-column n',
    timestamp: '--timestamp-column changed',
    both: '--timestamp-column changed --incrementing-column n',
  })) {
    const copy = (state) => ({ copy: [`made/${state}.sqlite`, 'rows.db'] })
    const step = `${sync} ${flags} --threshold 0.6`
    yield [
      `sync/${mode}/lmdb`,
      copy('before'),
      `${step} -o answers.jsonl`,
      copy('after'),
      `${step} -o answers.jsonl`,
      step,
      'index export index',
    ]
    if (mode !== 'both') continue
    const server = step.replace(' index ', ' sqlite:index.db#rows ')
    yield [
      `sync/${mode}/sqlite`,
      copy('before'),
      `${server} --state state.json`,
      copy('after'),
      `${server} --state state.json`,
      'index export sqlite:index.db#rows',
    ]
  }
  yield [
    'sync/files/standard',
    { args: 'sync - index --create', stdin: 'made/twice.jsonl' },
    'sync made/sample.csv index',
    'index export index',
  ]
}

/** Help of every command, and mistakes. */
function* messageCases() {
  const commands = [
    '',
    'dedupe',
    'compare',
    'fingerprint',
    'generate',
    'index',
    'link',
    'sync',
    'model',
    'evaluate',
    'tune',
    'index add',
    'index create',
    'model build',
  ]
  for (const command of commands) yield [`help/${command.replace(' ', '-') || 'all'}/text`, `${command} --help`]
  const mistakes = [
    'dedupe nothing.jsonl',
    'dedupe made/sample.jsonl --threshold 2',
    'dedupe made/sample.jsonl --threshhold 0.5',
    'dedupe made/sample.jsonl --measure dice',
    'dedupe made/sample.jsonl --method exact --measure bits',
    'dedupe made/sample.csv --text-field nothing',
    'dedupe made/sample.jsonl --keep newest:nothing',
    'dedupe made/sample.jsonl --tokenizer word --char-ngram 2',
    'dedupe made/sample.jsonl --model made/sample.csv --weight tfidf --method simhash',
    'dedupe made/sample.jsonl --config made/sample.csv',
    'dedupe sqlite:made/before.sqlite',
    'fingerprint made/sample.jsonl --method rare',
    'compare made/txt --texts',
    'index stats nothing',
    'index query nothing --text a',
    'link made/sample.csv made/sample.jsonl --fields x',
    'evaluate made/sample.jsonl',
    'generate poems',
    'undo',
  ]
  for (const [i, mistake] of mistakes.entries()) yield [`mistakes/${i + 1}/${mistake.split(' ')[0]}`, mistake]
}

/** Cases of the set that samples and tables are made of. */
export function* generalCases(set) {
  for (const cases of [formatCases, inputCases, evaluationCases, generatedCases, syncCases, messageCases]) yield* cases(set)
}
