/** A Python environment of its own for the peers, made when first needed. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const folder = new URL('../.venv/', import.meta.url).pathname
const here = import.meta.dirname

// Two packages call themselves "simhash": the C++ one gets an environment of its own.
export type Environment = 'peers' | 'pybind'

function python(environment: Environment): string {
  const home = join(folder, environment)
  const path = join(home, 'bin/python')
  if (existsSync(join(home, 'ready'))) return path
  console.log(`installing the Python peers (${environment}) into bench/.venv`)
  execFileSync('python3', ['-m', 'venv', home], { stdio: 'inherit' })
  const packages = execFileSync('cat', [join(here, 'requirements.txt')], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .filter((line) => line.startsWith('simhash-pybind') === (environment === 'pybind'))
  execFileSync(path, ['-m', 'pip', 'install', '-q', 'numpy', ...packages], { stdio: 'inherit' })
  execFileSync('touch', [join(home, 'ready')])
  return path
}

export interface Outcome {
  readonly seconds: number
  readonly answer: string
}

/** Runs one of the scripts beside this file. */
export function runPython(script: string, args: readonly string[], environment: Environment = 'peers'): Outcome {
  const { status, stdout, stderr } = spawnSync(python(environment), [join(here, script), ...args], { encoding: 'utf8', maxBuffer: 1 << 28 })
  if (status !== 0) throw new Error(`${script} ${args.join(' ')}: ${stderr}`)
  return JSON.parse(stdout.trim().split('\n').at(-1) as string) as Outcome
}

/** Runs text-dedup's own command. */
export function runTextDedup(file: string, output: string): Outcome {
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
  const { status, stderr, stdout } = spawnSync(python('peers'), args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  const kept = /After\s+:\s+minhash\.py:\d+\s+(\d+)/.exec(`${stdout}${stderr}`)?.[1] ?? '?'
  return { seconds: (performance.now() - start) / 1000, answer: `${kept} kept` }
}
