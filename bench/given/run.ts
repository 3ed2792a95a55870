/**
 * Signatures made elsewhere, beside faiss, on data with known neighbours. CPU seconds of all threads, reading the file not counted.
 *
 *     npx tsx bench/given/run.ts [vectors] [binary] [--count 100000] [--fingerprints 1000000]
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { python } from '../venv.js'
import { writeFingerprints, writeVectors } from './data.js'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { count: { type: 'string', default: '100000' }, fingerprints: { type: 'string', default: '1000000' } },
})
const parts = positionals.length ? positionals : ['vectors', 'binary']
const folder = mkdtempSync(join(tmpdir(), 'leitong-bench-'))
const own = new URL('own.ts', import.meta.url).pathname
const peer = process.env['LEITONG_BENCH_PYTHON'] ?? python('faiss')
const script = new URL('../peers/vectors.py', import.meta.url).pathname

interface Measured {
  readonly seconds: number
  readonly megabytes: number
  readonly pairs: readonly string[]
}

const run = (program: string, args: readonly (string | number)[]): Measured =>
  JSON.parse(
    execFileSync(program, args.map(String), { encoding: 'utf8', maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'inherit'] }),
  ) as Measured

function compare(
  what: string,
  near: ReadonlySet<string>,
  path: string,
  size: number,
  limit: number,
  rivals: readonly (readonly [string, number, number])[],
): void {
  const ours = run(process.execPath, ['--import', 'tsx', own, what.split(',')[0] as string, path, size, limit])
  const line = (name: string, { seconds, megabytes, pairs }: Measured, wanted: number, times: string) => {
    const found = pairs.filter((pair) => near.has(pair)).length
    const cells = [what, name, seconds.toFixed(1), times, `${megabytes.toFixed(0)} MB`, `${found} of ${wanted}`, pairs.length - found]
    console.log(`| ${cells.join(' | ')} |`)
  }
  line('leitong', ours, near.size, '')
  for (const [kind, queries, count] of rivals) {
    const its = run(peer, [script, kind, path, size, limit, queries])
    const wanted =
      queries === count ? near.size : [...near].filter((pair) => pair.split(' ').some((place) => Number(place) < queries)).length
    line(`faiss ${kind}${queries === count ? '' : `, ${queries} queries scaled`}`, its, wanted, (its.seconds / ours.seconds).toFixed(1))
  }
}

console.log('| data | | CPU s | times leitong | peak | pairs found | others |')
console.log('|---|---|--:|--:|--:|--:|--:|')
try {
  const count = Number(values.count)
  if (parts.includes('vectors')) {
    const path = join(folder, 'vectors')
    const near = writeVectors(path, count, 256, 0.9)
    const few = Math.min(count, 2000)
    compare(`vectors, ${count} × 256, cosine 0.9`, near, path, 256, 0.9, [
      ['flat', few, count],
      ['hnsw', count, count],
      ['lsh', few, count],
    ])
  }
  const many = Number(values.fingerprints)
  if (parts.includes('binary'))
    for (const [bits, distance] of [
      [64, 6],
      [256, 12],
    ] as const) {
      const path = join(folder, `f${bits}`)
      const near = writeFingerprints(path, many, bits, 2 * distance, distance)
      compare(`binary, ${many} × ${bits} bits, distance ${distance}`, near, path, bits, distance, [
        ['binary-flat', Math.min(many, 1000), many],
        ['multi-hash', Math.min(many, bits === 64 ? 20000 : many), many],
      ])
    }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
