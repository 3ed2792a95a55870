/**
 * Answers the calls of one Python process: a line of JSON in, lines of JSON out. It ends when its input ends, whatever the reason: Python
 * that was killed says nothing.
 */
import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import * as leitong from './_node/node_modules/leitong/dist/bundle/index.js'

/** Rows in one line of an answer. */
const BATCH = 1000

let job
let index
let spools = []

/** Whole numbers beyond 2^53 stay whole. */
const json = (value) => JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? JSON.rawJSON(String(one)) : one))

/** Resolved when the pipe has room again: a slow reader makes nothing pile up here. */
const say = (value) =>
  process.stdout.write(`${json(value)}\n`) ? undefined : new Promise((resolve) => process.stdout.once('drain', resolve))

async function sayAll(rows) {
  let batch = []
  for await (const row of rows) {
    batch.push(row)
    if (batch.length < BATCH) continue
    await say({ rows: batch })
    batch = []
  }
  await say({ rows: batch, end: true })
}

async function indexed(method, args) {
  const answer = index[method](...args)
  if (answer?.[Symbol.asyncIterator]) return sayAll(answer)
  await say({ ok: (await answer) ?? null })
}

const CALLS = {
  async dedupe({ files, options, spool }) {
    spools = spool
    job = await leitong.dedupe({ files }, options)
    await say({ ok: job.summary })
  },
  async link({ a, b, options, spool }) {
    spools = spool
    job = await leitong.link({ files: a }, { files: b }, options)
    await say({ ok: job.summary })
  },
  rows: ({ of }) => sayAll(job[of]()),
  async write({ outputs }) {
    await job.write(outputs)
    await say({ ok: null })
  },
  compare: ({ a, b, options }) => say({ ok: leitong.compare(a, b, options) }),
  fingerprints: ({ documents, options }) => sayAll(leitong.fingerprintAll(documents, options)),
  async open({ url, options }) {
    index = await leitong.openIndex(url, options)
    await say({ ok: null })
  },
  index: ({ method, args }) => indexed(method, args),
}

/** A message begins with its place, where it has one. */
function told(error) {
  if (!(error instanceof leitong.LeitongError)) return { code: 'INTERNAL', message: String(error?.stack ?? error), remedy: '' }
  const { code, message, remedy, args } = error
  return { code, message, remedy, place: message.startsWith(`${args[0]}: `) && /[/\\.]/.test(args[0]) ? args[0] : undefined }
}

async function letGo() {
  // What hangs in work that cannot be stopped is ended.
  setTimeout(() => process.exit(0), 2000).unref()
  await job?.close().catch(() => {})
  await index?.close().catch(() => {})
  for (const path of spools) rmSync(path, { force: true })
  process.exit(0)
}

process.stdout.on('error', letGo)
const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })
let last = Promise.resolve()
lines.on('line', (line) => {
  last = last.then(async () => {
    try {
      const { call, ...given } = JSON.parse(line)
      await CALLS[call](given)
    } catch (error) {
      await say({ error: told(error) })
    }
  })
})
lines.on('close', letGo)
