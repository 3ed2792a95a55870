/**
 * Containment: measured between two texts, and refused wherever it would have to be searched for.
 *
 * Covers   dedupe, link, index create, index add --create, sync and the library refuse it with what to use instead, and write nothing;
 *          compare measures it.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { dedupe, open } from '../../src/index.js'
import { leitong, temporaryFolder, writeLines } from '../support/files.js'

const folder = temporaryFolder()
const inner = 'The harbour office opens its doors at seven and closes them when the last ferry has left.'
const outer = `${Array.from({ length: 40 }, (_, i) => `Line ${i} of the notice board speaks of other matters.`).join(' ')} ${inner}`
const path = writeLines(join(folder, 'notices.jsonl'), [
  { id: 1, text: inner },
  { id: 2, text: outer },
])
const ASKED = ['--measure', 'containment', '--threshold', '0.9']

describe('measure containment', () => {
  const output = join(folder, 'kept.jsonl')
  const index = join(folder, 'index')
  it.each([
    ['dedupe', ['dedupe', path, '-o', output]],
    ['link', ['link', path, path, '--pairs', output]],
    ['index create', ['index', 'create', index]],
    ['index add', ['index', 'add', index, path, '--create']],
    ['sync', ['sync', path, index, '--create']],
  ])('is refused by %s, which could not find what is contained', async (_, command) => {
    const { code, stderr } = await leitong([...command, ...ASKED])
    expect(stderr).toMatch(/no search looks for contained texts.*"jaccard"/)
    expect(code).toBe(2)
    expect([existsSync(output), existsSync(index)]).toEqual([false, false])
  })

  it('is refused by the library', async () => {
    await expect(dedupe([{ id: 1, text: inner }], { measure: 'containment' })).rejects.toMatchObject({ code: 'OPTION_CONFLICT' })
    await expect(open('memory:containment', { measure: 'containment' })).rejects.toMatchObject({ code: 'OPTION_CONFLICT' })
  })

  it('is measured between two texts', async () => {
    expect(await leitong(['compare', '--texts', inner, outer, ...ASKED])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('containment 1.0000'),
    })
  })
})
