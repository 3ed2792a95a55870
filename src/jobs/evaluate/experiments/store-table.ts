/**
 * Table 5 of Li and Han 2015: the same records in several stores, and two questions asked of each: is there anything alike (the
 * first match will do), and what is everything alike?
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LeitongError } from '../../../errors.js'
import { redactedUrl } from '../../../stores/store-url.js'
import { driverFor } from '../../../stores/stores.js'
import { type LiveDocument, open } from '../../live/live-index.js'

export interface StoreTiming {
  readonly [name: string]: number | string
  readonly store: string
  readonly documents: number
  /** Milliseconds of one question, the median. */
  readonly first: number
  readonly every: number
  /** Records a second, of those that this size has more than the one before. */
  readonly adds: number
}

/** Questions asked at each size. */
const QUERIES = 500
/** As the source has it: 64 bits, 3 apart, and the fingerprints decide. */
const OPTIONS = { method: 'simhash', bits: 64, distance: 3, verify: false } as const

/**
 * @param stores  URLs of indexes that are not there yet; they are made, and removed in the end. `lmdb` alone is a temporary folder
 * @param sizes   ascending
 * @throws {LeitongError} `STORE_URL`, `STORE`; `OPTION_CONFLICT` for an index that is there already
 */
export async function timeStores(
  stores: readonly string[],
  documents: readonly LiveDocument[],
  sizes: readonly number[],
  progress: ((what: string) => void) | undefined,
): Promise<StoreTiming[]> {
  const timings: StoreTiming[] = []
  const folder = mkdtempSync(join(tmpdir(), 'leitong-stores-'))
  try {
    for (const store of stores) {
      const url = store === 'lmdb' ? join(folder, 'index') : store
      const name = store === 'lmdb' ? store : redactedUrl(store)
      const driver = await driverFor(url)
      await refuseExisting(url)
      const index = await open(url, OPTIONS)
      try {
        for (const [i, size] of sizes.entries()) {
          progress?.(`${name}, ${size}`)
          const added = documents.slice(sizes[i - 1] ?? 0, size)
          const start = performance.now()
          for await (const _ of index.addAll(added));
          const adds = added.length / ((performance.now() - start) / 1000)
          const ask = async (first: boolean) => {
            const times: number[] = []
            for (let query = 0; query < QUERIES; query++) {
              const document = documents[(query * 7919) % size] as LiveDocument
              const asked = performance.now()
              await index.query(document, { first })
              times.push(performance.now() - asked)
            }
            return times.sort((a, b) => a - b)[QUERIES >> 1] as number
          }
          timings.push({ store: name, documents: size, first: await ask(true), every: await ask(false), adds })
        }
      } finally {
        await index.close()
        await driver.drop(url)
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return timings
}

/** Somebody's index must not be dropped. */
async function refuseExisting(url: string): Promise<void> {
  let index: Awaited<ReturnType<typeof open>>
  try {
    index = await open(url, { create: false })
  } catch (error) {
    if (error instanceof LeitongError && error.code === 'INDEX_MISSING') return
    throw error
  }
  await index.close()
  throw new LeitongError('OPTION_CONFLICT', `${redactedUrl(url)} is an index already: name one for --stores that is not there yet`)
}
