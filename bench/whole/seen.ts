/**
 * npm run bench:seen -- [--documents N] [--part N] [--probes N]
 *
 * A filter of what was seen (`dedupe --seen`), filled to its capacity by runs of one part each, and asked then: texts that are in it, texts of which
 * 0.8 and 0.5 of the 5-grams are those of one that is in it, and fresh ones. Texts are 22 random words and come through a pipe, so that nothing but
 * the filter lies on the disk. Says the time and the peak of the runs, the answers by kind, and the error that the filter states itself.
 */
import { spawn } from 'node:child_process'
import { createReadStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { mix32 } from '../../dist/hashing/bits.js'
import { createRandom } from '../random.ts'

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '20000000' },
    part: { type: 'string', default: '10000000' },
    probes: { type: 'string', default: '100000' },
  },
})
const [documents, part, probes] = [values.documents, values.part, values.probes].map(Number) as [number, number, number]
/** Words of a text, and letters of a word with the blank behind it. */
const [WORDS, LETTERS] = [22, 7]
const stock = new Uint8Array(65_536 * LETTERS)
const draw = createRandom(11)
for (let i = 0; i < stock.length; i++) stock[i] = i % LETTERS === LETTERS - 1 ? 32 : 97 + (draw() % 26)

/** Kinds of texts that are asked about, with how many of their last words are others than those of the text that was seen: 18 5-grams less one a word. */
const CHANGED = { seen: 0, 'alike at 0.8': 2, 'alike at 0.5': 6 } as const
const KINDS = [...Object.keys(CHANGED), 'fresh']

/** Appends text number `n`; its last words are those of another where that is asked for. */
function put(to: Buffer, at: number, n: number, changed = 0): number {
  for (let word = 0; word < WORDS; word++) {
    // A number for each word of each text: generators that are seeded by the text would run into each other, and texts share stretches.
    const own = mix32(n * 32 + word)
    const from = ((word < WORDS - changed ? own : mix32(own + 1)) >>> 16) * LETTERS
    to.set(stock.subarray(from, from + LETTERS), at)
    at += LETTERS
  }
  return at - 1
}

const ROOM = 4 << 20
const LINE = WORDS * LETTERS + 64

/** JSON lines of texts: number and words that are changed, in this order. */
function* lines(texts: Iterable<readonly [id: string, n: number, changed?: number]>): Generator<Buffer> {
  let [block, at] = [Buffer.alloc(ROOM), 0]
  for (const [id, n, changed] of texts) {
    if (at + LINE > ROOM) {
      yield block.subarray(0, at)
      block = Buffer.alloc(ROOM)
      at = 0
    }
    at += block.write(`{"id":"${id}","text":"`, at, 'latin1')
    at = put(block, at, n, changed)
    at += block.write('"}\n', at, 'latin1')
  }
  yield block.subarray(0, at)
}

const folder = mkdtempSync(join(tmpdir(), 'leitong-seen-'))
const [filter, answers, usage] = ['filter.seen', 'answers.jsonl', 'usage.json'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
]

async function run(texts: Parameters<typeof lines>[0], ...more: string[]) {
  const command = ['--import', join(import.meta.dirname, '../usage.mjs'), join(import.meta.dirname, '../../dist/bundle/leitong.js')]
  const how = ['dedupe', '-', '--format', 'jsonl', '--tokenizer', 'word', '--ngram', '5', '--seen', filter, '--json']
  const child = spawn(process.execPath, [...command, ...how, '--seen-capacity', String(documents), ...more], {
    env: { ...process.env, LEITONG_USAGE: usage },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (bytes: Buffer) => {
    said += bytes
  })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  await pipeline(Readable.from(lines(texts)), child.stdin)
  if ((await ended) !== 0) throw new Error('the run failed')
  const { maxRSS, userCPUTime, systemCPUTime } = JSON.parse(readFileSync(usage, 'utf8')) as NodeJS.ResourceUsage
  return { ...JSON.parse(said), gigabytes: (maxRSS * 1024) / 1e9, processor: (userCPUTime + systemCPUTime) / 1e6 }
}

try {
  // The probes are added too: with them the filter is as full as it is made for.
  const filled = documents - KINDS.length * probes
  for (let from = 0; from < filled; from += part) {
    const to = Math.min(from + part, filled)
    const done = await run(
      (function* () {
        for (let n = from; n < to; n++) yield [String(n), n] as const
      })(),
    )
    const micros = (done.processor / (to - from)) * 1e6
    console.log(
      `${to} documents: peak ${done.gigabytes.toFixed(2)} GB, ${micros.toFixed(1)} us of processor time a document, ${done.seconds.toFixed(0)} s; ` +
        `taken for seen: maybe ${done.maybe}, yes ${done.yes} of ${to - from}; stated at the end ${JSON.stringify(done.filter.error)}`,
    )
  }
  const asked = await run(
    (function* () {
      for (let i = 0; i < probes; i++) {
        const n = Math.floor((i * filled) / probes)
        for (const [kind, changed] of Object.entries(CHANGED)) yield [kind, n, changed] as const
        yield ['fresh', documents + i] as const
      }
    })(),
    '--answers',
    answers,
  )
  const counts = Object.fromEntries(KINDS.map((kind) => [kind, { yes: 0, maybe: 0, no: 0 }]))
  for await (const line of createInterface({ input: createReadStream(answers) })) {
    const { id, seen } = JSON.parse(line) as { id: string; seen: 'yes' | 'maybe' | 'no' }
    ;(counts[id] as Record<typeof seen, number>)[seen]++
  }
  console.log(`${probes} of each kind, ${(asked.filter.bytes / 1e9).toFixed(2)} GB of bits, peak ${asked.gigabytes.toFixed(2)} GB`)
  console.log('| | yes | maybe | no |\n|---|--:|--:|--:|')
  for (const kind of KINDS) {
    const { yes, maybe, no } = counts[kind] as { yes: number; maybe: number; no: number }
    console.log(`| ${kind} | ${[yes, maybe, no].map((count) => (count / probes).toFixed(5)).join(' | ')} |`)
  }
  console.log(`stated: ${JSON.stringify(asked.filter.error)}, yes from ${asked.sure} of ${asked.bands} bands`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
