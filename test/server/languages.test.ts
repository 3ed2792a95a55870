/**
 * Errors of the service in the language that a client asks for.
 *
 * Covers   a header with several languages; the header of the answer; the code, which stays; remedies of the service; lines that are wrong among lines.
 */
import { expect, it } from 'vitest'
import { languageAsked } from '../../src/server/failure.js'
import { NDJSON, startService } from './started.js'

it.each([
  [undefined, 'en'],
  ['*', 'en'],
  ['de', 'en'],
  ['zh', 'zh'],
  ['zh-Hant-TW', 'zh'],
  ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
  ['en-GB, zh;q=0.5', 'en'],
  ['en;q=0.2, ZH;q=0.5', 'zh'],
  ['zh;q=0', 'en'],
])('of %s: %s', (header, language) => {
  expect(languageAsked(header)).toBe(language)
})

it('answers errors in Chinese where that is asked for, with the same code', async () => {
  const service = await startService()
  const ask = (headers: Record<string, string>) => service.ask('GET', '/indexes/none', undefined, headers)
  const en = await ask({ 'accept-language': 'en' })
  const zh = await ask({ 'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8' })
  expect([en.status, zh.status]).toEqual([404, 404])
  expect([en.headers.get('content-language'), zh.headers.get('content-language')]).toEqual(['en', 'zh'])
  expect(zh.headers.get('vary')).toMatch(/accept-language/i)
  expect(zh.json.error.code).toBe(en.json.error.code)
  expect(en.json.detail).not.toMatch(/[\u4e00-\u9fff]/)
  expect(zh.json.detail).toMatch(/[\u4e00-\u9fff]/)
  expect(zh.json.error.remedy).toMatch(/[\u4e00-\u9fff]/)
  expect(zh.json.detail).toBe(zh.json.error.message)
  expect(zh.json.error.remedy).toContain('PUT /indexes/NAME')
  const wrong = await service.ask('PUT', '/indexes/texts', { threshold: 7 }, { 'accept-language': 'zh' })
  expect(wrong.json.error.message).toMatch(/[\u4e00-\u9fff]/)
})

it('answers a line that is wrong in Chinese, and the others as ever', async () => {
  const service = await startService()
  await service.ask('PUT', '/indexes/lines', {})
  const sent = ['{"id":1,"text":"one and the same text of some length"}', 'no JSON', '{"id":2}']
  const { text } = await service.ask('POST', '/indexes/lines/documents', sent.join('\n'), {
    ...NDJSON,
    'accept-language': 'zh',
  })
  const json = text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
  expect(json[0]).toMatchObject({ id: 1, status: 'new' })
  for (const [i, code] of [
    [1, 'SERVICE_REQUEST'],
    [2, 'INDEX_DOCUMENT'],
  ] as const) {
    expect(json[i].error).toMatchObject({ code, message: expect.stringMatching(/[\u4e00-\u9fff]/) })
    expect(`${json[i].error.message} ${json[i].error.remedy}`).not.toMatch(/[a-z]{2,} [a-z]{2,} [a-z]{2,}|--[a-z]/)
  }
})
