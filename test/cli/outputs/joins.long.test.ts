/**
 * Results joined with their input, in Python.
 *
 * Oracle   polars and pandas: a join refuses columns of unlike types, and what was removed is known.
 * Covers   --removed, --groups and --pairs as Parquet and CSV, of inputs as JSON lines, CSV and Parquet. The packages come through pip
 *          (bench/venv.ts), once; without them the test is skipped and says why.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { python } from '../../../bench/venv.js'
import { COMMAND, temporaryFolder, writeLines } from '../../support/files.js'

/** The program, or why there is none. */
function installed(): { readonly path?: string; readonly reason?: string } {
  try {
    return { path: python('tables') }
  } catch (error) {
    if (process.env['CI'] === 'true') throw error
    return { reason: `: ${(error as Error).message}` }
  }
}

const { path, reason = '' } = installed()

/** Prints how many rows each join finds; the tables are read with the defaults of each library. */
const JOINS = `
import sys, json
import pandas, polars
read = {'jsonl': (polars.read_ndjson, lambda path: pandas.read_json(path, lines=True)), 'csv': (polars.read_csv, pandas.read_csv),
        'parquet': (polars.read_parquet, pandas.read_parquet)}
def tables(path): return [reader(path) for reader in read[path.rsplit('.', 1)[1]]]
source, ending = sys.argv[1:]
rows = tables(source)
counts = {}
for name, key in [('removed', 'id'), ('removed', 'duplicate_of'), ('groups', 'id'), ('groups', 'kept'), ('pairs', 'a')]:
    result = tables(f'{name}.{ending}')
    counts[f'{name}.{key}'] = [result[0].join(rows[0], left_on=key, right_on='id').height, len(result[1].merge(rows[1], left_on=key, right_on='id'))]
    for column in ['group', 'size']:
        if column in result[0].columns: assert str(result[0][column].dtype) == 'Int64', (name, column, result[0][column].dtype)
print(json.dumps(counts))
`

describe.skipIf(path === undefined)(`polars and pandas join results with their input${reason}`, () => {
  const folder = temporaryFolder()
  const text = (i: number) =>
    `In our part of the town the street lamps of lane ${i} have been dark for three weeks, and house ${i} ${i * 7} waits.`
  const letters = Array.from({ length: 30 }, (_, i) => ({ id: i + 1, text: text(i % 20) }))
  writeLines(join(folder, 'letters.jsonl'), letters)
  writeFileSync(join(folder, 'letters.csv'), `id,text\n${letters.map(({ id, text }) => `${id},"${text}"\n`).join('')}`)
  writeFileSync(join(folder, 'joins.py'), JOINS)
  const run = (command: string, args: readonly string[]) => execFileSync(command, args, { cwd: folder, encoding: 'utf8' })

  it.each(['jsonl', 'csv', 'parquet'])('%s', { timeout: 120_000 }, (source) => {
    const input = `letters.${source}`
    if (source === 'parquet') run(path as string, ['-c', `import polars; polars.read_csv('letters.csv').write_parquet('${input}')`])
    for (const ending of ['parquet', 'csv']) {
      const outputs = ['removed', 'groups', 'pairs'].flatMap((kind) => [`--${kind}`, `${kind}.${ending}`])
      run(process.execPath, [COMMAND, 'dedupe', input, ...outputs])
      expect(JSON.parse(run(path as string, ['joins.py', input, ending]))).toEqual({
        'removed.id': [10, 10],
        'removed.duplicate_of': [10, 10],
        'groups.id': [20, 20],
        'groups.kept': [20, 20],
        'pairs.a': [10, 10],
      })
    }
  })
})
