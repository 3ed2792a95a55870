/**
 * methods: is it said at every door that a hash makes a bad fingerprint, and only there?
 *
 * Covers   the commands dedupe, compare and index create, the library in files and in memory, and the figures of a live index, which the
 *          service and the browser pass on; hashes without fault, and methods that take no hash.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { dedupe as dedupeInMemory } from '../../src/browser.js'
import { compare, dedupe, link, openIndex } from '../../src/index.js'
import { leitong, temporaryFolder } from '../support/files.js'

const folder = temporaryFolder()
writeFileSync(join(folder, 'a.txt'), '居民反映小区供暖不热')
writeFileSync(join(folder, 'b.txt'), '道路施工噪音扰民')
const texts = ['居民反映小区供暖不热', '道路施工噪音扰民']
const WEAK = { method: 'simhash', hash: 'bkdr64-131' } as const

describe('a hash that leaves bits the same', () => {
  it.each([
    ['dedupe', 'a.txt', 'b.txt', '-o', 'out.jsonl'],
    ['compare', 'a.txt', 'b.txt'],
    ['index', 'create', 'memory:'],
  ])('is warned of by the command %s', async (...command) => {
    const said = async (hash: string) => (await leitong([...command, '--profile', 'intro', '--hash', hash], { cwd: folder })).stderr
    expect(await said('bkdr64-131')).toContain('warning: --hash bkdr64-131 leaves bits of short words the same')
    expect(await said('city64')).not.toContain('leaves bits')
  })

  it('is in the figures of the library', async () => {
    for (const [options, expected] of [
      [WEAK, 'bkdr64-131'],
      [{ ...WEAK, hash: 'lane64' }, undefined],
      [{ hash: 'bkdr64-131' }, undefined],
    ] as const) {
      const run = await dedupe(texts, options)
      expect(run.summary.weakHash).toBe(expected)
      await run.close()
      await using linked = await link(texts, texts, options)
      expect(linked.summary.weakHash).toBe(expected)
      const held = await dedupeInMemory(texts, options)
      expect(held.summary.weakHash).toBe(expected)
      await using index = await openIndex(`memory:${JSON.stringify(options)}`, options)
      expect((await index.stats()).weakHash).toBe(expected)
    }
    expect(compare(texts[0] as string, texts[1] as string, WEAK).weakHash).toBe('bkdr64-131')
    expect(compare(texts[0] as string, texts[1] as string, { method: 'simhash' })).not.toHaveProperty('weakHash')
  })
})
