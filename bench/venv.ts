/** Python environments of the peers, one for each file of bench/requirements, made in bench/.venv when first needed. */
import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const here = import.meta.dirname

/** Two packages call themselves "simhash"; the C++ one gets an environment of its own. So do what matches rows, what speaks HTTP and what runs on Spark, for their dependencies. */
export type Environment =
  | 'peers'
  | 'pybind'
  | 'service'
  | 'splink'
  | 'faiss'
  | 'suffixes'
  | 'spark'
  | 'retsim'
  | 'tables'
  | 'datatrove'
  | 'pyjedai'

/** Their file names all that they need. */
const COMPLETE: readonly Environment[] = ['pyjedai']

/** The path of the environment's Python. */
export function python(environment: Environment): string {
  const home = join(here, '.venv', environment)
  const path = join(home, 'bin/python')
  const ready = join(home, 'ready')
  if (existsSync(ready)) return path
  console.log(`installing the Python peers (${environment}) into bench/.venv`)
  execFileSync('python3', ['-m', 'venv', home], { stdio: 'inherit' })
  const alone = COMPLETE.includes(environment) ? ['--no-deps'] : []
  execFileSync(path, ['-m', 'pip', 'install', '-q', ...alone, '-r', join(here, 'requirements', `${environment}.txt`)], { stdio: 'inherit' })
  writeFileSync(ready, '')
  return path
}
