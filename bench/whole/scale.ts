/**
 * Many documents on one machine: time by phase, peak and right answers. BENCH_SCALE=0.001 tries the rows at a thousandth of their size.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Row } from '../row.ts'
import { alikeTexts, articles, fingerprints, type Large, scaled, smallTexts } from './corpus.ts'

const here = import.meta.dirname
const PHASES = ['read', 'search', 'verify', 'write', 'total'] as const

interface Done {
  readonly removed: number
  readonly seconds: Readonly<Record<(typeof PHASES)[number], number>>
  /** Seconds of processors, all threads. */
  readonly cpu: number
  /** Bytes. */
  readonly peak: number
}

function dedupe(input: Large, args: readonly string[]): Done {
  const [kept, usage] = [`${input.path}.kept`, `${input.path}.usage`]
  const command = [
    '--import',
    join(here, '../usage.mjs'),
    join(here, '../../dist/bundle/leitong.js'),
    'dedupe',
    input.path,
    '-o',
    kept,
    '--json',
  ]
  const env = { ...process.env, LEITONG_USAGE: usage }
  const { documents, removed, seconds } = JSON.parse(execFileSync(process.execPath, [...command, ...args], { encoding: 'utf8', env }))
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(readFileSync(usage, 'utf8')) as NodeJS.ResourceUsage
  const lines = Number(execFileSync('wc', ['-l', kept], { encoding: 'utf8' }).split(' ')[0])
  for (const file of [kept, usage]) rmSync(file)
  if (documents !== input.documents || lines !== documents - removed)
    throw new Error(`${documents} read, ${removed} removed, ${lines} kept`)
  return { removed, seconds, cpu: (userCPUTime + systemCPUTime) / 1e6, peak: maxRSS * 1024 }
}

const phases = ({ seconds }: Done) => PHASES.map((phase) => `${phase} ${seconds[phase].toFixed(1)} s`).join(', ')
const figures = (done: Done) => `${phases(done)}; ${done.cpu.toFixed(1)} s of processors, ${(done.peak / 1e6).toFixed(0)} MB`

function row(name: string, value: number, reference: number, unit: string, answer: string, least = 1): Row {
  const ratio = value / reference
  return { name, value, reference, unit, ratio, bar: `<= ${least}`, reached: ratio <= least, answer }
}

/** At least these must be removed: what was planted, but for the share that a search may miss. */
function requireFound(input: Large, done: Done, recall: number): string {
  if (done.removed < input.planted * recall) throw new Error(`${done.removed} removed of ${input.planted} planted`)
  return `${done.removed} removed, ${input.planted} planted`
}

const GIGABYTES = 8

function withinMemory(name: string, input: Large, args: readonly string[], recall: number): Row {
  const done = dedupe(input, [...args, '--memory', `${GIGABYTES}GB`, '--workers', '2'])
  const answer = `${requireFound(input, done, recall)}; ${figures(done)}`
  return row(`${input.documents} ${name}, --memory ${GIGABYTES}GB, peak`, done.peak / 1e9, GIGABYTES, 'GB (bar)', answer)
}

/** 100 M texts of 50 bytes. */
export const manyTexts = (): Row => withinMemory('texts of 50 bytes', smallTexts(scaled(100_000_000)), [], 1)

/** 100 M fingerprints of 64 bits, of which every tenth has another two bits away. */
export const manyFingerprints = (): Row =>
  withinMemory('fingerprints of 64 bits', fingerprints(scaled(100_000_000)), ['--fingerprint-field', 'fp', '--max-distance', '3'], 1)

/** 200 000 texts that are all about 0.8 alike. */
export function allAlike(): Row[] {
  const [less, more] = [50_000, 200_000].map((documents) => dedupe(alikeTexts(scaled(documents)), ['--ngram', '1', '--workers', '2'])) as [
    Done,
    Done,
  ]
  return [
    row(`${scaled(200_000)} texts all about 0.8 alike`, more.seconds.total, 60, 's (bar)', `${more.removed} removed; ${figures(more)}`),
    row('the same, against a quarter of them', more.cpu, less.cpu, 's of processors (a quarter)', figures(less), 16),
  ]
}

/** The whole job at 10^4 to 10^7 documents: the exponent of each phase over the last step; and what a second worker gives. */
export function growth(): Row[] {
  const sizes = [10_000, 100_000, 1_000_000, 10_000_000].map(scaled)
  const runs = sizes.map((documents) => dedupe(articles('english', documents), ['--workers', '2']))
  const [before, last] = runs.slice(-2) as [Done, Done]
  const steps = Math.log((sizes.at(-1) as number) / (sizes.at(-2) as number))
  const exponent = (phase: (typeof PHASES)[number]) =>
    Math.log(Math.max(last.seconds[phase], 1e-3) / Math.max(before.seconds[phase], 1e-3)) / steps
  const exponents = PHASES.map((phase) => `${phase} ${exponent(phase).toFixed(2)}`).join(', ')
  runs.forEach((run, i) => void console.log(`  ${sizes[i]} documents: ${figures(run)}`))
  const middle = articles('english', sizes[2] as number)
  const [one, two] = ['1', '2'].map((workers) => dedupe(middle, ['--workers', workers])) as [Done, Done]
  const spent = (done: Done) => done.seconds.total
  return [
    row(
      `growth to ${sizes.at(-1)} documents, exponent of the whole job`,
      exponent('total'),
      1.1,
      '(bar)',
      `${exponents}; ${figures(last)}`,
    ),
    row(
      `${middle.documents} documents, 2 workers against half the time of 1`,
      spent(two),
      spent(one) / 2,
      's',
      `1: ${phases(one)}; 2: ${phases(two)}`,
      1.25,
    ),
  ]
}
