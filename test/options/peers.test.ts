/**
 * Profiles of other tools: their settings by name.
 *
 * Oracle   the values that docs/peers.md lists with their sources.
 * Covers   each profile; a value that is given otherwise wins; a copy that is found under each, one that is none.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { dedupe } from '../../src/index.js'
import { NO_MACHINE } from '../../src/options/running.js'
import { resolveOptions } from '../../src/resolving/resolve.js'
import { createRandom, createText } from '../support/texts.js'

const page = readFileSync(new URL('../../docs/peers.md', import.meta.url), 'utf8')
const rows = [...page.matchAll(/^\| `([a-z-]+)` \|.*?\| (\d+) (words|characters)[^|]*\| (\d+) \| (\d+) × (\d+) \| ([\d.]+) \|$/gm)]
const random = createRandom(3)
const text = createText(random, 300)

describe('profiles of other tools', () => {
  it('are four', () => expect(rows.map(([, name]) => name)).toEqual(['text-dedup', 'datatrove', 'nemo', 'data-juicer']))

  it.each(rows.map((row) => [...row].slice(1)))(
    '%s has what the page says',
    async (name, ngram, unit, positions, bands, perBand, threshold) => {
      const options = resolveOptions([{ values: { profile: name }, where: '' }], NO_MACHINE)
      expect(options).toMatchObject({
        method: 'minhash',
        verify: true,
        groupBy: 'components',
        tokenizer: unit === 'words' ? 'word' : 'char',
        ngram: Number(ngram),
        numPerm: Number(positions),
        bands: Number(bands),
        bandRows: Number(perBand),
        threshold: Number(threshold),
      })
      expect(resolveOptions([{ values: { profile: name, threshold: 0.9 }, where: '' }], NO_MACHINE).threshold).toBe(0.9)
      const documents = [text, `${text} At the end.`, createText(random, 300)].map((one, id) => ({ id, text: one }))
      await using result = await dedupe(documents, { profile: name as 'nemo' })
      expect([...result.removed()].map(({ id, duplicateOf }) => [id, duplicateOf])).toEqual([[1, 0]])
    },
  )
})
