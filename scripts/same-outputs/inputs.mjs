/** Inputs made of the labelled sets, the same ones each time: sets unpacked, samples in every format, tables, broken records. */
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import iconv from 'iconv-lite'
import Database from 'libsql'
import Papa from 'papaparse'

/** Packed size from which a set runs with fewer combinations, in bytes. */
const LARGE = 3e6
/** Documents in a sample. */
const SAMPLE = 300

const jsonLines = (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

function readJsonLines(path) {
  const lines = gunzipSync(readFileSync(path)).toString('utf8').split('\n')
  return lines.filter(Boolean).map((line) => JSON.parse(line))
}

function readTable(path) {
  return Papa.parse(readFileSync(path, 'utf8'), { header: true, skipEmptyLines: true }).data
}

/** The sets in a folder, by what they consist of: documents and pairs, texts, one table, or two. Sorted by size. */
export function findSets(data) {
  const folders = readdirSync(data, { recursive: true, withFileTypes: true }).filter((entry) => entry.isDirectory())
  const sets = folders.map((entry) => {
    const path = join(entry.parentPath ?? entry.path, entry.name)
    const names = readdirSync(path)
    const at = { name: entry.name, path: join('data', path.slice(data.length + 1)) }
    if (names.includes('docs.jsonl.gz')) {
      const docs = readJsonLines(join(path, 'docs.jsonl.gz'))
      const pairs = existsSync(join(path, 'pairs.jsonl.gz')) ? readJsonLines(join(path, 'pairs.jsonl.gz')) : []
      const size = statSync(join(path, 'docs.jsonl.gz')).size
      const paired = new Set(pairs.flatMap(({ a, b }) => [a, b]))
      // Samples take from the front: half of what is alike, then all sorts.
      const front = docs.filter(({ id }) => paired.has(id)).slice(0, SAMPLE / 2)
      const sampled = [...new Set([...front, ...docs])]
      return { ...at, kind: 'docs', size, isLarge: size > LARGE, fields: new Set(docs.flatMap(Object.keys)), docs, sampled, pairs }
    }
    const files = names.filter((name) => /\.(csv|txt)$/.test(name)).sort()
    const size = files.reduce((sum, name) => sum + statSync(join(path, name)).size, 0)
    if (files.includes('a.csv') && files.includes('b.csv'))
      return {
        ...at,
        kind: 'two',
        size,
        tables: Object.fromEntries(['a', 'b'].map((side) => [side, readTable(join(path, `${side}.csv`))])),
      }
    if (files.includes('records.csv')) return { ...at, kind: 'table', size, tables: { records: readTable(join(path, 'records.csv')) } }
    return files.some((name) => name.endsWith('.txt')) ? { ...at, kind: 'texts', size, files } : undefined
  })
  return sets.filter(Boolean).sort((a, b) => a.size - b.size)
}

/** Columns that are compared, long where their values have more than 25 characters on average. */
function describeColumns(rows) {
  const names = Object.keys(rows[0]).filter((name) => name !== 'id')
  const mean = (name) => rows.reduce((sum, row) => sum + (row[name] ?? '').length, 0) / rows.length
  return Object.fromEntries(names.map((name) => [name, mean(name) > 25 ? { kind: 'long' } : {}]))
}

function makeDatabase(path, tables) {
  const database = new Database(path)
  for (const [table, { columns, rows }] of Object.entries(tables)) {
    const names = Object.keys(columns)
    database.exec(`CREATE TABLE ${table} (${names.map((name) => `"${name}" ${columns[name]}`).join(', ')})`)
    const insert = database.prepare(`INSERT INTO ${table} VALUES (${names.map(() => '?').join(', ')})`)
    database.exec('BEGIN')
    for (const row of rows) insert.run(...names.map((name) => row[name] ?? null))
    database.exec('COMMIT')
  }
  database.close()
}

/** Records that cannot be judged, among others that can. */
function makeBroken(docs) {
  const lines = docs.slice(0, 100).map((doc) => Buffer.from(JSON.stringify(doc)))
  const texts = [
    '{"id": "cut", "text": "',
    '',
    'null',
    '[1, 2]',
    '{"id": "none"}',
    '{"id": "empty", "text": ""}',
    '{"id": "white", "text": " \\n "}',
  ]
  texts.push(
    '{"id": {"a": 1}, "text": "an object as its id"}',
    '{"id": 7, "text": 8}',
    '{"text": "no id"}',
    `{"id": "marks", "text": "……，。"}`,
  )
  for (const [i, text] of texts.entries()) lines.splice(7 * i + 3, 0, Buffer.from(text))
  lines.splice(50, 0, Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]))
  return Buffer.concat(lines.flatMap((line) => [line, Buffer.from('\n')]))
}

/** A sample in every format that is read. */
async function makeFormats(folder, docs) {
  const rows = docs.map(({ id, title, text }) => ({ id, title: title ?? '', text }))
  const write = (name, bytes) => writeFileSync(join(folder, name), bytes)
  write('sample.jsonl', jsonLines(docs))
  write('sample.jsonl.gz', gzipSync(jsonLines(docs)))
  write('sample.json', JSON.stringify(docs, undefined, 1))
  write('sample.csv', Papa.unparse(rows))
  write('sample.tsv', Papa.unparse(rows, { delimiter: '\t' }))
  const lines = rows.map(({ text }) => `${text.replaceAll(/\s+/g, ' ')}\n`).join('')
  write('sample.lines', lines)
  for (const encoding of ['gb18030', 'big5', 'utf-16le', 'utf-16be', 'shift_jis'])
    write(`${encoding}.lines`, iconv.encode(lines, encoding, { addBOM: true }))
  write('broken.jsonl', makeBroken(docs))
  write('twice.jsonl', jsonLines([...docs.slice(0, 50), ...docs.slice(20, 70), ...docs.slice(0, 3)]))
  for (const [ending, wrap] of [
    ['txt', (doc) => doc.text],
    ['md', (doc) => `# ${doc.title ?? doc.id}\n\n**${doc.text.slice(0, 20)}**${doc.text.slice(20)}\n\n- [one](x)\n`],
    ['html', (doc) => `<!doctype html><title>${doc.id}</title><script>1</script><p>${doc.text.replaceAll('<', '&lt;')}</p>`],
  ]) {
    mkdirSync(join(folder, ending))
    for (const doc of docs.slice(0, 120)) write(join(ending, `${doc.id}.${ending}`), wrap(doc))
  }
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const from = join(folder, 'sample.csv').replaceAll("'", "''")
  const to = join(folder, 'sample.parquet').replaceAll("'", "''")
  await connection.run('SET threads = 1')
  await connection.run(`COPY (SELECT * FROM read_csv('${from}', all_varchar = true)) TO '${to}' (FORMAT parquet)`)
  connection.closeSync()
  instance.closeSync()
}

/** A set as it is read by the cases: unpacked, halved, with labels, and some of its pairs as files of their own. */
function makeSet(folder, set) {
  mkdirSync(folder, { recursive: true })
  const { docs, sampled, pairs } = set
  // One write for each document: the largest sets outgrow no string.
  const file = openSync(join(folder, 'docs.jsonl'), 'w')
  for (const doc of docs) writeSync(file, `${JSON.stringify(doc)}\n`)
  closeSync(file)
  writeFileSync(join(folder, 'first.jsonl'), jsonLines(sampled.slice(0, SAMPLE)))
  writeFileSync(join(folder, 'second.jsonl'), jsonLines(sampled.slice(SAMPLE / 3, SAMPLE * 3)))
  writeFileSync(join(folder, 'labels.jsonl'), jsonLines(pairs.map(({ a, b, jaccard }) => ({ a, b, same: jaccard >= 0.8 }))))
  const texts = new Map(docs.map(({ id, text }) => [id, text]))
  const graded = [...pairs].filter(({ jaccard }) => jaccard < 1).sort((x, y) => x.jaccard - y.jaccard)
  for (const [i, share] of [0.1, 0.9].entries()) {
    const pair = graded[Math.floor(graded.length * share)] ?? { a: docs[0].id, b: docs[1].id }
    for (const side of ['a', 'b']) writeFileSync(join(folder, `${i}-${side}.txt`), texts.get(pair[side]))
  }
}

/** Fields files, a mapping with rules, and all tables in one database. */
function makeTables(folder, sets) {
  mkdirSync(folder, { recursive: true })
  const database = {}
  for (const set of sets) {
    for (const [name, rows] of Object.entries(set.tables)) {
      const fields = describeColumns(rows)
      const first = Object.keys(fields)[0]
      const write = (ending, value) => writeFileSync(join(folder, `${set.name}-${name}${ending}.json`), JSON.stringify(value))
      write('', { key: 'id', fields: { ...fields, [first]: { ...fields[first], weight: 3, show: true } } })
      const rules = { and: [{ fields: [first], threshold: 0.5 }], veto: [Object.keys(fields).at(-1)] }
      write('-rules', { key: 'id', least: 2, fields, rules })
      const columns = Object.fromEntries(Object.keys(rows[0]).map((column) => [column, column === 'id' ? 'TEXT PRIMARY KEY' : 'TEXT']))
      const empty = (row) => Object.fromEntries(Object.entries(row).map(([column, value]) => [column, value === '' ? null : value]))
      database[`${set.name}_${name}`] = { columns, rows: rows.map(empty) }
    }
  }
  makeDatabase(join(folder, 'tables.sqlite'), database)
}

/** Two states of one table: rows have come and rows have changed. */
function makeStates(folder, docs) {
  const columns = { n: 'INTEGER PRIMARY KEY', changed: 'INTEGER', text: 'TEXT', title: 'TEXT' }
  const row = ({ text, title }, i) => ({ n: i + 1, changed: 1000 + Math.floor(i / 7), text, title: title ?? '' })
  const before = docs.slice(0, 400).map(row)
  const after = docs.slice(0, 700).map(row)
  for (const i of [3, 50, 200]) Object.assign(after[i], { text: after[i + 1].text, changed: 2000 + i })
  after[30] = { ...after[30], text: '', changed: 2100 }
  for (const [name, rows] of Object.entries({ before, after })) makeDatabase(join(folder, `${name}.sqlite`), { texts: { columns, rows } })
}

/** Makes everything in a folder. */
export async function makeInputs(sets, folder) {
  for (const set of sets.filter(({ kind }) => kind === 'docs')) makeSet(join(folder, set.name), set)
  const tables = sets.filter(({ tables }) => tables)
  if (tables.length) makeTables(join(folder, 'tables'), tables)
  const general = sets.find(({ kind, fields }) => kind === 'docs' && fields.has('title')) ?? sets.find(({ kind }) => kind === 'docs')
  if (!general) return
  await makeFormats(folder, general.sampled.slice(0, SAMPLE))
  makeStates(folder, general.sampled)
  writeFileSync(
    join(folder, 'words.txt'),
    general.sampled
      .slice(0, 40)
      .map(({ text }) => `${text.slice(2, 4)}\n`)
      .join(''),
  )
}
