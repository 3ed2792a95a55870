/**
 * `s3://` against moto, a server of S3, on loopback.
 *
 * Covers   folders in and out, ranges, objects that change, parts of uploads that fail, resuming, missing buckets and rights before the work,
 *          credentials in messages and outputs.
 * Oracle   the same command on files.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import { type AddressInfo, connect, createServer as createSocketServer } from 'node:net'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { motoServer } from '../../../scripts/clusters/ensure-moto.mjs'
import { leitong, temporaryFolder } from '../../support/files.js'
import { corpus } from './web-server.js'

const SECRET = 'wJalrXUtnFEMIs3cr3t'
const KEY = 'AKIAFORTHETESTS0'
/** The store asks for a signature and does not look at it. */
const SIGNED = { authorization: 'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=0' }
const moto = motoServer()

let child: ChildProcess
let port = 0
let gate: Server
let url = ''
/** Looks at requests on their way to the store; true where it has answered itself. */
let between: (asked: IncomingMessage, answer: import('node:http').ServerResponse) => boolean = () => false
let asked: string[] = []
let folder = ''

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createSocketServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
const listens = () =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(!socket.destroy().connecting)).on('error', () => resolve(false))
  })

describe.skipIf(moto === undefined)('s3://', () => {
  beforeAll(async () => {
    port = await freePort()
    child = spawn(moto as string, ['-H', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' })
    while (!(await listens())) await new Promise((resolve) => setTimeout(resolve, 100))
    // Stands before the store, to see and to break what goes there.
    gate = createServer((incoming, answer) => {
      asked.push(`${incoming.method} ${incoming.url}`)
      if (between(incoming, answer)) return
      const { method, headers, url: path } = incoming
      const onward = request({ host: '127.0.0.1', port, method, path, headers }, (found) => {
        answer.writeHead(found.statusCode ?? 500, found.headers)
        found.pipe(answer)
      })
      onward.on('error', () => answer.destroy())
      incoming.pipe(onward)
    })
    await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(gate.address() as AddressInfo).port}`
  })
  afterAll(() => {
    gate?.closeAllConnections()
    gate?.close()
    child?.kill('SIGKILL')
  })
  beforeEach(async () => {
    between = () => false
    await fetch(`http://127.0.0.1:${port}/moto-api/reset`, { method: 'POST' })
    await fetch(`http://127.0.0.1:${port}/lake`, { method: 'PUT' })
    asked = []
    folder = temporaryFolder()
    mkdirSync(join(folder, 'temp'))
  })

  const put = (key: string, body: string | Buffer) =>
    fetch(`http://127.0.0.1:${port}/lake/${key}`, {
      method: 'PUT',
      headers: SIGNED,
      body: typeof body === 'string' ? body : new Uint8Array(body),
    })
  const get = async (key: string) =>
    Buffer.from(await (await fetch(`http://127.0.0.1:${port}/lake/${key}`, { headers: SIGNED })).arrayBuffer())
  const keys = async () => {
    const text = await (await fetch(`http://127.0.0.1:${port}/lake?list-type=2`, { headers: SIGNED })).text()
    return [...text.matchAll(/<Key>(.*?)<\/Key>/g)].map(([, key]) => key)
  }
  /** Uploads that were begun and neither completed nor given up. */
  const openUploads = async () =>
    (await (await fetch(`http://127.0.0.1:${port}/lake?uploads`, { headers: SIGNED })).text()).match(/<UploadId>/g)?.length ?? 0
  const env = () => ({
    AWS_ENDPOINT_URL: url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: KEY,
    AWS_SECRET_ACCESS_KEY: SECRET,
    TMPDIR: join(folder, 'temp'),
  })
  const run = (args: readonly string[], more: Record<string, string> = {}) => leitong(args, { cwd: folder, env: { ...env(), ...more } })

  it('takes a folder and gives a folder, as files would, and resumes', async () => {
    const shards = { 'a.jsonl': corpus(100), 'deep/b.jsonl.gz': corpus(100, 2), 'deep/c d.jsonl': corpus(100) }
    mkdirSync(join(folder, 'crawl/deep'), { recursive: true })
    for (const [name, text] of Object.entries(shards)) {
      const bytes = name.endsWith('.gz') ? gzipSync(text) : Buffer.from(text)
      writeFileSync(join(folder, 'crawl', name), bytes)
      await put(`crawl/${name}`, bytes)
    }
    await put('crawl/_SUCCESS', '')
    expect((await run(['dedupe', 'crawl/', '-o', 'kept/', '--removed', 'gone/'])).code).toBe(0)
    const args = ['dedupe', 's3://lake/crawl/', '-o', 's3://lake/kept/', '--removed', 's3://lake/gone/']
    const { code, stderr } = await run(args)
    expect([code, stderr]).toEqual([0, expect.stringContaining('s3://lake/kept/')])
    for (const name of Object.keys(shards)) {
      const unpacked = (bytes: Buffer) => (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
      expect(unpacked(await get(`kept/${name}`))).toBe(unpacked(readFileSync(join(folder, 'kept', name))))
      const removed = name
      const said = unpacked(await get(`gone/${removed}`)).replaceAll('s3://lake/', '')
      expect(said).toBe(unpacked(readFileSync(join(folder, 'gone', removed))))
    }
    expect(readdirSync(join(folder, 'temp'))).toEqual([])
    // Not again without being asked, and then only what is missing.
    const again = await run(args)
    expect([again.code, again.stderr]).toEqual([3, expect.stringContaining('the folder is not empty; --resume')])
    await fetch(`http://127.0.0.1:${port}/lake/kept/a.jsonl`, { method: 'DELETE', headers: SIGNED })
    asked = []
    expect((await run([...args, '--resume'])).code).toBe(0)
    expect(asked.filter((one) => one.startsWith('PUT') && one.includes('jsonl')).map((one) => one.replace(/\?.*/, ''))).toEqual([
      'PUT /lake/kept/a.jsonl',
    ])
    await put('crawl/a.jsonl', corpus(100, 7))
    const other = await run([...args, '--resume'])
    expect([other.code, other.stderr]).toEqual([3, expect.stringContaining('written from other inputs')])
  })

  it('reads a large object in ranges, takes them up where they broke, and writes in parts that appear whole', async () => {
    const text = corpus(75_000)
    await put('big.jsonl', text)
    let breaks = 5
    between = (incoming, answer) => {
      if (incoming.method !== 'GET' || !incoming.headers.range || breaks === 0) return false
      breaks--
      const onward = request({ host: '127.0.0.1', port, path: incoming.url, headers: incoming.headers }, (found) => {
        answer.writeHead(found.statusCode ?? 500, found.headers)
        found.once('data', (bytes: Buffer) => answer.write(bytes.subarray(0, 5000), () => answer.destroy()))
      })
      onward.end()
      return true
    }
    expect((await run(['dedupe', 's3://lake/big.jsonl', '-o', 's3://lake/kept.jsonl'])).code).toBe(0)
    expect(breaks).toBe(0)
    writeFileSync(join(folder, 'big.jsonl'), text)
    expect((await run(['dedupe', 'big.jsonl', '-o', 'kept.jsonl'])).code).toBe(0)
    expect((await get('kept.jsonl')).equals(readFileSync(join(folder, 'kept.jsonl')))).toBe(true)
    expect(asked.some((one) => one.includes('partNumber=2'))).toBe(true)
    expect(await openUploads()).toBe(0)
  })

  it('leaves nothing of an upload that fails, and changes no other output', async () => {
    await put('big.jsonl', corpus(75_000))
    between = (incoming, answer) => {
      if (!incoming.url?.includes('partNumber=2')) return false
      incoming.resume()
      answer.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>')
      return true
    }
    const { code, stderr } = await run(['dedupe', 's3://lake/big.jsonl', '-o', 's3://lake/kept.jsonl', '--removed', 'gone.jsonl'])
    expect([code, stderr]).toEqual([3, expect.stringContaining('s3://lake/kept.jsonl: cannot be written')])
    expect(await keys()).toEqual(['big.jsonl'])
    expect(await openUploads()).toBe(0)
    expect(readdirSync(folder)).toEqual(['temp'])
    expect(readdirSync(join(folder, 'temp'))).toEqual([])
  })

  it('tells an object that changes while it is read', async () => {
    await put('big.jsonl', corpus(75_000))
    let isFirst = true
    between = (incoming, answer) => {
      if (!incoming.headers.range || !isFirst) return false
      isFirst = false
      void put('big.jsonl', corpus(75_000, 9)).then(() => answer.destroy())
      return true
    }
    const { code, stderr } = await run(['dedupe', 's3://lake/big.jsonl', '-o', 'kept.jsonl'])
    expect([code, stderr]).toEqual([3, expect.stringContaining('s3://lake/big.jsonl: it was changed or replaced while it was read')])
    expect(readdirSync(folder)).toEqual(['temp'])
  })

  it('says before the work what cannot be written, and never writes over its input', async () => {
    await put('a.jsonl', corpus(20))
    const missing = await run(['dedupe', 's3://lake/a.jsonl', '-o', 's3://none/kept.jsonl'])
    expect([missing.code, missing.stderr]).toEqual([
      3,
      expect.stringContaining('s3://none/kept.jsonl: cannot be written: the server answered 404'),
    ])
    const over = await run(['dedupe', 's3://lake/a.jsonl', '-o', 's3://lake/a.jsonl'])
    expect([over.code, over.stderr]).toEqual([2, expect.stringContaining('which is the input s3://lake/a.jsonl')])
    for (const input of ['s3://lake/none.jsonl', 's3://lake/none/', 's3://none/a.jsonl'])
      expect((await run(['dedupe', input])).stderr).toContain(`${input}: `)
    expect((await get('a.jsonl')).toString()).toBe(corpus(20))
  })

  it('reads and writes Parquet', async () => {
    writeFileSync(
      join(folder, 'a.csv'),
      `id,text\n${Array.from({ length: 20 }, (_, i) => `${i},the words of text ${i >> 1} that stand in a row`).join('\n')}\n`,
    )
    const { DuckDBInstance } = await import('@duckdb/node-api')
    const connection = await (await DuckDBInstance.create(':memory:')).connect()
    await connection.run(`COPY (SELECT * FROM '${join(folder, 'a.csv')}') TO '${join(folder, 'a.parquet')}'`)
    await put('a.parquet', readFileSync(join(folder, 'a.parquet')))
    const { code, stderr } = await run(['dedupe', 's3://lake/a.parquet', '-o', 's3://lake/kept.parquet'])
    expect([code, stderr]).toEqual([0, expect.anything()])
    writeFileSync(join(folder, 'kept.parquet'), await get('kept.parquet'))
    const rows = await connection.runAndReadAll(`SELECT id FROM '${join(folder, 'kept.parquet')}'`)
    expect(rows.getRows()).toHaveLength(10)
  })

  it('shows no credentials, right or wrong, wherever they come from', async () => {
    await put('a.jsonl', corpus(20))
    mkdirSync(join(folder, '.aws'))
    writeFileSync(join(folder, '.aws/credentials'), `[default]\naws_access_key_id = ${KEY}\naws_secret_access_key = ${SECRET}\n`)
    const none = { AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '', HOME: folder, AWS_EC2_METADATA_DISABLED: 'true' }
    const outputs = ['-o', 'kept.jsonl', '--removed', 'gone.jsonl', '--groups', 'groups.jsonl', '--report', 'report.html']
    const ofFile = await run(['dedupe', 's3://lake/a.jsonl', ...outputs], none)
    expect([ofFile.code, ofFile.stderr]).toEqual([0, expect.anything()])
    const summary = await run(['dedupe', 's3://lake/a.jsonl', '--json'])
    const told = [ofFile, summary]
    between = (_, answer) => {
      answer.writeHead(403).end(`<Error><Code>SignatureDoesNotMatch</Code><Message>${KEY} ${SECRET}</Message></Error>`)
      return true
    }
    for (const args of [['s3://lake/a.jsonl'], ['s3://lake/crawl/'], ['kept.jsonl', '-o', 's3://lake/kept.jsonl']]) {
      const refused = await run(['dedupe', ...args])
      expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining('403')])
      told.push(refused)
    }
    const without = await run(['dedupe', 's3://lake/a.jsonl'], { ...none, HOME: join(folder, 'temp') })
    expect(without.stderr).toContain('there are no credentials')
    for (const { stdout, stderr } of [...told, without]) for (const secret of [SECRET, KEY]) expect(stdout + stderr).not.toContain(secret)
    for (const name of readdirSync(folder).filter((name) => /\w\./.test(name)))
      for (const secret of [SECRET, KEY]) expect(readFileSync(join(folder, name), 'utf8')).not.toContain(secret)
  })
})
