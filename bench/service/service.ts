/**
 * The service at its work, the client's share included: `npm run bench:service -- [--documents N] [--fill N] [--batch N] [--queries N]`.
 *
 * Texts of about 1 kB go through add-if-new in batches, then single queries come from 16 connections to an index that was filled up. The
 * library does the same work in this process. Beside both, datasketch's MinHashLSH with Redis and the simhash server of yanyiwu stand where
 * they are to be had. Processor time is told apart: on a busy machine it says more than the clock.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openIndex } from '../../dist/index.js'
import { createRandom } from '../random.ts'
import { datasketchOnRedis } from './datasketch.ts'
import { fill, textOf } from './texts.ts'

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '20000' },
    fill: { type: 'string', default: '1000000' },
    batch: { type: 'string', default: '500' },
    queries: { type: 'string', default: '20000' },
    peers: { type: 'boolean', default: true },
  },
  allowNegative: true,
})
const [DOCUMENTS, FILL, BATCH, QUERIES] = [values.documents, values.fill, values.batch, values.queries].map(Number) as [
  number,
  number,
  number,
  number,
]
const CONNECTIONS = 16
const OPTIONS = { threshold: 0.7 } as const
const folder = mkdtempSync(join(tmpdir(), 'leitong-bench-'))
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })

/** Seconds of processor time of a process, by the names of its threads. */
function processorOf(pid: number): Map<string, number> {
  const seconds = new Map<string, number>()
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const [, name = '', rest = ''] = /\((.*)\) (.*)/.exec(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')) ?? []
    const fields = rest.split(' ')
    const key = Number(thread) === pid ? 'clients' : name === 'node' || name.includes('Worker') ? 'indexes' : 'others'
    seconds.set(key, (seconds.get(key) ?? 0) + (Number(fields[11]) + Number(fields[12])) / 100)
  }
  return seconds
}

function post(url: string, path: string, body: string, method = 'POST'): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const sent = request(url + path, { method, agent, headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk) => chunks.push(chunk))
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        if ((answer.statusCode ?? 0) < 300) resolve(text)
        else reject(new Error(text))
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Work from several connections; each takes the next piece. */
async function parallel(count: number, connections: number, work: (i: number) => Promise<void>): Promise<number> {
  let next = 0
  const began = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (next < count) await work(next++)
    }),
  )
  return (performance.now() - began) / 1000
}

const own = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
const each = (seconds: number, count: number) => `${Math.round((seconds * 1e6) / count)} us`

async function startService(): Promise<{ url: string; pid: number; end: () => Promise<void> }> {
  const main = new URL('../../dist/bundle/leitong.js', import.meta.url).pathname
  const child = spawn(
    process.execPath,
    [
      ...(process.env['LEITONG_PROFILE'] ? ['--cpu-prof', '--cpu-prof-dir', process.env['LEITONG_PROFILE']] : []),
      main,
      'serve',
      '--no-keys',
      '--port',
      '0',
      '--data',
      folder,
    ],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const url = await new Promise<string>((resolve) => {
    let log = ''
    child.stderr.on('data', (data) => {
      if (log.length < 1 << 16) log += data
      const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(log) ?? []
      if (found) resolve(found)
    })
  })
  const end = async () => {
    child.kill('SIGTERM')
    await new Promise((resolve) => child.once('exit', resolve))
  }
  return { url, pid: child.pid as number, end }
}

/** The library: the same documents into an index of its own. */
async function library(name: string): Promise<number> {
  const index = await openIndex(join(folder, 'library'), OPTIONS)
  const documents = Array.from({ length: DOCUMENTS }, (_, i) => ({ id: i, text: textOf(i, name) }))
  const [began, processor] = [performance.now(), own()]
  let news = 0
  for await (const { status } of index.addAll(documents, { ifNew: true })) news += Number(status === 'new')
  const seconds = (performance.now() - began) / 1000
  console.log(
    `library: ${Math.round(DOCUMENTS / seconds)} adds/s, ${news} new; processor time ${each(own() - processor, DOCUMENTS)} an add`,
  )
  await index.close()
  return DOCUMENTS / seconds
}

async function service(): Promise<void> {
  const { url, pid, end } = await startService()
  await post(url, '/indexes/bench', JSON.stringify({ options: OPTIONS }), 'PUT')
  await post(url, '/indexes/bench/add-if-new', JSON.stringify({ documents: [{ id: 'first', text: 'one to begin with' }] }))
  const bodies = Array.from({ length: Math.ceil(DOCUMENTS / BATCH) }, (_, batch) =>
    JSON.stringify({
      documents: Array.from({ length: BATCH }, (_, i) => ({ id: batch * BATCH + i, text: textOf(batch * BATCH + i, 'texts') })),
    }),
  )
  const [before, processor] = [processorOf(pid), own()]
  let news = 0
  const seconds = await parallel(bodies.length, 4, async (i) => {
    const answer = await post(url, '/indexes/bench/add-if-new', bodies[i] as string)
    news += answer.split('"status":"new"').length - 1
  })
  const after = processorOf(pid)
  const shares = [...after].map(([name, value]) => `${name} ${each(value - (before.get(name) ?? 0), DOCUMENTS)}`).join(', ')
  console.log(
    `service: ${Math.round(DOCUMENTS / seconds)} adds/s, ${news} new; processor time of its threads an add: ${shares}; of the client ${each(own() - processor, DOCUMENTS)}`,
  )
  const ofLibrary = await library('texts')
  console.log(`service to library: ${(DOCUMENTS / seconds / ofLibrary).toFixed(2)}`)
  await end()
  if (QUERIES) await queries()
}

async function queries(): Promise<void> {
  const filling = performance.now()
  await fill(join(folder, 'indexes', 'bench'), FILL)
  console.log(`filled up to ${FILL} documents in ${((performance.now() - filling) / 1000).toFixed(0)} s`)
  const { url, pid, end } = await startService()
  const random = createRandom(3)
  const asked = Array.from({ length: 1000 }, () => JSON.stringify({ text: textOf(random() % DOCUMENTS, 'texts'), limit: 1 }))
  await post(url, '/indexes/bench/query', asked[0] as string)
  const milliseconds: number[] = []
  const [before, processor] = [processorOf(pid), own()]
  const seconds = await parallel(QUERIES, CONNECTIONS, async (i) => {
    const began = performance.now()
    const answer = await post(url, '/indexes/bench/query', asked[i % asked.length] as string)
    milliseconds.push(performance.now() - began)
    if (!answer.includes('"similarity":1,')) throw new Error(answer)
  })
  const after = processorOf(pid)
  const shares = [...after].map(([name, value]) => `${name} ${each(value - (before.get(name) ?? 0), QUERIES)}`).join(', ')
  milliseconds.sort((a, b) => a - b)
  const [median, late] = [0.5, 0.99].map((share) => (milliseconds[Math.floor(share * QUERIES)] as number).toFixed(1))
  console.log(
    `service: ${Math.round(QUERIES / seconds)} queries/s among ${FILL}; median ${median} ms, p99 ${late} ms; processor time of its threads a query: ${shares}; of the client ${each(own() - processor, QUERIES)}`,
  )
  await end()
}

try {
  await service()
  if (values.peers) await datasketchOnRedis(DOCUMENTS)
} finally {
  agent.destroy()
  rmSync(folder, { recursive: true, force: true })
}
