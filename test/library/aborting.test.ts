/**
 * A batch that is stopped, and what it leaves.
 *
 * Covers   a signal while the caller's iterable waits, and while it gives; its `return`; descriptors and temporary folders before and after;
 *          an input that is refused before its first document is asked for.
 */
import { readdirSync, readlinkSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { dedupe, link } from '../../src/index.js'
import { temporaryFolder } from '../support/files.js'

const temp = temporaryFolder()
const filesOpen = () => readdirSync('/proc/self/fd').map((fd) => readlink(fd))
const readlink = (fd: string) => {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`)
  } catch {
    return 'closed'
  }
}
const openFiles = () => readdirSync('/proc/self/fd').length
const until = async (fits: () => boolean) => {
  while (!fits()) await new Promise((resolve) => setTimeout(resolve, 5))
}

/** Documents that never end, or stop coming; told what becomes of the generator. */
function endless(waits: boolean) {
  const state = { given: 0, isReturned: false }
  let wake = () => {}
  async function* documents() {
    try {
      for (let id = 0; ; id++) {
        state.given++
        yield { id, text: `a text of its own, number ${id}` }
        if (waits && id === 10)
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        else if (id % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 1))
      }
    } finally {
      state.isReturned = true
    }
  }
  return { documents: documents(), state, wake: () => wake() }
}

describe('a signal', () => {
  for (const waits of [true, false])
    it(`ends a batch whose documents ${waits ? 'wait' : 'never end'}`, async () => {
      const { documents, state, wake } = endless(waits)
      const controller = new AbortController()
      const running = dedupe(documents, { signal: controller.signal, temp })
      running.catch(() => {})
      await until(() => state.given > 10)
      controller.abort(new Error('enough'))
      await expect(running).rejects.toThrow('enough')
      wake()
      await until(() => state.isReturned)
      expect(readdirSync(temp)).toEqual([])
    })

  it('ends a link', async () => {
    const { documents, state } = endless(true)
    const controller = new AbortController()
    const running = link([{ id: 1, text: 'a text' }], documents, { signal: controller.signal, temp })
    running.catch(() => {})
    await until(() => state.given > 10)
    controller.abort()
    await expect(running).rejects.toMatchObject({ name: 'AbortError' })
    expect(readdirSync(temp)).toEqual([])
  })

  it('that was given before ends it at once', async () => {
    const { documents, state } = endless(false)
    await expect(dedupe(documents, { signal: AbortSignal.abort(), temp })).rejects.toMatchObject({ name: 'AbortError' })
    expect(state.given).toBe(0)
  })
})

it.skipIf(process.platform !== 'linux')('leaves no file open, however little there was to do', async () => {
  const run = async (length: number) => {
    const documents = Array.from({ length }, (_, id) => ({ id, text: `text ${id} ${'and more of it '.repeat(length > 1000 ? 15 : 1)}` }))
    const result = await dedupe(documents, { method: 'exact', temp })
    expect(result.summary.documents).toBe(length)
    await result.close()
  }
  await run(20)
  await run(12_000)
  const before = openFiles()
  for (let i = 0; i < 12; i++) await run(20)
  // More than two megabytes are work for threads, which are stopped soon.
  for (let i = 0; i < 3; i++) await run(12_000)
  // Threads that have ended may take a moment to close theirs.
  for (let i = 0; i < 100 && openFiles() > before; i++) await new Promise((resolve) => setTimeout(resolve, 50))
  expect(filesOpen()).toEqual(expect.objectContaining({ length: Math.min(before, openFiles()) }))
})
