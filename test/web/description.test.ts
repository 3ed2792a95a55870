/**
 * What a report says of its rule, in words.
 *
 * Oracle   of times what the command says.
 * Covers   what decides under each method, also a combined similarity and a search that leaves no pair out; times; English and Chinese.
 */
import { expect, it } from 'vitest'
import { duration } from '../../src/cli/terminal.js'
import { setLanguage } from '../../src/cli/texts/texts.js'
import { toldOf } from '../../src/methods/told.js'
import { NO_MACHINE } from '../../src/options/running.js'
import { resolveOptions } from '../../src/resolving/resolve.js'
import type { ReportData } from '../../web/report/data.js'
import { describeMethod, describeRule, durationIn } from '../../web/report/description.js'

function said(values: Readonly<Record<string, unknown>>, language: 'en' | 'zh' = 'en') {
  const options = resolveOptions([{ values, where: 'in a test' }], NO_MACHINE)
  const data = { summary: { options }, decided: toldOf(options) } as unknown as ReportData
  return [describeRule(data, language), describeMethod(data, language), data.decided.ofFeatures] as const
}

it.each([
  [{}, 'the share of features that both have (Jaccard) is at least 0.8', 'MinHash proposed pairs', true],
  [{ verify: false }, 'the share of features that both have (Jaccard) is at least', 'MinHash signatures decided', true],
  [{ method: 'simhash', verify: false, distance: 3 }, 'both signatures differ in at most 3 bits', 'Simhash signatures decided', true],
  [{ method: 'simhash', measure: 'bits' }, 'bits', 'Simhash signatures decided', true],
  [{ method: 'simhash', measure: 'combined' }, 'the combined similarity of content and other information', 'Simhash signatures', true],
  [{ method: 'exact' }, 'they are equal after normalising', 'Every removed text', false],
  [{ method: 'rare' }, 'the share of features that few other texts have, among those of both, is at least 0.14', 'Every', true],
  [{ method: 'features' }, 'the share of the smaller text that is in the other', 'Every', true],
  [{ method: 'vectors', vectorField: 'v' }, 'the cosine of their vectors is at least 0.9', 'Every', false],
  [{ complete: true }, '(Jaccard) is at least 0.8', 'All pairs that reach it were found', true],
  [{ measure: 'fields' }, 'the weighted mean similarity of the fields', 'Rows that share a key', false],
])('%j', (values, rule, method, ofFeatures) => {
  expect(said(values)).toEqual([expect.stringContaining(rule), expect.stringContaining(method), ofFeatures])
})

it('in Chinese', () => {
  expect(said({ method: 'rare' }, 'zh')[0]).toBe('两篇的少见特征的重合程度不低于 0.14 即为重复。')
  expect(said({ method: 'simhash', measure: 'combined' }, 'zh')[0]).toContain('内容与其他信息的综合相似度')
})

it.each(['en', 'zh'] as const)('times as the command says them (%s)', (language) => {
  setLanguage(language)
  for (const seconds of [0.04, 3.14, 9.949, 9.95, 59.4, 59.6, 76.197, 125, 3599.6, 86_400])
    expect(durationIn(seconds, language)).toBe(duration(seconds))
})
