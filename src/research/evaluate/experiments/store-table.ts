/**
 * Table 5 of Li and Han 2015: the same records in several stores, and two questions asked of each: is there anything alike (the
 * first match will do), and what is everything alike?
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LeitongError } from '../../../errors.js'
import type { LiveDocument } from '../../../jobs/live/document.js'
import { open } from '../../../jobs/live/open.js'
import { redactedUrl } from '../../../stores/store-url.js'
import { driverFor } from '../../../stores/stores.js'
import type { Words } from '../../../writing/sheet.js'

export interface StoreTiming {
  readonly [name: string]: number | string
  readonly store: string
  readonly documents: number
  /** Milliseconds of one question, the median. */
  readonly first: number
  readonly every: number
  /** Records that were put in a second, of those that this size has more than the one before, in batches. */
  readonly adds: number
}

/** Questions asked at each size. */
const QUERIES = 500
/** As the source has it: the fields of a row in one fingerprint of 64 bits, 3 apart, and the fingerprints decide. */
export const ROW_OPTIONS = { profile: 'li2015' } as const

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
      const index = await open(url, ROW_OPTIONS)
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
              const document = documents[(query * 7919) % Math.min(size, documents.length)] as LiveDocument
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
export async function refuseExisting(url: string): Promise<void> {
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

/** The claim of the source, by the names of the stores. */
const CLAIMED = { faster: /^mongodb/, slower: /^(mysql|mariadb)/ } as const

/**
 * What the largest size says of the claim that MongoDB answers both questions and takes records faster than MySQL; undefined where the two
 * were not compared.
 */
export function storeVerdict(timings: readonly StoreTiming[]): Words | undefined {
  const largest = (kind: RegExp) => timings.filter(({ store }) => kind.test(store)).at(-1)
  const [mongodb, mysql] = [largest(CLAIMED.faster), largest(CLAIMED.slower)]
  if (!mongodb || !mysql || mongodb.documents !== mysql.documents) return undefined
  const parts = [
    ['the first match', '查询首个', mysql.first / mongodb.first],
    ['all matches', '查询全部', mysql.every / mongodb.every],
    ['inserts', '插入', mongodb.adds / mysql.adds],
  ] as const
  const said = (at: 0 | 1) => parts.map((part) => `${part[at]} ${part[2].toFixed(2)}`).join(at ? '，' : ', ')
  const holds = parts.every(([, , times]) => times > 1)
  return [
    `The source claims that MongoDB is faster than MySQL. At ${mongodb.documents} records it is so many times as fast: ${said(0)}. ${holds ? 'The claim holds here.' : 'The claim does not hold here.'}`,
    `文献称 MongoDB 比 MySQL 快。${mongodb.documents} 条记录时，其速度为 MySQL 的倍数：${said(1)}。${holds ? '在此成立。' : '在此不成立。'}`,
  ]
}
