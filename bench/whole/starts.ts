/** How long the command and the library take to start, by the clock; an empty program of Node is measured beside them. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { median, type Row } from '../row.ts'

const root = join(import.meta.dirname, '../..')
const command = join(root, 'dist/bundle/leitong.js')
const ROUNDS = 21

const PROGRAMS = {
  empty: ['--input-type=module', '-e', '0'],
  library: ['--input-type=module', '-e', `import ${JSON.stringify(join(root, 'dist/bundle/index.js'))}`],
  version: [command, '--version'],
  dedupe: [command, 'dedupe', join(root, 'examples/sample.jsonl'), '--json'],
} as const
type Program = keyof typeof PROGRAMS

/** Starts, of which the import counts without the start of Node. */
export function starts(): Row[] {
  const names = Object.keys(PROGRAMS) as Program[]
  const times = new Map<Program, number[]>(names.map((name) => [name, []]))
  let documents = 0
  // In turn, so that other work meets all of them alike.
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of names) {
      const start = performance.now()
      const printed = execFileSync(process.execPath, PROGRAMS[name], { encoding: 'utf8' })
      times.get(name)?.push(performance.now() - start)
      if (name === 'dedupe') documents = JSON.parse(printed).documents
    }
  }
  const of = (name: Program) => median(times.get(name) ?? [])
  const row = (name: string, value: number, bar: number): Row => ({
    name,
    value,
    reference: bar,
    unit: 'ms (bar)',
    ratio: value / bar,
    bar: '<= 1',
    reached: value <= bar,
    answer: `an empty program of Node takes ${Math.round(of('empty'))} ms`,
  })
  return [
    row('start: leitong --version', of('version'), 60),
    row(`start: leitong dedupe of ${documents} records`, of('dedupe'), 150),
    row('start: import of the library, beyond the start of Node', of('library') - of('empty'), 40),
  ]
}
