/**
 * The pages in Chinese, held against the command, the pages in English and their glossary; and the pages by task in English, against the command.
 *
 * Oracle   the table of options and what the command prints; the English pages that a Chinese one links to, which have each of its figures.
 * Covers   docs/zh, docs/tasks and README.zh-CN.md, the Chinese words of the program. With LEITONG_RECORD=1 the pages take what their commands print now.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { CommandModel } from '../../src/cli/help/model.js'
import { temporaryFolder } from '../support/files.js'
import { prepare, replay } from './console.js'
import { anchorOf, CONSOLE, commandModels, commandsOf, faultsOf, figuresOf, proseOf } from './pages.js'

const root = new URL('../../', import.meta.url).pathname
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const CHINESE = readdirSync(join(root, 'docs/zh')).map((name) => `docs/zh/${name}`)
const GLOSSARY = 'docs/zh/glossary.md'
const PAGES = [...CHINESE, 'README.zh-CN.md']
/** The same in English, a page for a task. */
const TASKS = readdirSync(join(root, 'docs/tasks')).map((name) => `docs/tasks/${name}`)

/** The pages that a page links to, with their anchors. */
const linksOf = (name: string) =>
  [...read(name).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => (target as string).split('#'))
    .filter(([target]) => !/^https?:/.test(target as string))
    .map(([target, anchor]) => ({ target: target ? join(dirname(name), target) : name, anchor }))

describe('links', () => {
  it.each([...PAGES, ...TASKS, 'docs/README.md'])('of %s lead to pages and headings that are there', (name) => {
    for (const { target, anchor } of linksOf(name)) {
      expect(existsSync(join(root, target)), target).toBe(true)
      if (!anchor) continue
      const headings = [...read(target).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading as string))
      expect(headings, `${target}#${anchor}`).toContain(decodeURIComponent(anchor))
    }
  })

  it('lead to every page in English from its index', () => {
    const pages = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md') && name !== 'README.md')
    const linked = linksOf('docs/README.md').map(({ target }) => target)
    expect(linked).toEqual(expect.arrayContaining([...pages.map((name) => `docs/${name}`), ...TASKS]))
  })

  it('lead to every page in Chinese from its index, and to the index from the README', () => {
    expect(linksOf('docs/zh/README.md').map(({ target }) => target)).toEqual(
      expect.arrayContaining(CHINESE.filter((name) => name !== 'docs/zh/README.md')),
    )
    expect(linksOf('README.zh-CN.md').map(({ target }) => target)).toEqual(expect.arrayContaining(['docs/zh/README.md']))
  })
})

describe('commands', () => {
  let models: CommandModel[]
  beforeAll(async () => {
    models = await commandModels()
  })

  it.each([...PAGES, ...TASKS])('of %s have options and values that are there', (name) => {
    for (const line of commandsOf(read(name), 'shown')) expect(faultsOf(line, models), line).toEqual([])
    for (const line of commandsOf(read(name), 'named')) expect(faultsOf(line, models, false), line).toEqual([])
  })

  it('are many', () => expect(PAGES.flatMap((name) => commandsOf(read(name), 'shown')).length).toBeGreaterThan(80))

  it('are found out where they are wrong', () => {
    expect(faultsOf('leitong dedupe a.jsonl --treshold 0.7', models)).toEqual(['dedupe has no --treshold'])
    expect(faultsOf('leitong index add texts a.jsonl --find originals', models)).toEqual(['--find has no value originals'])
    expect(faultsOf('leitong compare a.txt', models)).toEqual(['an argument is missing'])
    expect(faultsOf("leitong dedupe 'a b.csv' -o x.csv --keep newest:date | head", models)).toEqual([])
  })

  it.concurrent.each([...CHINESE, ...TASKS].filter((name) => read(name).includes('```console')))(
    'of %s print what it shows',
    async (name) => {
      const folder = temporaryFolder()
      await prepare(folder)
      const { shown, printed, page } = await replay(read(name), folder, TASKS.includes(name) ? 'C.UTF-8' : 'zh_CN.UTF-8')
      if (process.env['LEITONG_RECORD']) writeFileSync(join(root, name), page)
      else expect(shown).toEqual(printed)
    },
  )
})

/** Of a table: its rows that begin with a name in backticks, by that name. */
const rowsOf = (page: string) =>
  [...page.matchAll(/^\| [^|\n]*`([^`\n]+)`[^|\n]*\|(.*)\|$/gm)].map(([, name, cells]) => ({
    name: name as string,
    cells: cells as string,
  }))
/** The sections of a page by their headings. */
const sectionsOf = (page: string) =>
  new Map(
    page
      .split(/^## /m)
      .slice(1)
      .map((section) => [section.slice(0, section.indexOf('\n')).trim(), section]),
  )

/** Whether a figure is another one with fewer digits behind the point. */
function isRounded(figure: string, exact: string): boolean {
  const [digits, more] = [figure, exact].map((one) => one.split('.')[1]?.length ?? 0) as [number, number]
  return digits > 0 && more > digits && Math.abs(Number(exact) - Number(figure)) <= 0.5 / 10 ** digits + 1e-9
}

describe('figures', () => {
  it.each(PAGES)('of %s stand on the pages in English that it links to, or in what its commands print', (name) => {
    const english = ['README.md', ...linksOf(name).map(({ target }) => target)]
      .filter((target) => target.endsWith('.md') && !PAGES.includes(target))
      .map(read)
    const printed = [...read(name).matchAll(CONSOLE)].map(([block]) => block)
    const known = [...english, ...printed].flatMap(figuresOf)
    const isKnown = (figure: string) => known.some((one) => one === figure || isRounded(figure, one))
    expect(figuresOf(proseOf(read(name))).filter((figure) => !isKnown(figure))).toEqual([])
  })

  it('of the sources stand beside the same method of the same source on both pages', () => {
    const english = sectionsOf(read('docs/papers.md'))
    let rows = 0
    for (const [heading, section] of sectionsOf(read('docs/zh/papers.md'))) {
      const source = /`(\w+)`/.exec(heading)?.[0]
      for (const { name, cells } of source ? rowsOf(section) : []) {
        const figures = figuresOf(cells)
        if (!figures.length) continue
        const there = rowsOf(english.get(source as string) as string).filter((row) => row.name === name)
        // The English page has a table for each set of documents.
        const known = there.flatMap((row) => figuresOf(row.cells))
        expect(
          figures.filter((figure) => !known.includes(figure)),
          `${heading} ${name}: ${cells}`,
        ).toEqual([])
        rows++
      }
    }
    expect(rows).toBeGreaterThanOrEqual(8)
  })

  it('are read in each spelling', () => {
    expect(figuresOf('131 072 与 131,072，100 万篇，0.917；2019 年 3 位，1.2.3，6.0 秒')).toEqual([
      '131072',
      '131072',
      '1000000',
      '0.917',
      '6.0',
    ])
  })
})

describe('words', () => {
  /** Term, English, meaning, what is not written for it. */
  const terms = [...read(GLOSSARY).matchAll(/^\| ([^|\n]+) \| ([^|\n]+) \| ([^|\n]+) \|(?: ([^|\n]*))? \|$/gm)]
    .slice(1)
    .filter(([, term]) => !/^[-:]+$/.test(term as string))
    .map(([, term = '', , , instead = '']) => ({
      term,
      instead: instead
        .split('、')
        .map((one) => one.trim())
        .filter(Boolean),
    }))
  const others = PAGES.filter((name) => name !== GLOSSARY)

  it('of the glossary are used', () => {
    expect(terms.length).toBeGreaterThan(30)
    const all = others.map(read).join('')
    expect(terms.filter(({ term }) => !all.includes(term)).map(({ term }) => term)).toEqual([])
  })

  it('that the glossary puts away are written nowhere, in pages and in the program', () => {
    const sources = ['src', 'web'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        // Made-up texts, and words that are looked for in texts, are none of ours.
        .filter((name) => name.endsWith('.ts') && !/^(?:research\/generating|tokenizing|matching|sources)\//.test(name))
        .map((name) => join(folder, name)),
    )
    const away = terms.flatMap(({ instead }) => instead)
    expect(away).toEqual(expect.arrayContaining(['准确率', '汉明距离', '二次散列']))
    const found = [...others, ...sources].flatMap((name) => {
      const text = read(name)
      return away.filter((word) => text.includes(word)).map((word) => `${name}: ${word}`)
    })
    expect(found).toEqual([])
  })
})
