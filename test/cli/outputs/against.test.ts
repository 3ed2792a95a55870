/**
 * Old documents at the doors.
 *
 * Oracle   what was planted.
 * Covers   the command and the library give the same; a saved run appears behind the outputs; doors that do not carry it out say so.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { dedupe, link } from '../../../src/index.js'
import { temporaryBeside } from '../../../src/writing/leftovers.js'
import { leitong, temporaryFolder, writeLines } from '../../support/files.js'
import { createRandom, createText } from '../../support/texts.js'

const folder = temporaryFolder()
const at = (name: string) => join(folder, name)
const random = createRandom(1)
const [x, y, z] = [createText(random, 40), createText(random, 40), createText(random, 40)]
const OLD = [
  { id: 1, text: x },
  { id: 2, text: y },
]
const NEW = [
  { id: 'new x', text: `${x} more` },
  { id: 'z', text: z },
]

beforeAll(() => {
  mkdirSync(at('old'))
  writeLines(at('old/a.jsonl'), OLD)
  writeLines(at('new.jsonl'), NEW)
})

describe('--against and --save-run', () => {
  it('remove what is like an old document, and go on from a saved run', async () => {
    const saved = await leitong(['dedupe', 'old/', '-o', 'kept/', '--save-run', 'run'], { cwd: folder })
    expect(saved.stderr).toContain('wrote kept/, run')
    for (const against of ['old/', 'run']) {
      const { code, stderr } = await leitong(['dedupe', 'new.jsonl', '--against', against, '-o', 'left.jsonl', '--removed', 'gone.jsonl'], {
        cwd: folder,
      })
      expect(code).toBe(0)
      expect(stderr).toContain('against 2 old documents: 1 of those removed is like an old one')
      expect(readFileSync(at('gone.jsonl'), 'utf8')).toContain('{"id":"new x","duplicate_of":1,')
      expect(readFileSync(at('left.jsonl'), 'utf8')).toBe(`${JSON.stringify(NEW[1])}\n`)
      rmSync(at('left.jsonl'))
    }
  })

  it('are in the library too, for documents and files', async () => {
    const first = await dedupe(OLD, { saveRun: at('library') })
    expect(existsSync(at('library'))).toBe(false)
    await first.write({})
    await first.close()
    for (const input of [NEW, { files: [at('new.jsonl')] }]) {
      const result = await dedupe(input as typeof NEW, { against: at('library'), saveRun: at('library') })
      expect([...result.removed()]).toMatchObject([{ id: 'new x', duplicateOf: 1 }])
      expect(result.summary.against).toEqual({ documents: 2, removed: 1, rejects: 0 })
      const kept: unknown[] = []
      if (Array.isArray(input)) for await (const document of result.kept()) kept.push(document)
      expect(kept).toEqual(Array.isArray(input) ? [NEW[1]] : [])
      await result.close()
    }
    const result = await dedupe(NEW, { against: [at('library')], saveRun: at('library') })
    await result.write({ removed: at('gone.jsonl') })
    await result.close()
    expect(readdirSync(at('library'))).toHaveLength(2)
    await expect(dedupe(NEW, { against: 5 as unknown as string })).rejects.toThrow(/paths of files, folders or saved runs/)
  })

  it('clear away what a killed run had begun to save, and nothing of a living one', async () => {
    const { pid = 0 } = spawnSync(process.execPath, ['--version'])
    const alive = temporaryBeside(at('begun/part'))
    const dead = alive.replace(`-${process.pid}-`, `-${pid}-`)
    for (const begun of [alive, dead]) {
      mkdirSync(begun, { recursive: true })
      writeLines(join(begun, 'texts.jsonl'), OLD)
    }
    expect((await leitong(['dedupe', 'new.jsonl', '-o', 'left.jsonl', '--save-run', 'begun'], { cwd: folder })).code).toBe(0)
    expect(readdirSync(at('begun')).sort()).toEqual([basename(alive), expect.stringMatching(/^000001-/)])
  })

  it('save nothing where an output fails', async () => {
    const { code } = await leitong(['dedupe', 'old/', '-o', 'none/kept.jsonl', '--save-run', 'unsaved'], { cwd: folder })
    expect(code).toBe(3)
    expect(existsSync(at('unsaved'))).toBe(false)
  })

  it.each([
    [['--engine', 'local[1]', '--against', 'old/'], '--append-to names an earlier run'],
    [['--audit', '-o', 'k.jsonl', '--removed', 'r.jsonl', '--against', 'old/'], '--audit holds outputs against their input alone'],
    [['--unit', 'line', '--against', 'old/'], '--against is of whole documents'],
    [['--measure', 'match', '--against', 'old/'], 'are for texts'],
    [['--against', 'nowhere'], 'nowhere: no such file or folder'],
    [['--against', 'old/a.jsonl', '-o', 'old/a.jsonl'], 'which is the input'],
  ])('are refused with %j', async (flags, words) => {
    const { code, stderr } = await leitong(['dedupe', 'new.jsonl', ...flags], { cwd: folder })
    expect(code).toBeGreaterThan(1)
    expect(stderr).toContain(words)
  })

  it('are no options of a link', async () => {
    const asked = { against: [at('old')] } as object
    await expect(link(OLD, NEW, asked)).rejects.toThrow(/unknown option "against"/)
    const { stderr } = await leitong(['link', 'old/a.jsonl', 'new.jsonl', '--against', 'old/'], { cwd: folder })
    expect(stderr).toContain("unknown option '--against'")
  })
})
