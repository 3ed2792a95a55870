/**
 * tokenizing/chinese: which script of Chinese is a text written in?
 *
 * Oracle   scriptOf in plain TypeScript, for the kernel; sentences that people wrote in each script, for scriptOf.
 * Covers   both scripts, their mixture, Japanese, short texts, characters that both scripts have; long beginnings of Latin letters; any text.
 * Seed     fast-check prints seed and path on failure.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { scriptOfInput, writeText } from '../../src/kernel/text.js'
import { instantiateKernel } from '../../src/kernel/wasm.js'
import { type ChineseScript, scriptOf } from '../../src/tokenizing/chinese/script.js'
import { pairs } from '../../src/tokenizing/chinese/traditional.js'
import { anyText } from '../arbitraries.js'

const kernel = instantiateKernel()
const inKernel = (text: string) => scriptOfInput(kernel, writeText(kernel, text))

const SENTENCES: readonly (readonly [ChineseScript | undefined, string])[] = [
  ['simplified', '这个问题还没有说清楚，请与我们联系。'],
  ['traditional', '這個問題還沒有說清楚，請與我們聯繫。'],
  // 后 and 里 are characters of both.
  ['traditional', '皇后大道的公里數與時間，這裡沒有記錄；請問經過幾個車站，還有與誰聯繫？'],
  [undefined, '日本語の文章では、漢字と仮名を混ぜて書きます。学校に来て会いましょう。'],
  [undefined, '国会で会議が開かれ、経済対策が議論された。'],
  [undefined, '这个问题还没有说清楚。這個問題還沒有說清楚。'],
  [undefined, '山水人口'],
  [undefined, '軟體'],
  [undefined, 'Nothing of Chinese.'],
  [undefined, ''],
]

it('is told of sentences', () => {
  expect(SENTENCES.map(([, text]) => [scriptOf(text), text])).toEqual(SENTENCES)
})

it('is told by the first 2048 bytes', () => {
  const traditional = '這個問題還沒有說清楚'
  expect(scriptOf('a'.repeat(2000) + traditional)).toBe('traditional')
  expect(scriptOf('a'.repeat(2048) + traditional)).toBeUndefined()
})

it('is told by the kernel as by plain TypeScript', () => {
  const [from, to] = [[...pairs().keys()], [...pairs().values()]].map((codes) =>
    fc.constantFrom(...codes.map((cp) => String.fromCodePoint(cp))),
  )
  const piece = fc.oneof(
    from as fc.Arbitrary<string>,
    to as fc.Arbitrary<string>,
    fc.constantFrom('の', 'カ', '　', '、', 'é', '𠮷', 'a b', '\n'),
    anyText,
  )
  const mostly = (script: fc.Arbitrary<string>) =>
    fc.array(fc.oneof({ weight: 9, arbitrary: script }, { weight: 1, arbitrary: piece }), { maxLength: 60 })
  const text = fc
    .tuple(fc.nat(2100), fc.oneof(fc.array(piece), mostly(from as fc.Arbitrary<string>), mostly(to as fc.Arbitrary<string>)))
    .map(([skipped, parts]) => 'x'.repeat(skipped % 3 ? 0 : skipped) + parts.join(''))
  const seen = new Set<string | undefined>()
  fc.assert(
    fc.property(text, (given) => {
      const script = scriptOf(given)
      seen.add(script)
      expect(inKernel(given)).toBe(script)
    }),
    { numRuns: 3000 },
  )
  expect(seen.size).toBe(3)
})
