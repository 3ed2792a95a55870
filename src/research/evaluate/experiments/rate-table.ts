/**
 * Figure 6 of Wang and Wang 2019: execution time against accesses a second, of the plain and of the improved way. A request is a new document:
 * it is signed, looked up, compared and filed. Requests come at their rate whether earlier ones are answered or not, so that the time to an
 * answer grows without bound once the rate is more than the work allows.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { countModel } from '../../../jobs/dedupe/model.js'
import { RunContext } from '../../../jobs/dedupe/run-context.js'
import type { LiveDocument } from '../../../jobs/live/document.js'
import { open } from '../../../jobs/live/open.js'
import type { SettingsInput } from '../../../jobs/live/settings.js'
import { machineDefaults } from '../../../options/machine.js'
import { documentsInput } from '../../../reading/document-input.js'
import { resolveOptions } from '../../../resolving/resolve.js'
import { redactedUrl } from '../../../stores/store-url.js'
import { driverFor } from '../../../stores/stores.js'
import { type LabelledSet, recordsOf } from '../labelled-set.js'
import { processorSeconds } from '../peak-memory.js'
import { liveDocuments } from './live-documents.js'
import { refuseExisting } from './store-table.js'

export interface RateTiming {
  readonly [name: string]: number | string
  readonly way: string
  /** Requests a second. */
  readonly rate: number
  readonly requests: number
  /** Milliseconds from the time at which a request came to its answer, the mean. */
  readonly response: number
  /** Milliseconds of the processor for one request, those of the server aside. */
  readonly processor: number
}

const RATES = [50, 100, 200, 400, 800]
/** Seconds of one rate at most. */
const LASTING = 2

/** Words of a segmenter without stop words, by count, and no bucket is cut again: the traditional simhash. */
const PLAIN: SettingsInput = {
  method: 'simhash',
  tokenizer: 'chinese',
  ngram: 1,
  stopWords: ['zh', 'en'],
  normalize: ['nfkc', 'case'],
  weight: 'tf',
  verify: false,
  blockLimit: 2 ** 40,
}

/**
 * Half of the documents are in the index beforehand; the others come in equal parts at each rate.
 *
 * @param stores  URLs of indexes that are not there yet; they are made, and removed in the end
 */
export async function timeRates(
  set: LabelledSet,
  stores: readonly string[],
  progress: ((what: string) => void) | undefined,
): Promise<RateTiming[]> {
  const options = resolveOptions([{ values: { profile: 'wang2019' }, where: 'in the experiment' }], machineDefaults())
  const documents = await liveDocuments(set, options)
  const modelData = await modelOf(set)
  const timings: RateTiming[] = []
  for (const store of stores) {
    const driver = await driverFor(store)
    // Second hashing is of stores that file postings.
    const improved: SettingsInput = { profile: 'wang2019', modelData, ...(driver.searchesInMemory ? {} : { overflow: 2 }) }
    for (const [name, how] of [
      ['simhash-words', PLAIN],
      ['profile:wang2019', improved],
    ] as const) {
      const way = stores.length > 1 ? `${name}, ${redactedUrl(store)}` : name
      progress?.(`requests a second, ${way}`)
      await refuseExisting(store)
      const index = await open(store, how)
      try {
        const half = documents.length >> 1
        for await (const _ of index.addAll(documents.slice(0, half)));
        const part = Math.floor((documents.length - half) / RATES.length)
        for (const [i, rate] of RATES.entries()) {
          const requests = documents.slice(half + i * part, half + i * part + Math.min(part, rate * LASTING))
          timings.push({ way, rate, requests: requests.length, ...(await atRate(requests, rate, (document) => index.add(document))) })
        }
      } finally {
        await index.close()
        await driver.drop(store)
      }
    }
  }
  return timings
}

async function modelOf(set: LabelledSet): Promise<string> {
  const options = resolveOptions([{ values: { profile: 'wang2019' }, where: 'in the experiment' }], machineDefaults())
  const context = RunContext.open([documentsInput(recordsOf(set), options, undefined)], options)
  try {
    return Buffer.from((await countModel(context)).bytes).toString('base64')
  } finally {
    await context.close()
  }
}

/** Sends requests at their times, and waits for all answers. */
async function atRate(
  requests: readonly LiveDocument[],
  rate: number,
  send: (request: LiveDocument) => Promise<unknown>,
): Promise<Pick<RateTiming, 'response' | 'processor'>> {
  const start = performance.now()
  const before = processorSeconds()
  let total = 0
  await Promise.all(
    requests.map(async (request, i) => {
      const due = start + (i * 1000) / rate
      await sleep(Math.max(0, due - performance.now()))
      // A timer may fire a little early.
      const came = Math.min(due, performance.now())
      await send(request)
      total += performance.now() - came
    }),
  )
  const count = Math.max(1, requests.length)
  return { response: total / count, processor: ((processorSeconds() - before) * 1000) / count }
}
