/**
 * Callers without types, and callers whose own code fails: each mistake is told where it was made.
 *
 * Covers   outputs that are no paths or have no such name; iterables and getters that throw; fields files with hostile names.
 */
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { dedupe } from '../../src/index.js'
import { leitong, temporaryFolder, writeLines } from '../support/files.js'

const DOCUMENTS = [
  { id: 1, text: 'The island ferry will run every forty minutes.' },
  { id: 2, text: 'The town library opens on Sundays again.' },
]

it.each([
  [{ output: 5 }, 'OPTION_VALUE'],
  [{ report: true }, 'OPTION_VALUE'],
  [{ removed: '' }, 'OPTION_VALUE'],
  [{ outptu: 'x' }, 'OPTION_UNKNOWN'],
])('an output that is none is refused: %j', async (paths, code) => {
  await using result = await dedupe(DOCUMENTS)
  await expect(result.write(paths as never)).rejects.toMatchObject({ code })
})

it('an error of the iterable, or of a getter in it, comes through as it is', async () => {
  const mine = new Error('of the caller')
  const generator = (function* () {
    yield DOCUMENTS[0] as (typeof DOCUMENTS)[0]
    throw mine
  })()
  await expect(dedupe(generator)).rejects.toBe(mine)
  const getter = {
    id: 1,
    get text(): string {
      throw mine
    },
  }
  await expect(dedupe([getter])).rejects.toBe(mine)
})

it('a fields file with the names of a prototype is refused in words', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'r.csv'), 'id,name\n1,Ann\n2,Bob\n')
  for (const name of ['__proto__', 'constructor', 'toString']) {
    writeFileSync(join(folder, 'f.json'), `{"fields":{"name":{"${name}":{}}}}`)
    const { code, stderr } = await leitong(['dedupe', 'r.csv', '--fields', 'f.json'], { cwd: folder })
    expect(stderr).toContain(`unknown "${name}"`)
    expect(code).toBe(2)
  }
})

it('a configuration file with an output that is no path is refused in words', async () => {
  const folder = temporaryFolder()
  writeLines(join(folder, 'in.jsonl'), DOCUMENTS)
  writeFileSync(join(folder, 'c.json'), '{"output": 5}')
  const { code, stderr } = await leitong(['dedupe', 'in.jsonl', '--config', 'c.json'], { cwd: folder })
  expect(stderr).toContain('"output" cannot be 5')
  expect(code).toBe(2)
  expect(readdirSync(folder).sort()).toEqual(['c.json', 'in.jsonl'])
})

it('a file whose name is not UTF-8 is named, with what to do', async () => {
  const folder = temporaryFolder()
  writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xd6, 0xd0]), Buffer.from('.jsonl')]), '{"text":"x"}\n')
  const { code, stderr } = await leitong(['dedupe', folder])
  expect(stderr).toContain('its name is not UTF-8')
  expect(code).toBe(3)
  expect(existsSync(folder)).toBe(true)
})
