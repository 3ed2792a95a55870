/**
 * Files of a review after a crash, and after a run that failed.
 *
 * Oracle   the events that were written whole; the files that the process has open, as the system lists them.
 * Covers   half a line at the end of the history, and what is added behind it; a run that fails while its groups are written; texts of a run
 *          that were asked for when a later one had come.
 */
import { appendFileSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PayloadReader, PayloadWriter } from '../../src/reviewing/files.js'
import { GroupHistory } from '../../src/reviewing/history.js'
import { runReview } from '../../src/reviewing/run.js'
import { temporaryFolder, writeLines } from '../support/files.js'

it('a history goes on behind its last whole line', () => {
  const path = join(temporaryFolder(), 'history.jsonl')
  const event = (run: number) => ({ run, at: '2026-01-02T03:04:05Z', event: 'joined', group: 'g1', others: ['g2'] }) as const
  writeFileSync(path, `${JSON.stringify(event(2))}\n{"run":3,"at":"2026-01`)
  expect(new GroupHistory(path).of('g1')).toEqual([event(2)])
  appendFileSync(path, '{"run":3,"at":"2026-01')
  const history = new GroupHistory(path)
  history.add(3, [event(3)])
  expect(history.of('g2')).toEqual([event(2), event(3)])
  expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(3)
  // The run was never shown, and is made again.
  history.add(3, [event(3)])
  expect(history.of('g2')).toEqual([event(2), event(3)])
  history.add(3, [])
  expect(history.of('g2')).toEqual([event(2)])
})

it.runIf(process.platform === 'linux')('a run that fails leaves no file open', async () => {
  const folder = temporaryFolder()
  const source = writeLines(join(folder, 'a.jsonl'), [
    { id: 1, text: 'the ferry leaves the northern pier at noon' },
    { id: 2, text: 'the ferry leaves the northern pier at noon' },
  ])
  const decisions = join(folder, 'decided.jsonl')
  writeFileSync(decisions, '')
  const decided = {
    get() {
      throw new Error('in the middle')
    },
  } as unknown as ReadonlyMap<string, ReadonlySet<string>>
  const run = runReview([source], {}, join(folder, 'run'), decisions, new Map(), decided, {})
  await expect(run).rejects.toThrow('in the middle')
  const open = readdirSync('/proc/self/fd').flatMap((number) => {
    try {
      return [readlinkSync(`/proc/self/fd/${number}`)]
    } catch {
      return []
    }
  })
  expect(open.filter((path) => path.startsWith(folder))).toEqual([])
})

it('texts of a run that is over are not those of another', () => {
  const folder = temporaryFolder()
  const readerOf = (text: string) => {
    const path = join(folder, text)
    const writer = new PayloadWriter(path)
    writer.add({ id: '1', title: '', text })
    writer.close()
    return new PayloadReader(path, { payloads: Float64Array.from(writer.ends) })
  }
  const old = readerOf('before')
  expect(old.get(0).text).toBe('before')
  old.close()
  // The system gives its number to the next file.
  const later = readerOf('behind')
  expect(() => old.get(0)).toThrow(expect.objectContaining({ code: 'SERVICE_CONFLICT' }))
  old.close()
  expect(later.get(0).text).toBe('behind')
  later.close()
})
