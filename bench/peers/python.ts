/** The scripts of the peers, run in their Python environments. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { type Environment, python } from '../venv.ts'

const here = import.meta.dirname

export interface Outcome {
  readonly seconds: number
  readonly answer: string
}

/**
 * Runs one of the scripts beside this file.
 *
 * @param seconds  after which it is stopped; 0 for never
 */
export function runPython(script: string, args: readonly string[], environment: Environment = 'peers', seconds = 0): Outcome {
  const { status, stdout, stderr } = spawnSync(python(environment), [join(here, script), ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    timeout: seconds * 1000,
  })
  if (status !== 0) throw new Error(`${script} ${args.join(' ')}: ${stderr}`)
  return JSON.parse(stdout.trim().split('\n').at(-1) as string) as Outcome
}

/** Runs text-dedup's own command. */
export function runTextDedup(file: string, output: string, seconds = 0): Outcome {
  const start = performance.now()
  const args = [
    '-m',
    'text_dedup.minhash',
    '--path',
    'json',
    '--data_files',
    file,
    '--split',
    'train',
    '--output',
    output,
    '--cache_dir',
    `${output}.cache`,
    '--column',
    'text',
    '--ngram',
    '3',
    '--num_perm',
    '128',
    '--threshold',
    '0.8',
    '--num_proc',
    '2',
  ]
  const { status, stderr, stdout } = spawnSync(python('peers'), args, { encoding: 'utf8', timeout: seconds * 1000 })
  if (status !== 0) throw new Error(stderr)
  const kept = /After\s+:\s+minhash\.py:\d+\s+(\d+)/.exec(`${stdout}${stderr}`)?.[1] ?? '?'
  return { seconds: (performance.now() - start) / 1000, answer: `${kept} kept` }
}
