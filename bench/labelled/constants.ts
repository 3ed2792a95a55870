/**
 * LEITONG_DATA=FOLDER npx tsx bench/labelled/constants.ts [SET …]
 *
 * How much `--measure match` owes to constants that were chosen on the tables it is judged by. Each constant is moved to lesser and greater values, one
 * at a time, and each labelled table is judged with all of them. Then each table is left out once: every constant takes the value with the best mean F1
 * of the other tables, and the table is judged with these. What was judged stays in bench/.data/rows-constants.jsonl; delete it after a change of the product.
 */
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isOneTable, labelledSets, runLabelled } from './tables.ts'

interface Constant {
  readonly name: string
  /** The file of dist/ that has it. */
  readonly file: string
  /** What stands before the value there. */
  readonly before: string
  readonly value: number
  readonly others: readonly number[]
  /** It is asked for two tables alone. */
  readonly ofTwo?: true
}

const CONSTANTS: readonly Constant[] = [
  { name: 'whole row, even', file: 'matching/model/train.js', before: 'WHOLE_EVEN = { alike: ', value: 0.6, others: [0.5, 0.7] },
  { name: 'whole row, even in doubt', file: 'matching/model/train.js', before: 'inDoubt: ', value: 0.75, others: [0.65, 0.85] },
  {
    name: 'whole row, even of two tables',
    file: 'matching/model/train.js',
    before: 'apart: ',
    value: 0.46,
    others: [0.36, 0.56],
    ofTwo: true,
  },
  { name: 'whole row, slope', file: 'matching/model/train.js', before: 'WHOLE_SLOPE = ', value: 10, others: [7, 14] },
  { name: 'nearly equal', file: 'matching/model/train.js', before: 'ANCHORED = ', value: 0.8, others: [0.75, 0.85] },
  { name: 'mostly the same', file: 'matching/model/train.js', before: 'MOSTLY_SAME = ', value: 0.3, others: [0.2, 0.4], ofTwo: true },
  { name: 'least of steps', file: 'matching/model/train.js', before: 'LEAST_OF_STEPS = ', value: 0.15, others: [0.07, 0.3] },
  { name: 'unlike', file: 'matching/model/doubt.js', before: 'UNLIKE = ', value: 0.3, others: [0.2, 0.4] },
  { name: 'hardly alike', file: 'matching/model/doubt.js', before: 'HARDLY_ALIKE = ', value: 0.7, others: [0.6, 0.8] },
  { name: 'hardly clear', file: 'matching/model/doubt.js', before: 'HARDLY_CLEAR = ', value: 0.15, others: [0.1, 0.2] },
  { name: 'alike in doubt', file: 'jobs/dedupe/rows/compared.js', before: 'ALIKE = ', value: 0.65, others: [0.6, 0.7] },
  {
    name: 'each other’s best, fields',
    file: 'matching/rivals/ranked.js',
    before: 'fields: { best: ',
    value: 0.5,
    others: [0.4, 0.6],
    ofTwo: true,
  },
  {
    name: 'each other’s best, texts',
    file: 'matching/rivals/ranked.js',
    before: 'text: { best: ',
    value: 0.25,
    others: [0.2, 0.3],
    ofTwo: true,
  },
  { name: 'threshold one to one', file: 'options/measures.js', before: 'oneToOne: ', value: 0.01, others: [0.003, 0.03], ofTwo: true },
]

const root = join(import.meta.dirname, '..', '..')
const record = join(root, 'bench', '.data', 'rows-constants.jsonl')
// One for each process: several may share the tables between them, and the last one reads what all of them judged.
const folder = join(root, 'bench', '.data', `rows-constants-${process.pid}`)
const sets = process.argv.length > 2 ? process.argv.slice(2) : labelledSets()

/** A change of some constants, by their names. */
type Change = Readonly<Record<string, number>>

const keyOf = (change: Change, set: string) => `${set} ${JSON.stringify(Object.entries(change).sort())}`
const known = new Map<string, number>()
if (existsSync(record))
  for (const line of readFileSync(record, 'utf8').split('\n').filter(Boolean)) {
    const { change, set, f1 } = JSON.parse(line) as { change: Change; set: string; f1: number }
    known.set(keyOf(change, set), f1)
  }

/** The command with changed constants, as it was built but for them. */
function changedCommand(change: Change): string {
  const dist = join(folder, 'dist')
  if (!existsSync(dist)) {
    mkdirSync(folder, { recursive: true })
    cpSync(join(root, 'dist'), dist, { recursive: true })
    cpSync(join(root, 'package.json'), join(folder, 'package.json'))
  }
  for (const file of new Set(CONSTANTS.map((constant) => constant.file))) {
    let text = readFileSync(join(root, 'dist', file), 'utf8')
    for (const { before, value, name } of CONSTANTS.filter((constant) => constant.file === file)) {
      const parts = text.split(`${before}${value}`)
      if (parts.length !== 2) throw new Error(`${file} has "${before}${value}" ${parts.length - 1} times`)
      text = parts.join(`${before}${change[name] ?? value}`)
    }
    writeFileSync(join(dist, file), text)
  }
  return join(dist, 'cli', 'main.js')
}

function judged(change: Change, set: string): number {
  const key = keyOf(change, set)
  const before = known.get(key)
  if (before !== undefined) return before
  const outcome = runLabelled(set, { command: changedCommand(change) })
  if (typeof outcome === 'string') throw new Error(`${set}: ${outcome}`)
  known.set(key, outcome.f1)
  appendFileSync(record, `${JSON.stringify({ change, set, f1: outcome.f1 })}\n`)
  return outcome.f1
}

const mean = (f1s: readonly number[]) => f1s.reduce((sum, f1) => sum + f1, 0) / f1s.length
const shown = (f1: number) => f1.toFixed(3)
const changeOf = ({ name, value, ofTwo }: Constant, other: number, set: string): Change =>
  other === value || (ofTwo && isOneTable(set)) ? {} : { [name]: other }

try {
  console.log('| constant | value | mean F1 | others: mean F1 | left out |\n|---|--:|--:|---|--:|')
  const tried = CONSTANTS.map((constant) => {
    const values = [constant.value, ...constant.others]
    const f1s = new Map(values.map((value) => [value, sets.map((set) => judged(changeOf(constant, value, set), set))]))
    /** The best value for all tables but one; the one that the product has, where it is as good. */
    const without = (out: number): number => {
      const score = (value: number) => mean((f1s.get(value) as number[]).filter((_, set) => set !== out))
      return values.reduce((best, value) => (score(value) > score(best) ? value : best))
    }
    const leftOut = mean(sets.map((_, out) => (f1s.get(without(out)) as number[])[out] as number))
    const others = constant.others.map((value) => `${value}: ${shown(mean(f1s.get(value) as number[]))}`).join(', ')
    console.log(
      `| ${constant.name} | ${constant.value} | ${shown(mean(f1s.get(constant.value) as number[]))} | ${others} | ${shown(leftOut)} |`,
    )
    return { constant, without }
  })
  console.log('\n| set | F1 | all constants chosen without it | which then differ |\n|---|--:|--:|---|')
  const [own, out] = [[] as number[], [] as number[]]
  sets.forEach((set, number) => {
    const change: Change = Object.assign({}, ...tried.map(({ constant, without }) => changeOf(constant, without(number), set)))
    own.push(judged({}, set))
    out.push(judged(change, set))
    const named = Object.entries(change).map(([name, value]) => `${name} ${value}`)
    console.log(`| ${set} | ${shown(own[number] as number)} | ${shown(out[number] as number)} | ${named.join(', ')} |`)
  })
  console.log(`| **mean** | ${shown(mean(own))} | ${shown(mean(out))} | |`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
