/** Cases: names, and the commands whose outputs are compared. Files are written into the folder of the case; see runCase. */

import { ALL, FILES } from './flags.mjs'
import { generalCases } from './general-cases.mjs'

/** Ways to find duplicates; of those under `most` the large sets run none. */
const WAYS = {
  default: '',
  simhash: '--method simhash',
  'simhash-128': '--method simhash --bits 128 --distance 20 --threshold 0.6',
  rare: '--method rare',
  exact: '--method exact',
  li2015: '--profile li2015',
  wang2019: '--profile wang2019',
  zhang2020: '--profile zhang2020',
  versions: '--profile versions',
  char: '--tokenizer char --threshold 0.5',
  chinese: '--tokenizer chinese --hmm --stop-words zh,en --threshold 0.6',
  components: '--group-by components --threshold 0.5 --keep longest',
  cosine: '--measure cosine --threshold 0.9',
  tfidf: '--method simhash --weight tfidf --distance 8 --measure weighted --threshold 0.5',
  'no-verify': '--no-verify --threshold 0.7',
  'small-memory': '--memory 64MB --workers 3',
  most: {
    manku: '--profile manku',
    intro: '--profile intro',
    'simhash-32': '--method simhash --bits 32 --distance 2 --weight unit',
    blog: '--profile blog',
    word: '--tokenizer word --ngram 1 --threshold 0.7',
    multiset: '--measure multiset --keep shortest',
    'keep-last': '--measure multiset --threshold 0.7 --keep last',
    weighted: '--measure weighted --weight topic-length --idf smooth --model input --threshold 0.6',
    composite: '--method simhash --tokenizer chinese --weight composite --distance 6 --threshold 0.6 --markers made/words.txt',
    bits: '--method simhash --measure bits --threshold 0.9',
    'simhash-8': '--method simhash --bits 8 --distance 0 --group-by components',
    'simhash-16': '--method simhash --bits 16 --distance 1 --weight squared',
    'simhash-far': '--method simhash --distance 16 --no-verify --group-by components',
    md5: '--method simhash --hash md5 --distance 5 --threshold 0.7',
    'ngram-3': '--ngram 3 --char-ngram 2 --threshold 0.4',
    'normalize-none': '--normalize none --threshold 0.9',
    'normalize-all': '--normalize nfkc,case,width,space,punctuation,traditional',
    tags: '--tokenizer chinese --tags n,v --dictionary made/words.txt',
    'tags-dropped': '--tokenizer chinese --tags -x,-u --ngram 2 --threshold 0.5',
    'num-perm': '--num-perm 64 --seed 7 --threshold 0.6',
    bands: '--bands 30 --rows 4 --threshold 0.3',
    rarest: '--method rare --rarest 3 --threshold 0.2 --tokenizer char --ngram 4',
    'max-copies': '--max-copies 2 --group-by components',
    'one-worker': '--workers 1 --group-by components',
    'high-threshold': '--threshold 1',
  },
}

/** The ways for a set, with those that its fields allow. */
function waysOf({ isLarge, fields }) {
  const { most, ...ways } = WAYS
  if (!isLarge) Object.assign(ways, most)
  if (fields.has('time')) Object.assign(ways, { newest: '--keep newest:time', oldest: '--keep oldest:time --group-by components' })
  const info = ['keywords', 'topic'].find((field) => fields.has(field))
  if (info) {
    ways.combined = `--method simhash --measure combined --threshold 0.3 --info-field ${info}`
    ways.rotations = `--method simhash --measure combined --threshold 0.25 --mu 0.9 --info-field ${info} --info-signature rotations`
  }
  if (fields.has('title')) ways.title = '--text-field title --title-field text --threshold 0.6'
  return ways
}

function* documentCases(set) {
  const { name, path, isLarge, fields } = set
  const made = `made/${name}`
  const docs = `${made}/docs.jsonl`
  for (const [way, flags] of Object.entries(waysOf(set))) yield [`dedupe/${name}/${way}`, `dedupe ${docs} ${flags} ${ALL}`]
  // Without --pairs only what the groups need is judged.
  yield [
    `dedupe/${name}/printed`,
    `dedupe ${path}/docs.jsonl.gz`,
    `dedupe ${path}/docs.jsonl.gz --threshold 0.6 --group-by components ${FILES}`,
  ]
  yield [`dedupe/${name}/report`, `dedupe ${made}/second.jsonl --threshold 0.5 --report report.html`]

  yield [`fingerprint/${name}/simhash`, `fingerprint ${docs}`, `fingerprint ${docs} --describe`]
  yield [`fingerprint/${name}/simhash-128`, `fingerprint ${docs} --bits 128 --tokenizer char -o out.jsonl`]
  yield [`fingerprint/${name}/minhash`, `fingerprint ${docs} --method minhash --num-perm 64`]
  yield [`fingerprint/${name}/chinese`, `fingerprint ${docs} --tokenizer chinese --hmm --stop-words zh`]
  yield [
    `model/${name}/default`,
    `model build ${docs} -o model.ltm`,
    `fingerprint ${docs} --weight tfidf --model model.ltm`,
    `dedupe ${docs} --method simhash --weight tfidf --model model.ltm --distance 8 --measure weighted --threshold 0.5 ${ALL}`,
  ]
  yield [
    `evaluate/${name}/${isLarge ? 'few' : 'default'}`,
    `evaluate ${path} --json ${isLarge ? '--methods leitong,simhash' : ''}`,
    `evaluate ${path} --methods leitong:threshold=0.5,profile:versions --truth ${isLarge ? 'same_document' : 'jaccard>=0.5'}`,
  ]
  yield [`tune/${name}/printed`, `tune ${docs}`]
  const sides = [0, 1].map((pair) => `${made}/${pair}-a.txt ${made}/${pair}-b.txt`)
  yield [
    `compare/${name}/pairs`,
    `compare ${sides[0]}`,
    `compare ${sides[0]} --json --measure cosine --bits 128 --num-perm 64`,
    `compare ${sides[1]} --json --tokenizer chinese --weight unit --measure weighted`,
    `compare ${sides[1]} --tokenizer char --bits 32`,
  ]
  yield* indexCases(set)
  if (isLarge) return
  yield [`fingerprint/${name}/word`, `fingerprint ${docs} --tokenizer word --ngram 1 --weight unit --normalize case`]
  yield [`fingerprint/${name}/exact`, `fingerprint ${docs} --method exact --normalize none`]
  yield [`fingerprint/${name}/tags`, `fingerprint ${docs} --tokenizer chinese --tags n,v --bits 32`]
  yield [
    `model/${name}/chinese`,
    `model build ${docs} --tokenizer chinese --memory 64MB -o model.ltm`,
    `fingerprint ${docs} --tokenizer chinese --weight composite --idf smooth --model model.ltm`,
    `fingerprint ${docs} --tokenizer chinese --weight topic-length --model model.ltm`,
    `compare ${sides[0]} --json --tokenizer chinese --weight tfidf --measure weighted --model model.ltm`,
  ]
  if (!fields.has('title')) return
  yield [
    `tune/${name}/labels`,
    `tune ${docs} --labels ${made}/labels.jsonl --json`,
    `tune ${docs} --sample 500 --labels ${made}/labels.jsonl`,
  ]
}

function* indexCases({ name, isLarge, fields, sampled }) {
  const stores = isLarge ? ['lmdb'] : ['lmdb', 'sqlite']
  const [first, second] = ['first', 'second'].map((half) => `made/${name}/${half}.jsonl`)
  const ways = {
    default: '--keep text',
    simhash: '--method simhash --distance 10 --threshold 0.6 --keep features',
    chinese: '--method simhash --tokenizer chinese --no-verify --keep none --distance 6',
    cosine: '--measure cosine --threshold 0.7',
  }
  for (const store of stores) {
    const chosen = Object.entries(ways).slice(0, isLarge || !fields.has('title') ? 1 : 4)
    const [url, other] = store === 'lmdb' ? ['index', 'sqlite:other.db#copy'] : ['sqlite:texts.db#texts', 'index-copy']
    for (const [way, flags] of chosen) {
      yield [
        `index/${name}/${store}-${way}`,
        `index create ${url} ${flags}`,
        `index add ${url} ${first}`,
        `index add ${url} ${second} --if-new`,
        `index query ${url} ${second} --limit 3`,
        `index query ${url} ${second} --first`,
        `index remove ${url} ${sampled[0].id} ${sampled[130].id} nobody`,
        `index add ${url} ${first}`,
        `index verify ${url}`,
        `index compact ${url}`,
        `index stats ${url} --json`,
        `index export ${url} -o export.jsonl`,
        `index import ${other} export.jsonl`,
        `index export ${other} -o export-copy.jsonl`,
      ]
    }
  }
}

function* tableCases({ name, path, kind, tables }) {
  const database = 'sqlite:made/tables/tables.sqlite'
  for (const side of Object.keys(tables)) {
    const all = ALL.replace('kept.jsonl', 'kept.csv')
    const csv = `${path}/${side}.csv`
    const fields = `--fields made/tables/${name}-${side}`
    const columns = Object.keys(tables[side][0]).slice(1, 4).join()
    const of = `dedupe/${name}-${side}`
    yield [`${of}/text-fields`, `dedupe ${csv} --text-field ${columns} --threshold 0.6 ${all}`]
    yield [`${of}/fields`, `dedupe ${csv} ${fields}.json --threshold 0.6 ${all}`]
    yield [`${of}/rules`, `dedupe ${csv} ${fields}-rules.json --threshold 0.4 --group-by components ${all}`]
    yield [`${of}/simhash`, `dedupe ${csv} ${fields}.json --method simhash --distance 12 --no-verify ${all}`]
    yield [`${of}/li2015`, `dedupe ${csv} ${fields}.json --profile li2015 ${all}`]
    yield [`${of}/exact`, `dedupe ${csv} ${fields}.json --method exact ${all}`]
    yield [`${of}/weighted`, `dedupe ${csv} ${fields}.json --measure weighted --weight tfidf --threshold 0.5 ${all}`]
    yield [
      `${of}/columns`,
      `dedupe ${database} --table ${name}_${side} --threshold 0.6 ${ALL}`,
      `dedupe ${database} --table ${name}_${side}`,
    ]
    const query = `SELECT id, ${columns} FROM ${name}_${side} WHERE length(id) < 5 ORDER BY id`
    yield [`${of}/query`, { args: ['dedupe', database, '--query', query, '--id-field', 'id', ...ALL.split(' ')] }]
    yield [`${of}/report`, `dedupe ${csv} ${fields}.json --report report.html`]
    yield [`fingerprint/${name}-${side}/text-fields`, `fingerprint ${csv} --text-field ${columns}`]
  }
  yield [`evaluate/${name}/default`, `evaluate ${path} --json`, `evaluate ${path} --methods leitong:threshold=0.5,vsm,scam`]
  if (kind !== 'two') return
  const [a, b] = [`${path}/a.csv`, `${path}/b.csv`]
  const files = '--pairs pairs.jsonl --matches matches.jsonl --rejects rejects.jsonl --json'
  const sides = ['a', 'b'].map((side) => `--fields-${side} made/tables/${name}-${side}.json`).join(' ')
  const rules = ['a', 'b'].map((side) => `--fields-${side} made/tables/${name}-${side}-rules.json`).join(' ')
  const columns = Object.keys(tables.a[0]).slice(1, 3).join()
  yield [`link/${name}/default`, `link ${a} ${b} --text-field ${columns} ${files}`, `link ${a} ${b} --text-field ${columns}`]
  yield [`link/${name}/fields`, `link ${a} ${b} ${sides} --threshold 0.4 --tokenizer char --ngram 3 ${files}`]
  yield [`link/${name}/one-to-one`, `link ${a} ${b} ${sides} --threshold 0.4 --tokenizer char --ngram 3 --one-to-one ${files}`]
  yield [`link/${name}/rules`, `link ${a} ${b} ${rules} --threshold 0.3 ${files}`]
  yield [`link/${name}/simhash`, `link ${a} ${b} ${sides} --method simhash --distance 14 --threshold 0.5 ${files}`]
  yield [`link/${name}/exact`, `link ${a} ${b} --text-field ${columns} --method exact ${files}`]
  yield [`link/${name}/rare`, `link ${a} ${b} --text-field ${columns} --method rare ${files}`]
  yield [`link/${name}/weighted`, `link ${a} ${b} ${sides} --measure weighted --weight tfidf --threshold 0.4 ${files}`]
  yield [
    `link/${name}/within`,
    `link ${a} ${b} ${sides} --threshold 0.5 --within --groups groups.jsonl --pairs pairs.jsonl --json`,
    `link ${a} ${b} ${sides} --threshold 0.5 --within --group-by components --keep longest --groups all.jsonl --pairs all-pairs.jsonl`,
  ]
  const [fromA, fromB] = ['a', 'b'].map((side) => `--table-${side} ${name}_${side}`)
  yield [`link/${name}/tables`, `link ${database} ${database} ${fromA} ${fromB} --threshold 0.5 ${files}`]
}

function* textCases({ name, path, files }) {
  const input = files.map((file) => `${path}/${file}`).join(' ')
  for (const [way, flags] of Object.entries({
    blog: '--profile blog',
    tagged: '--tokenizer tagged --encoding gb18030 --tags n,v --threshold 0.05',
    level: '--tokenizer tagged --weight level --method simhash --distance 20 --no-verify',
    default: '--threshold 0.05',
  })) {
    yield [`dedupe/${name}/${way}`, `dedupe ${input} ${flags} ${ALL}`, `dedupe ${path} ${flags} -o copies/ --removed removed-folder.jsonl`]
    yield [
      `fingerprint/${name}/${way}`,
      `fingerprint ${input} ${flags.replace('--no-verify', '').replace(/--(threshold|distance) \S+/, '')}`,
    ]
  }
  for (let i = 1; i < files.length; i++) {
    const pair = `${path}/${files[i - 1]} ${path}/${files[i]}`
    yield [`compare/${name}/${i}`, `compare ${pair} --profile blog --json`, `compare ${pair} --tokenizer tagged`, `compare ${pair}`]
  }
}

/** Every case for these sets. */
export function listCases(sets) {
  const found = sets.flatMap((set) => {
    if (set.kind === 'docs') return [...documentCases(set)]
    return set.kind === 'texts' ? [...textCases(set)] : [...tableCases(set)]
  })
  const general = sets.find(({ kind, fields }) => kind === 'docs' && fields.has('title')) ?? sets.find(({ kind }) => kind === 'docs')
  if (general) found.push(...generalCases(general))
  return found.map(([name, ...steps]) => ({ name, steps }))
}
