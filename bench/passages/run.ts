/**
 * `leitong passages` beside the suffix array of the same texts by libdivsufsort. CPU seconds and peak memory, in one run.
 *
 *     npx tsx bench/passages/run.ts [letters] [--alone]    # 60000 letters; --alone leaves the peer out
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { python } from '../venv.js'

const here = import.meta.dirname
const data = join(here, '../.data')
const letters = Number(process.argv[2] ?? 60_000)
const leitong = join(here, '../../dist/bundle/leitong.js')
const file = join(data, `passages-${letters}.jsonl`)
const out = join(data, `passages-${letters}.out`)
mkdirSync(data, { recursive: true })
if (!existsSync(file)) execFileSync(process.execPath, [leitong, 'generate', 'petitions', '--size', String(letters), '-o', file, '-q'])

/** CPU seconds and peak memory of one run of the command. */
function own(): { seconds: number; peakMB: number } {
  const report = `process.on('exit', () => { const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    console.error(JSON.stringify({ seconds: (userCPUTime + systemCPUTime) / 1e6, peakMB: maxRSS / 1024 })) })`
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      '--import',
      `data:text/javascript,${encodeURIComponent(report)}`,
      leitong,
      'passages',
      file,
      '--memory',
      '4GB',
      '--passages',
      out,
      '-q',
    ],
    { encoding: 'utf8' },
  )
  rmSync(out, { force: true })
  if (status) throw new Error(stderr)
  return JSON.parse(stderr.trim().split('\n').at(-1) as string)
}

const line = (name: string, { seconds, peakMB }: { seconds: number; peakMB: number }) =>
  console.log(`${name}: ${seconds.toFixed(1)} s of CPU, ${Math.round(peakMB)} MB`)
console.log(`${letters} letters, ${Math.round(statSync(file).size / 1e6)} MB`)
const ours = own()
line('leitong passages', ours)
if (!process.argv.includes('--alone')) {
  const peer = JSON.parse(execFileSync(python('suffixes'), [join(here, '../peers/suffixes.py'), file], { encoding: 'utf8' }))
  line('pydivsufsort', peer)
  console.log(`${(peer.seconds / ours.seconds).toFixed(1)} times`)
}
