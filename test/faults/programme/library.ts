/** The library and its callers: iterables that throw, signals at every stage, results that are closed twice, jobs at once; what stays open. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { dedupe, link, openIndex } from '../../../src/index.js'
import { temporaryFolder } from '../../support/files.js'
import { documents } from './inputs.js'
import { rounds, rowOf } from './table.js'

const openFiles = () => (process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0)
/** Handles of this process that keep it alive, threads among them. */
const handles = () => process.getActiveResourcesInfo().filter((kind) => /Worker|MessagePort|Pipe/.test(kind)).length

export function libraryTrials(random: () => number): void {
  const temp = temporaryFolder()
  const all = documents(random, 60)
  const large = documents(random, 6000, 40)

  /** Does something, and sees that nothing is left of it. */
  async function leavesNothing(work: () => Promise<void>): Promise<string | undefined> {
    const before = [openFiles(), handles()] as const
    await work()
    for (let i = 0; i < 1200 && (openFiles() > before[0] || handles() > before[1]); i++)
      await new Promise((resolve) => setTimeout(resolve, 25))
    const left = readdirSync(temp)
    if (left.length) return `temporary files: ${left}`
    return openFiles() > before[0] || handles() > before[1]
      ? `${openFiles() - before[0]} descriptors, ${handles() - before[1]} handles`
      : undefined
  }

  it('iterables that throw', async () => {
    const row = rowOf('library', 'an iterable that throws at each of its documents', 61)
    await (await dedupe(large, { temp })).close()
    for (let at = 0; at <= all.length; at++) {
      async function* failing() {
        for (const [i, document] of all.entries()) {
          if (i === at) throw new RangeError(`no ${i}`)
          yield document
        }
        if (at === all.length) throw new RangeError(`no ${at}`)
      }
      row.tried++
      const left = await leavesNothing(async () => {
        const error = await dedupe(failing(), { temp }).then(
          () => undefined,
          (caught: unknown) => caught,
        )
        if (error instanceof RangeError && error.message === `no ${at}`) row.refused++
        else row.losses.push(`at ${at}: ${error}`)
      })
      if (left) row.losses.push(`at ${at}: ${left}`)
    }
    expect(row.losses).toEqual([])
  })

  it('signals', async () => {
    const row = rowOf('library', 'a signal at a random moment of a batch', 4)
    const start = performance.now()
    await (await dedupe(large, { temp, pairs: true })).close()
    const typical = performance.now() - start
    await rounds(0.05, 60, 4, async () => {
      row.tried++
      const left = await leavesNothing(async () => {
        const controller = new AbortController()
        const timer = setTimeout(() => controller.abort(), random() * typical)
        try {
          const result = await dedupe(large, { temp, pairs: true, signal: controller.signal })
          if (result.summary.documents === large.length) row.right++
          else row.losses.push(`${result.summary.documents} documents`)
          await result.close()
        } catch (error) {
          if ((error as Error).name === 'AbortError') row.refused++
          else row.losses.push(String(error))
        }
        clearTimeout(timer)
      })
      if (left) row.losses.push(left)
    })
    expect(row.losses).toEqual([])
  })

  it('closed twice, used after, and at once', async () => {
    const row = rowOf('library', 'closed twice, used after it was closed, eight jobs at once', 8)
    const trial = async (what: string, work: () => Promise<boolean>) => {
      row.tried++
      const left = await leavesNothing(async () => {
        if (await work()) row.right++
        else row.losses.push(what)
      })
      if (left) row.losses.push(`${what}: ${left}`)
    }
    const refuses = (work: () => Promise<unknown>) =>
      work().then(
        () => false,
        (error: { code?: string }) => typeof error.code === 'string',
      )
    await trial('closed twice', async () => {
      const result = await dedupe(all, { temp })
      await Promise.all([result.close(), result.close()])
      await result.close()
      return true
    })
    await trial('written after it was closed', async () => {
      const result = await dedupe(all, { temp })
      await result.close()
      return refuses(() => result.write({ report: `${temp}-report` }))
    })
    // The first one loads LMDB, which stays.
    await (await openIndex(join(temporaryFolder(), 'first'))).close()
    for (const url of [`memory:closed-${Math.random()}`, join(temporaryFolder(), 'closed')]) {
      await trial(`${url} is closed twice`, async () => {
        const index = await openIndex(url)
        await Promise.all([index.close(), index.close()])
        await index.close()
        return true
      })
      await trial(`${url} is used after it was closed`, async () => {
        const index = await openIndex(url)
        await index.add(all[0] as object)
        await index.close()
        const uses = [
          () => index.add(all[1] as object),
          () => index.query('a text'),
          () => index.get(1),
          () => index.remove(1),
          () => index.stats(),
        ]
        return (await Promise.all(uses.map(refuses))).every(Boolean)
      })
    }
    await trial('a link written after it was closed', async () => {
      const result = await link(all, all, { temp })
      await result.close()
      return refuses(() => result.write({ in: `${temp}-in` }))
    })
    await trial('eight at once', async () => {
      const results = await Promise.all(Array.from({ length: 8 }, (_, i) => dedupe(i % 2 ? all : large, { temp })))
      const kept = new Set(results.map(({ summary }) => `${summary.documents} ${summary.kept}`))
      await Promise.all(results.map((result) => result.close()))
      return kept.size === 2
    })
    expect(row.losses).toEqual([])
  })
}
