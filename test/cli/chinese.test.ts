/**
 * The command and the service in Chinese: their messages are Chinese throughout, and it understands what people of that language type.
 *
 * Oracle   the source itself: every cause that an error of them is given there has its words in Chinese.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { globSync } from 'tinyglobby'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { causeInChinese } from '../../src/chinese/causes.zh.js'
import { openIndex } from '../../src/index.js'
import { checkOption } from '../../src/options/option.js'
import { leitong, temporaryFolder, writeLines } from '../support/files.js'

const folder = temporaryFolder()
const at = (name: string) => join(folder, name)
const root = new URL('../../', import.meta.url).pathname

/** Errors that neither the command nor the service say: of the library, of browsers. */
const ELSEWHERE = /^(ARGUMENT|NEEDS_NODE)/

/** Causes that stand in the source as text, `1` for what is filled in. */
function* causes(): Generator<string> {
  for (const file of globSync('src/**/*.ts', { cwd: root })) {
    if (/^src\/(spark|library|client)\//.test(file)) continue
    const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true)
    const found: string[] = []
    const texts = (node: ts.Node) => {
      if (ts.isStringLiteralLike(node)) found.push(node.text)
      else if (ts.isTemplateExpression(node))
        found.push(node.head.text + node.templateSpans.map(({ literal }) => `1${literal.text}`).join(''))
      else ts.forEachChild(node, texts)
    }
    const visit = (node: ts.Node) => {
      if (ts.isNewExpression(node) && node.expression.getText() === 'LeitongError') {
        const [code, ...rest] = node.arguments ?? []
        if (!code || !ELSEWHERE.test(code.getText().slice(1))) rest.forEach(texts)
      } else if (ts.isCallExpression(node) && /^(refuse|is|damaged)$/.test(node.expression.getText())) node.arguments.forEach(texts)
      else ts.forEachChild(node, visit)
    }
    visit(source)
    yield* found
  }
}

/** Words of a sentence, and no names: three in a row, in small letters. */
const SENTENCE = /(?:^|[ ;:])[a-z]{2,}(?: [a-z]{2,}){2}/

it('says every cause of an error in Chinese', () => {
  const all = [...new Set(causes())].filter((cause) => SENTENCE.test(cause))
  expect(all.length).toBeGreaterThan(100)
  const english = all.filter((cause) => SENTENCE.test(causeInChinese(cause)))
  expect(english).toEqual([])
})

describe('messages', () => {
  writeLines(at('a.jsonl'), [{ id: 1, text: 'one and the same text of some length' }])
  writeFileSync(at('b.csv'), 'id,text\n1,one and the same text of some length\n')
  writeFileSync(at('broken.csv'), 'id,text\n1,"open\n')
  const WORDS = /[a-z]{2,} [a-z]{2,} [a-z]{2,}/

  it.each([
    [['dedupe', 'a.jsonl', '--threshold', '7x'], '应为 0 到 1 的数'],
    [['dedupe', 'a.jsonl', '--keep', 'newest'], '应为 first、last'],
    [['dedupe', 'a.jsonl', '--limit-of', '1'], '没有选项'],
    [['dedupe', 'a.jsonl', 'b.csv', '-o', 'out'], '不能写成一个输出'],
    [['dedupe', 'a.jsonl', '-o', 'a.jsonl'], '--output 要写到 a.jsonl，而它是 输入 a.jsonl'],
    [['dedupe', 'a.jsonl', '-o', 'none/out'], '没有这个文件或文件夹'],
    [['dedupe', 'a.jsonl', '--sheet', '1'], '--sheet 用于 Excel 文件'],
    [['dedupe', 'a.jsonl', '--replace'], '--replace 与 --results-table 连用'],
    [['dedupe', 'broken.csv'], '引号没有闭合'],
    [['index', 'query', 'nowhere', '--text', 'x'], '没有索引'],
  ])('of %j are Chinese', async (args, said) => {
    const { stderr, stdout } = await leitong([...args, '--lang', 'zh'], { cwd: folder })
    expect(stderr + stdout).toContain(said)
    // A command is the same in every language.
    expect(stderr.replace(/leitong( [a-z]+)+/g, '')).not.toMatch(WORDS)
  })
})

describe('what people type', () => {
  it('full-width commas, digits and percents', () => {
    expect(checkOption({ kind: 'list' }, 'text-field', '诉求标题，诉求内容')).toEqual(['诉求标题', '诉求内容'])
    const share = { kind: 'number', min: 0, max: 1 } as const
    for (const [typed, value] of [
      ['80%', 0.8],
      ['80％', 0.8],
      ['０．８', 0.8],
      ['62.5 %', 0.625],
    ] as const)
      expect(checkOption(share, 'threshold', typed)).toBe(value)
    expect(() => checkOption(share, 'threshold', '80')).toThrow(/expected a number from 0 to 1; 80% is 0\.8/)
    expect(() => checkOption({ kind: 'integer', min: 1, max: 9 }, 'ngram', '80%')).toThrow()
  })

  it('leitong help, and of a command', async () => {
    const whole = await leitong(['help'])
    expect(whole).toEqual(await leitong(['--help']))
    expect(await leitong(['--lang', 'zh', 'help', 'dedupe'])).toEqual(await leitong(['dedupe', '--help', '--lang', 'zh']))
    expect(await leitong(['help', 'index', 'add'])).toEqual(await leitong(['index', 'add', '--help']))
    expect(whole.code).toBe(0)
  })
})

describe('an error', () => {
  const SECRET = '王芳 13800138000'

  it('does not quote the record that it is about', async () => {
    writeFileSync(at('people.jsonl'), `${SECRET}\n{"id":1,"text":"${SECRET}"}\n{"id": ${SECRET}}\n`)
    const { stderr, stdout } = await leitong(['dedupe', 'people.jsonl', '--strict', '-o', 'none.jsonl'], { cwd: folder })
    expect(stderr).toMatch(/3|not JSON/)
    expect(stderr + stdout).not.toContain('13800138000')
    await leitong(['index', 'create', 'letters.index', '--text-field', 'text'], { cwd: folder })
    const index = await openIndex(at('letters.index'))
    try {
      await expect(index.add({ id: 1, name: SECRET } as never)).rejects.toThrow(/no "text"; there are id, name/)
      await expect(index.add({ id: 1, name: SECRET } as never)).rejects.not.toThrow(/13800138000/)
    } finally {
      await index.close()
    }
  })
})
