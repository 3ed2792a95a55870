/**
 * cli: recipes.
 *
 * Oracle   the commands that a recipe prints, run as they stand over a small corpus with a planted copy.
 * Covers   every recipe; both languages; JSON; an unknown name.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { leitong, temporaryFolder, writeLines } from '../support/files.js'
import { createRandom, createText } from '../support/texts.js'

const folder = temporaryFolder()
const NAMES = ['fineweb', 'fineweb2', 'slimpajama', 'refinedweb', 'dclm']

/** The ids below a folder of records that have a text. */
function idsIn(name: string): number[] {
  const files = readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.jsonl'))
  return files.flatMap((file) =>
    readFileSync(join(folder, name, file), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: number; text: string })
      .flatMap(({ id, text }) => (text ? [id] : [])),
  )
}

describe('leitong recipe', () => {
  it.each(NAMES)('%s: its commands do what they are for', async (name) => {
    const random = createRandom(8)
    const texts = Array.from({ length: 6 }, () => createText(random, 120))
    const { stdout, code } = await leitong(['recipe', name, '--json'], { cwd: folder })
    expect(code).toBe(0)
    const recipe = JSON.parse(stdout) as { steps: { command: string; for: string }[]; differs: string[] }
    expect(recipe.differs.length).toBeGreaterThan(0)
    rmSync(join(folder, 'kept'), { recursive: true, force: true })
    for (const input of ['DUMP', 'LANGUAGE', 'crawl', 'corpus']) {
      mkdirSync(join(folder, input), { recursive: true })
      writeLines(
        join(folder, input, 'a.jsonl'),
        [...texts, `${texts[0]} `].map((text, id) => ({ id, text })),
      )
    }
    const script = (await leitong(['recipe', name], { cwd: folder })).stdout
    for (const { command } of recipe.steps) {
      expect(script.split('\n')).toContain(command)
      const run = await leitong(command.split(' ').slice(1), { cwd: folder })
      expect(run.code, `${command}\n${run.stderr}`).toBe(0)
    }
    const ids = idsIn('kept')
    // Written twice where a group of two is; and no copy.
    expect(new Set(ids)).toEqual(new Set([0, 1, 2, 3, 4, 5]))
    expect(ids.filter((id) => id === 0)).toHaveLength(name === 'fineweb2' ? 2 : 1)
    for (const made of ['once', 'said', 'gone', 'paragraphs']) rmSync(join(folder, made), { recursive: true, force: true })
  })

  it('speaks both languages, and knows its names', async () => {
    const { stdout } = await leitong(['recipe', 'fineweb', '--lang', 'zh'], { cwd: folder })
    expect(stdout).toContain('# 与原来的不同：')
    const { code, stderr } = await leitong(['recipe', 'c4'], { cwd: folder })
    expect(code).toBe(2)
    expect(stderr).toContain('fineweb')
  })
})
