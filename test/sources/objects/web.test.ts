/**
 * Objects behind HTTP, read by the command as if they were files.
 *
 * Covers   ranges and files at once, how far they are, failures and signals that stop them, connections that break, objects that change, servers without ranges, redirects and what goes along with them, compression,
 *          tables, folders of hubs, names in ids and messages, temporary copies.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dedupe } from '../../../src/index.js'
import { leitong, temporaryFolder } from '../../support/files.js'
import { corpus, startWebServer, type WebServer } from './web-server.js'

let server: WebServer
let folder: string
beforeEach(async () => {
  server = await startWebServer()
  folder = temporaryFolder()
  mkdirSync(join(folder, 'temp'))
})
afterEach(() => server.close())

const run = (args: readonly string[], env: Record<string, string> = {}) =>
  leitong([...args, '--temp', join(folder, 'temp')], { cwd: folder, env })
const kept = (name = 'kept.jsonl') => readFileSync(join(folder, name))

/** What the same command makes of the bytes as a file. */
async function ofFile(bytes: Buffer | string, name = 'a.jsonl'): Promise<Buffer> {
  writeFileSync(join(folder, name), bytes)
  expect((await run(['dedupe', name, '-o', 'of-file.jsonl'])).code).toBe(0)
  return kept('of-file.jsonl')
}

describe('a file of a web server', () => {
  it('is read in ranges at once, each taken up where it broke, and gives what the file gives', async () => {
    const bytes = Buffer.from(corpus(75_000))
    expect(bytes.length).toBeGreaterThan(16 << 20)
    server.files.set('/a.jsonl', { bytes, etag: '"one"' })
    server.breakAfter = 1_000_000
    server.breaks = 10
    // So that all ranges are asked for before the first is answered, on a busy machine too.
    server.delay = 100
    const { code, stderr } = await run(['dedupe', `${server.url}/a.jsonl`, '-o', 'kept.jsonl'])
    server.delay = 0
    expect([code, stderr]).toEqual([0, expect.stringContaining('kept.jsonl')])
    expect(server.breaks).toBe(0)
    expect(server.atOnce).toBeGreaterThan(1)
    // Nothing is asked for twice: the ranges that were taken up begin where others ended.
    const starts = server.requests.slice(1).map(({ headers }) => headers.range?.split('=')[1]?.split('-')[0])
    expect(new Set(starts).size).toBe(starts.length)
    expect(server.requests.slice(1).every(({ headers }) => headers['if-match'] === '"one"')).toBe(true)
    expect(kept().equals(await ofFile(bytes))).toBe(true)
    expect(readdirSync(join(folder, 'temp'))).toEqual([])
  })

  it('that changes between two ranges is an error, and nothing is written', async () => {
    const bytes = Buffer.from(corpus(75_000))
    const file = { bytes, etag: '"one"' }
    server.files.set('/a.jsonl', file)
    server.before = () => {
      if (server.requests.length === 3) file.etag = '"two"'
      return false
    }
    const strong = await run(['dedupe', `${server.url}/a.jsonl`, '-o', 'kept.jsonl'])
    expect([strong.code, strong.stderr]).toEqual([3, expect.stringContaining('was changed or replaced while it was read')])
    // Weak tags cannot be asked for; they are held against each other.
    file.etag = 'W/"one"'
    server.requests.length = 0
    server.before = () => {
      if (server.requests.length === 3) file.etag = 'W/"two"'
      return false
    }
    const weak = await run(['dedupe', `${server.url}/a.jsonl`, '-o', 'kept.jsonl'])
    expect([weak.code, weak.stderr]).toEqual([3, expect.stringContaining('was changed or replaced while it was read')])
    expect(existsSync(join(folder, 'kept.jsonl'))).toBe(false)
    expect(readdirSync(join(folder, 'temp'))).toEqual([])
  })

  it('without ranges is read again from its beginning when it breaks', async () => {
    const bytes = Buffer.from(corpus(500))
    server.files.set('/a.jsonl', { bytes, whole: true })
    server.breakAfter = 1000
    server.breaks = 3
    expect((await run(['dedupe', `${server.url}/a.jsonl`, '-o', 'kept.jsonl'])).code).toBe(0)
    expect(kept().equals(await ofFile(bytes))).toBe(true)
  })

  it('is asked for again where the server is busy, and given up in the end', async () => {
    const bytes = Buffer.from(corpus(100))
    server.files.set('/a.jsonl', { bytes, etag: '"one"' })
    let refusals = 3
    server.before = (_path, _request, response) => {
      if (refusals-- <= 0) return false
      response.writeHead(503, { 'retry-after': '0' }).end()
      return true
    }
    expect((await run(['dedupe', `${server.url}/a.jsonl`, '-o', 'kept.jsonl'])).code).toBe(0)
    refusals = Number.POSITIVE_INFINITY
    const { code, stderr } = await run(['dedupe', `${server.url}/a.jsonl`])
    expect([code, stderr]).toEqual([3, expect.stringContaining('the server answered 503')])
  })

  it('is unpacked by its first bytes, and a table by its name', async () => {
    const text = corpus(200)
    server.files.set('/packed', { bytes: gzipSync(text), etag: '"one"' })
    expect((await run(['dedupe', `${server.url}/packed`, '--format', 'jsonl', '-o', 'kept.jsonl'])).code).toBe(0)
    expect(kept().equals(await ofFile(text))).toBe(true)
    const table = `id,text\n${text
      .trim()
      .split('\n')
      .map((line) => Object.values(JSON.parse(line)).join(','))
      .join('\n')}\n`
    // Servers say this of files that are packed as they lie there; it is no packing of the way.
    server.files.set('/a.csv.gz', { bytes: gzipSync(table), etag: '"one"', headers: { 'content-encoding': 'gzip' } })
    expect((await run(['dedupe', `${server.url}/a.csv.gz`, '-o', 'kept.csv'])).code).toBe(0)
    writeFileSync(join(folder, 'a.csv'), table)
    expect((await run(['dedupe', 'a.csv', '-o', 'of-file.csv'])).code).toBe(0)
    expect(kept('kept.csv').equals(kept('of-file.csv'))).toBe(true)
  })

  it('may be empty; what is not there, or not a file, is told', async () => {
    server.files.set('/empty.jsonl', { bytes: Buffer.alloc(0), etag: '"one"' })
    const { stderr: empty } = await run(['dedupe', `${server.url}/empty.jsonl`])
    writeFileSync(join(folder, 'empty.jsonl'), '')
    const { stderr: file } = await run(['dedupe', 'empty.jsonl'])
    expect(empty.replaceAll(`${server.url}/`, '')).toBe(file)
    expect((await run(['dedupe', `${server.url}/none.jsonl`])).stderr).toContain(`${server.url}/none.jsonl: the store has no such object`)
    expect((await run(['dedupe', `${server.url}/folder/`])).stderr).toContain('name each file')
  })

  it('is opened by a signed query that shows nowhere, and by no password in the URL', async () => {
    server.files.set('/a.jsonl', { bytes: Buffer.from('{"text":"one and one"}\n{"text":"one and one"}\n{"other":1}\n'), etag: '"one"' })
    const args = [
      'dedupe',
      `${server.url}/a.jsonl?signature=s3cr3t`,
      '-o',
      'kept.jsonl',
      '--rejects',
      'bad.jsonl',
      '--removed',
      'gone.jsonl',
    ]
    const { code, stdout, stderr } = await run([...args, '--report', 'report.html'])
    expect(code).toBe(0)
    expect(server.requests[0]?.path).toContain('s3cr3t')
    for (const text of [
      stdout,
      stderr,
      ...readdirSync(folder)
        .filter((name) => /\./.test(name))
        .map((name) => kept(name).toString()),
    ])
      expect(text).not.toContain('s3cr3t')
    expect(kept('gone.jsonl').toString()).toContain(`"${server.url}/a.jsonl:1"`)
    const named = await run(['dedupe', server.url.replace('//', '//me:s3cr3t@')])
    expect(named.code).not.toBe(0)
    expect(named.stderr).not.toContain('s3cr3t')
  })

  it('is a side of a link, a library of passages, old documents, and what an index adds', async () => {
    const text = corpus(60)
    server.files.set('/a.jsonl', { bytes: Buffer.from(text), etag: '"one"' })
    writeFileSync(join(folder, 'a.jsonl'), text)
    const url = `${server.url}/a.jsonl`
    for (const args of [
      ['link', '@', 'a.jsonl', '--pairs', 'out'],
      ['passages', '@', '--passages', 'out'],
      ['dedupe', 'a.jsonl', '--against', '@', '--removed', 'out'],
    ]) {
      const outputs: string[] = []
      for (const input of [url, 'a.jsonl']) {
        const { code, stderr } = await run(args.map((arg) => (arg === '@' ? input : arg)))
        expect([code, stderr]).toEqual([0, expect.anything()])
        outputs.push(kept('out').toString().replaceAll(url, 'a.jsonl'))
      }
      expect(outputs[0]).toBe(outputs[1])
      expect(outputs[0]?.length).toBeGreaterThan(100)
    }
    const added = await leitong(['index', 'create', 'of-url.leitong'], { cwd: folder })
    expect(added.code).toBe(0)
    const { code, stdout } = await leitong(['index', 'add', 'of-url.leitong', url], { cwd: folder })
    expect(code).toBe(0)
    expect(stdout.trim().split('\n')).toHaveLength(60)
  })

  it('takes no output', async () => {
    server.files.set('/a.jsonl', { bytes: Buffer.from(corpus(5)), etag: '"one"' })
    const { code, stderr } = await run(['dedupe', `${server.url}/a.jsonl`, '-o', `${server.url}/b.jsonl`])
    expect([code, stderr]).toEqual([3, expect.stringContaining('outputs go to s3:// alone')])
  })
})

describe('several files of a web server', () => {
  const names = Array.from({ length: 6 }, (_, i) => `/${i}.jsonl`)
  const urls = () => names.map((name) => server.url + name)
  const serve = () => {
    for (const [i, name] of names.entries()) server.files.set(name, { bytes: Buffer.from(corpus(100, i + 1)), etag: `"${i}"` })
  }

  it('are asked for at once, and come in the order in which they were named, between files', async () => {
    serve()
    writeFileSync(join(folder, 'a.jsonl'), corpus(20, 99))
    server.delay = 300
    const named = [...urls().slice(0, 3), 'a.jsonl', ...urls().slice(3)]
    const { code, stderr } = await run(['dedupe', ...named, '-o', 'kept.jsonl'])
    expect([code, stderr]).toEqual([0, expect.stringContaining('kept.jsonl')])
    // One after another there would never be two.
    expect(server.atOnce).toBeGreaterThanOrEqual(names.length)
    const texts = names.map((name) => server.files.get(name)?.bytes ?? Buffer.alloc(0))
    texts.splice(3, 0, readFileSync(join(folder, 'a.jsonl')))
    expect(kept().equals(await ofFile(Buffer.concat(texts), 'b.jsonl'))).toBe(true)
  })

  it('end together where one fails: nobody waits for an answer that does not come', async () => {
    serve()
    const held: Promise<void>[] = []
    server.before = (path, request, response) => {
      const isProbe = request.headers.range === 'bytes=0-0'
      if (isProbe || (path !== '/0.jsonl' && path !== '/3.jsonl')) return false
      if (path === '/3.jsonl') setTimeout(() => response.writeHead(403).end(), 200)
      else {
        held.push(new Promise((resolve) => response.on('close', () => resolve())))
        const size = server.files.get(path)?.bytes.length ?? 0
        response.writeHead(206, { etag: '"0"', 'content-range': `bytes 0-${size - 1}/${size}` }).write('{')
      }
      return true
    }
    const began = performance.now()
    const { code, stderr } = await run(['dedupe', ...urls(), '-o', 'kept.jsonl'])
    expect([code, stderr]).toEqual([3, expect.stringContaining('/3.jsonl: cannot be read: the server answered 403')])
    expect(held).toHaveLength(1)
    await held[0]
    // A silent answer is given up after a minute.
    expect(performance.now() - began).toBeLessThan(30_000)
    expect(readdirSync(join(folder, 'temp'))).toEqual([])
  })

  it('tell the library how much of them has come, and are stopped by its signal', async () => {
    serve()
    const size = [...server.files.values()].reduce((sum, { bytes }) => sum + bytes.length, 0)
    const told: [string, number, number | undefined][] = []
    const temp = join(folder, 'temp')
    const result = await dedupe({ files: urls() }, { temp, onProgress: (...args) => told.push(args) })
    await result.close()
    const copied = told.filter(([phase]) => phase === 'copy')
    expect(copied.at(0)).toEqual(['copy', 0, size])
    expect(copied.at(-1)).toEqual(['copy', size, size])
    expect(copied.length).toBeGreaterThan(names.length)
    expect(told.slice(0, copied.length)).toEqual(copied)
    const stop = new AbortController()
    let isClosed: Promise<void> | undefined
    server.before = (path, request, response) => {
      if (request.headers.range === 'bytes=0-0' || path !== '/2.jsonl') return false
      isClosed = new Promise((resolve) => response.on('close', () => resolve()))
      setTimeout(() => stop.abort(new Error('enough')), 100)
      return true
    }
    await expect(dedupe({ files: urls() }, { temp, signal: stop.signal })).rejects.toThrow('enough')
    await isClosed
    expect(readdirSync(temp)).toEqual([])
  })
})

describe('a dataset of a hub', () => {
  const token = 'hf_s3cr3tT0ken'

  it('is listed and read with a token that stays with the hub, shards in, shards out', async () => {
    const lake = await startWebServer()
    try {
      const shards = { 'data/a.jsonl': corpus(50), 'data/deep/b.jsonl.gz': corpus(50, 2), 'data/README.png': 'words' }
      for (const [name, text] of Object.entries(shards)) {
        const bytes = name.endsWith('.gz') ? gzipSync(text) : Buffer.from(text)
        lake.files.set(`/blobs/${name}`, { bytes, etag: `"${name}"` })
      }
      server.before = (path, request, response) => {
        if (request.headers.authorization !== `Bearer ${token}`) response.writeHead(401).end()
        else if (path === '/api/datasets/me/texts/tree/v1/data?recursive=true') {
          const entries = Object.keys(shards).map((name) => ({ type: 'file', path: name }))
          const next = `<${server.url}/api/datasets/me/texts/tree/v1/data?recursive=true&cursor=2>; rel="next"`
          response.writeHead(200, { link: next }).end(JSON.stringify([{ type: 'directory', path: 'data/deep' }, ...entries.slice(0, 1)]))
        } else if (path.endsWith('cursor=2'))
          response.end(
            JSON.stringify(
              Object.keys(shards)
                .slice(1)
                .map((name) => ({ type: 'file', path: name })),
            ),
          )
        else if (path.startsWith('/datasets/me/texts/resolve/v1/'))
          response.writeHead(302, { location: `${lake.url}/blobs/${path.slice('/datasets/me/texts/resolve/v1/'.length)}` }).end()
        else response.writeHead(404).end()
        return true
      }
      const env = { HF_ENDPOINT: server.url, HF_TOKEN: token }
      const { code, stderr } = await run(['dedupe', 'hf://datasets/me/texts@v1/data/', '-o', 'kept/', '--removed', 'gone.jsonl'], env)
      expect([code, stderr]).toEqual([0, expect.stringContaining('1 .png')])
      expect(stderr).not.toContain(token)
      expect(readdirSync(join(folder, 'kept'), { recursive: true }).sort()).toEqual(['.leitong.json', 'a.jsonl', 'deep', 'deep/b.jsonl.gz'])
      expect(lake.requests.length).toBeGreaterThan(1)
      expect(lake.requests.every(({ headers }) => headers.authorization === undefined)).toBe(true)
      const refused = await run(['dedupe', 'hf://datasets/me/texts@v1/data/'], { HF_ENDPOINT: server.url, HF_TOKEN: `${token}x` })
      expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining('the server answered 401')])
      expect(refused.stderr).not.toContain(token)
    } finally {
      await lake.close()
    }
  })
})

describe('an object of Google Cloud Storage', () => {
  it('is read by its generation, and folders and patterns are listed in pages', async () => {
    const shards = new Map([
      ['crawl/a.jsonl', corpus(50)],
      ['crawl/b c.jsonl', corpus(50, 2)],
      ['crawl/other.csv', 'id,text\n1,x\n'],
    ])
    let generation = '1'
    server.before = (path, request, response) => {
      if (path.startsWith('/storage/v1/b/lake/o?')) {
        const query = new URL(path, server.url).searchParams
        const names = [...shards.keys()].filter((name) => name.startsWith(query.get('prefix') ?? ''))
        const page = Number(query.get('pageToken') ?? 0)
        const more = page + 1 < names.length ? { nextPageToken: String(page + 1) } : {}
        response.end(JSON.stringify({ items: names.slice(page, page + 1).map((name) => ({ name })), ...more }))
        return true
      }
      const bytes = Buffer.from(shards.get(path.replace('/lake/', '')) ?? '')
      const wanted = request.headers['x-goog-if-generation-match']
      if (wanted !== undefined && wanted !== generation) {
        response.writeHead(412).end()
        return true
      }
      server.files.set(path, { bytes, headers: { 'x-goog-generation': generation } })
      return false
    }
    const env = { STORAGE_EMULATOR_HOST: server.url }
    const { code, stderr } = await run(['dedupe', 'gs://lake/crawl/*.jsonl', '-o', 'kept/'], env)
    expect([code, stderr]).toEqual([0, expect.anything()])
    expect(readdirSync(join(folder, 'kept')).sort()).toEqual(['.leitong.json', 'a.jsonl', 'b c.jsonl'])
    server.requests.length = 0
    const before = server.before
    server.before = (path, request, response) => {
      if (server.requests.length === 2) generation = '2'
      return before(path, request, response)
    }
    const changed = await run(['dedupe', 'gs://lake/crawl/a.jsonl'], env)
    expect([changed.code, changed.stderr]).toEqual([3, expect.stringContaining('was changed or replaced')])
  })
})
