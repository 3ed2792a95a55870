/**
 * Both scripts of Chinese at the doors of a batch, of a link, of a live index and of `tune`.
 *
 * Oracle   pairs of a text and the same text in the other script, made here.
 * Covers   `versions` finds every pair in files of several forms, in memory and in a live index, and says so in its signature; copies say
 *          how many texts are in each script and which option compares across them; one script alone is not spoken of; `all` takes copies
 *          across scripts for copies too; an index that tells scripts apart says that it met both, also where it keeps one and is asked about
 *          the other.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createIndex, dedupe as dedupeInMemory } from '../../../src/browser.js'
import { dedupe, openIndex } from '../../../src/index.js'
import { pairs, simplified } from '../../../src/tokenizing/chinese/traditional.js'
import { leitong, temporaryFolder, writeLines } from '../../support/files.js'
import { createRandom } from '../../support/texts.js'

const folder = temporaryFolder()
const random = createRandom(31)
const traditional = [...pairs().keys()]
const ofOne = new Set([...pairs().keys(), ...pairs().values()])
const ofBoth = Array.from({ length: 3000 }, (_, i) => 0x4e00 + i).filter((cp) => !ofOne.has(cp))
const pick = (codes: readonly number[]) => String.fromCodePoint(codes[Math.floor(random() * codes.length)] as number)
/** A text of which two characters in five are written otherwise in the other script. */
const text = () => Array.from({ length: 150 }, () => pick(random() < 0.4 ? traditional : ofBoth)).join('')
const toSimplified = (given: string) =>
  [...given].map((character) => String.fromCodePoint(simplified(character.codePointAt(0) as number))).join('')

const TEXTS = Array.from({ length: 20 }, text)
const documents = TEXTS.flatMap((given, i) => [
  { id: 2 * i, text: given },
  { id: 2 * i + 1, text: toSimplified(given) },
])
const twins = TEXTS.map((_, i) => `${2 * i} ${2 * i + 1}`)
const ofOneScript = documents.filter(({ id }) => id % 2)
const input = writeLines(join(folder, 'both.jsonl'), documents)
const scripts = { simplified: 20, traditional: 20 }
const OPTION = '--normalize nfkc,case,space,punctuation,traditional'
const keysOf = (pairs: Iterable<{ a: unknown; b: unknown }>) => [...pairs].map(({ a, b }) => `${a} ${b}`).sort()

describe('versions', () => {
  it('are found across scripts, in files and in memory, and the signature says how', async () => {
    for (const workers of [1, 2]) {
      await using inFiles = await dedupe({ files: [input] }, { find: 'versions', pairs: true, workers })
      expect(keysOf(inFiles.pairs())).toEqual([...twins].sort())
      expect(inFiles.summary.signature).toContain('normalize=nfkc+case+space+punctuation+traditional')
      expect(inFiles.summary.scripts).toEqual(scripts)
    }
    const inMemory = await dedupeInMemory(documents, { find: 'versions', pairs: true })
    expect(keysOf(inMemory.pairs())).toEqual([...twins].sort())
    expect(inMemory.summary.scripts).toEqual(scripts)
  })

  it('are found across scripts in a live index, also in memory', async () => {
    await using index = await openIndex('memory:', { find: 'versions' })
    const inMemory = createIndex({ find: 'versions' })
    for (const { id, text } of documents) {
      const original = id % 2 ? id - 1 : undefined
      expect(await index.add({ id, text })).toMatchObject({ id, duplicateOf: original })
      expect(await inMemory.add({ id, text })).toMatchObject({ id, duplicateOf: original })
    }
    expect(await index.scripts()).toBeUndefined()
  })

  it('and copies of both scripts are both under all', async () => {
    await using all = await dedupe({ files: [input] }, { find: 'all', pairs: true, workers: 1 })
    const found = [...all.pairs()]
    expect(keysOf(found)).toEqual([...twins].sort())
    expect(new Set(found.map(({ answers }) => answers))).toEqual(new Set(['both']))
  })
})

describe('copies', () => {
  it('of both scripts are told of, with the option that finds them', async () => {
    writeFileSync(join(folder, 'both.txt'), documents.map(({ text }) => `${text}\n`).join(''))
    const ways = [[input], [join(folder, 'both.txt'), '--format', 'lines']]
    for (const way of ways) {
      const { stdout: said } = await leitong(['dedupe', ...way])
      expect(said).toContain(`both scripts of Chinese: 20 texts in simplified, 20 in traditional characters`)
      expect(said).toContain(OPTION)
    }
    expect((await leitong(['dedupe', input, ...OPTION.split(' ')])).stdout).toContain('they were compared as simplified')
    const inMemory = await dedupeInMemory(documents)
    expect(inMemory.summary.scripts).toEqual(scripts)
    expect([...inMemory.pairs()]).toEqual([])
  })

  it('of one script are not', async () => {
    await using found = await dedupe({ files: [writeLines(join(folder, 'one.jsonl'), ofOneScript)] }, { workers: 1 })
    expect(found.summary).not.toHaveProperty('scripts')
    expect((await dedupeInMemory(ofOneScript)).summary).not.toHaveProperty('scripts')
  })

  it('of both scripts are told of by link and by tune', async () => {
    const [a, b] = [0, 1].map((side) =>
      writeLines(
        join(folder, `side${side}.jsonl`),
        documents.filter(({ id }) => id % 2 === side),
      ),
    )
    expect((await leitong(['link', a as string, b as string])).stdout).toContain(OPTION)
    const { stdout: tuned } = await leitong(['tune', input])
    expect(tuned).toContain(OPTION)
    expect(JSON.parse((await leitong(['tune', input, '--json'])).stdout)).toMatchObject({ scripts })
  })
})

describe('a live index of copies', () => {
  it('says that it met both scripts', async () => {
    await using index = await openIndex('memory:', {})
    await index.add(documents[1] as (typeof documents)[number])
    expect(await index.scripts()).toBeUndefined()
    expect(await index.query(TEXTS[0] as string)).toEqual([])
    expect(await index.scripts()).toEqual({ simplified: 1, traditional: 1 })
  })

  it('knows the script of the texts that it keeps', async () => {
    const index = join(folder, 'kept')
    const added = await leitong(['index', 'add', index, join(folder, 'one.jsonl'), '--create', '--keep', 'text'])
    expect(added.stderr).not.toContain('scripts')
    const asked = await leitong(['index', 'query', index, '--text', TEXTS[0] as string])
    expect(asked.stderr).toContain('both scripts of Chinese: 20 texts in simplified, 1 in traditional characters')
    expect(asked.stderr).toContain(OPTION)
  })
})
