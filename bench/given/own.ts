/** One run of leitong over a file of {@link data.ts}, in a process of its own: a line of JSON with CPU seconds, peak memory and pairs. */
import { readFileSync } from 'node:fs'
import { dedupe } from '../../dist/index.js'
import { hammingPairs } from '../../dist/stages.js'

const [kind, path = '', size = '0', limit = '0'] = process.argv.slice(2)
const bytes = readFileSync(path)
const pairs: string[] = []
let start = process.cpuUsage()

if (kind === 'vectors') {
  const dimensions = Number(size)
  const all = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
  const rows = Array.from({ length: all.length / dimensions }, (_, id) => ({ id, v: all.subarray(id * dimensions, (id + 1) * dimensions) }))
  start = process.cpuUsage()
  const result = await dedupe(rows, { vectorField: 'v', threshold: Number(limit), pairs: true })
  for (const { a, b } of result.pairs()) pairs.push(`${a} ${b}`)
  process.stderr.write(`${result.summary.plan}\n`)
  await result.close()
} else {
  const words = new BigUint64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
  start = process.cpuUsage()
  const { plan } = hammingPairs(words, { bits: Number(size), distance: Number(limit) }, (triples) => {
    for (let i = 0; i < triples.length; i += 3) pairs.push(`${triples[i]} ${triples[i + 1]}`)
    return false
  })
  process.stderr.write(`${plan.reason}\n`)
}
const { user, system } = process.cpuUsage(start)
process.stdout.write(JSON.stringify({ seconds: (user + system) / 1e6, megabytes: process.resourceUsage().maxRSS / 1024, pairs }))
