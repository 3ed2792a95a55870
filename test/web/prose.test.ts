/**
 * What the pages take for texts, of columns of a table: whether copies of texts or of rows are proposed first.
 *
 * Oracle   how the columns are made: letters and articles of the generator are texts; addresses, links, offices and names are entries of a form.
 * Covers   both languages, short texts without a full stop, a column that is mostly empty.
 */
import { describe, expect, it } from 'vitest'
import { createCorpus } from '../../src/research.js'
import { isProse } from '../../web/page/prose.js'
import { createRandom } from '../support/texts.js'

const random = createRandom(11)
const below = (end: number) => Math.floor(random() * end)
const pick = (list: string) => {
  const all = list.split(' ')
  return all[below(all.length)] as string
}
const many = (make: (i: number) => string) => Array.from({ length: 200 }, (_, i) => make(i))
const petitions = [...createCorpus({ kind: 'petitions', size: 200, seed: 4 }).records()]
const articles = [...createCorpus({ kind: 'articles_en', size: 200, seed: 4 }).records()]
const rows = [...createCorpus({ kind: 'rows', size: 200, seed: 4 }).records()] as unknown as readonly Readonly<Record<string, unknown>>[]
/** The first sentence, without its end. */
const opening = (text: string) => (/^[^。！？.!?]{20,90}/.exec(text.replace(/^.*\n/, ''))?.[0] ?? '').trim()

const TEXTS: Readonly<Record<string, readonly string[]>> = {
  'Chinese letters': petitions.map(({ text }) => text),
  'English articles': articles.map(({ text }) => text),
  'matters of rows': rows.map(({ matter }) => String(matter ?? '')),
  'first sentences in Chinese': petitions.map(({ text }) => opening(text)).filter(Boolean),
  'first sentences in English': articles.map(({ text }) => opening(text)).filter(Boolean),
  'headlines in English': articles.map(({ title }) => title ?? ''),
  'letters about an address': many(
    (i) => `我住在松江市龙关区梅林路${i + 1}号${1 + below(30)}栋${100 + below(900)}室，楼道的灯坏了${2 + below(9)}个月，请尽快派人来修。`,
  ),
  'English letters about an address': many(
    (i) => `The lamp in front of ${i + 1} Long Street, Flat ${below(90)}, has been broken for ${2 + below(9)} weeks. Please repair it.`,
  ),
}

const ENTRIES: Readonly<Record<string, readonly string[]>> = {
  'Chinese addresses': many(
    () =>
      `${pick('浙江省 江苏省 广东省')}${pick('杭州市 南京市 深圳市')}${pick('西湖区 鼓楼区 南山区')}${pick('文三 中山 科苑')}路${1 + below(900)}号${pick('东部软件园 梅林华庭 清坪社区')}${1 + below(30)}号楼${100 + below(900)}室`,
  ),
  'Chinese addresses without numbers': many(
    () =>
      `${pick('浙江省 江苏省')}${pick('杭州市 南京市')}${pick('西湖区 鼓楼区')}${pick('北山 华侨路 宁海路')}街道${pick('曙光 新华 东风')}${pick('新村社区居民委员会办公室 路社区服务中心')}`,
  ),
  'English addresses': many(
    () =>
      `${1 + below(900)} ${pick('Long Oak Station Mill')} ${pick('Street St. Avenue Lane')}, Flat ${1 + below(40)}, ${pick('Springfield Birchstead Dunbury')}, ${pick('IL NY CA')} ${10000 + below(80000)}`,
  ),
  links: many((i) => `https://www.example.org/letters/2024/${i}/index.html`),
  'names of offices': many(() => `${pick('住房 教育 交通')}和城乡建设局群众来信来访接待办公室（${pick('一 二')}科）`),
  names: many(() => `${pick('Anna Bruno Clara')} ${pick('Berger Castell Dreher')}`),
  'remarks of few rows': many((i) => (i % 20 ? '' : 'Came again in person and asked for an answer. None was given.')),
  'long numbers': many(() => Array.from({ length: 30 }, () => below(10)).join('')),
}

describe('a column of', () => {
  it.each(Object.keys(TEXTS))('%s is text', (name) => {
    expect(isProse(TEXTS[name] as string[])).toBe(true)
    expect(isProse((TEXTS[name] as string[]).slice(0, 4))).toBe(true)
  })
  it.each(Object.keys(ENTRIES))('%s is none', (name) => expect(isProse(ENTRIES[name] as string[])).toBe(false))
})
