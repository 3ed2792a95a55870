/**
 * What compare, link, tune, fingerprint and model build say on the terminal.
 *
 * Covers   Chinese without a word of English prose, JSON as in English; --quiet; what a folder passed over.
 */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { leitong, temporaryFolder, writeLines } from '../support/files.js'

const folder = temporaryFolder()
const run = (...args: string[]) => leitong(args, { cwd: folder })

const LETTERS = [
  '东湖花园的路灯坏了三个星期，请尽快派人来修。',
  '东湖花园的路灯坏了三个星期，请尽快派人来修理。',
  '建议延长十二路公交车的末班时间。',
]
const LONG =
  '江心岛的渡轮自五月一日起每四十分钟开一班，末班船晚上九点离岸。港务处还将加开周末早班，并在码头增设遮阳棚和长椅，方便带孩子的家庭候船。学生凭证件半价，自行车不另收费。'
writeFileSync(join(folder, 'a.txt'), LETTERS[0] as string)
writeFileSync(join(folder, 'b.txt'), LETTERS[1] as string)
writeLines(
  join(folder, 'docs.jsonl'),
  [...LETTERS, LONG, `${LONG}谢谢！`].map((text, i) => ({ id: `编号${i}`, text })),
)
writeFileSync(
  join(folder, 'labels.jsonl'),
  '{"a": "编号0", "b": "编号1"}\n{"a": "编号0", "b": "编号2", "same": false}\n{"a": "0", "b": "9"}\n',
)
mkdirSync(join(folder, 'letters'))
for (const [i, text] of LETTERS.entries()) writeFileSync(join(folder, 'letters', `${i}.txt`), text)
for (const name of ['one.png', 'two.png', 'README']) writeFileSync(join(folder, 'letters', name), 'x')
writeFileSync(join(folder, 'broken.jsonl'), `${JSON.stringify({ id: 1, text: LETTERS[0] })}\nnot json\n`)

/** English words beside names of options and their values, measures, files and paths. */
const prose = (text: string) =>
  [...text.matchAll(/(?<![-\w./"])[A-Za-z]{3,}(?![\w./])/g)]
    .map(([word]) => word)
    .filter(
      (word) =>
        !/^(jaccard|multiset|containment|cosine|simhash|minhash|leitong|dedupe|jsonl|method|distance|bits|tokenizer|chinese|char|threshold|docs|copies|versions)$/.test(
          word,
        ),
    )

describe('in Chinese', () => {
  it.each([
    [
      ['compare', 'a.txt', 'b.txt'],
      /^(不相似：相似度为 [\d.]+（jaccard），未|相似：相似度为 [\d.]+（jaccard），)达到阈值 0\.8\n/,
      /A 有 22 个字符，B 有 23 个/,
      /1 处不同：/,
    ],
    [['compare', 'a.txt', 'a.txt'], /没有差异/],
    [['link', 'docs.jsonl', 'docs.jsonl'], /B 有 5 行/, /B 中 5 行在 A 中，0 行不在/, /B 中的行及其在 A 中最相似的一行：/],
    [['link', 'docs.jsonl', 'docs.jsonl', '--within'], /两边之间 \d+ 对/],
    [['tune', 'docs.jsonl'], /建议：阈值 [\d.]+：没有可用的谷底/, /改用 simhash：/, /← 阈值/],
    [['tune', 'docs.jsonl', '--labels', 'labels.jsonl'], /在标注上/, /1 条标注所说的文档不全在输入中/, /在标注上 F1 最高/],
  ] as [string[], ...RegExp[]][])('%j', async (args, ...said) => {
    const { stdout, code } = await run(...args, '--lang', 'zh')
    expect(code).toBeLessThan(2)
    for (const part of said) expect(stdout).toMatch(part)
    expect(prose(stdout)).toEqual([])
  })

  it('leaves JSON as it is', async () => {
    for (const args of [
      ['compare', 'a.txt', 'b.txt', '--json'],
      ['tune', 'docs.jsonl', '--json'],
    ]) {
      const [english, chinese] = await Promise.all([run(...args), run(...args, '--lang', 'zh')])
      const timeless = (text: string) => text.replace(/"seconds":[^,]+/, '')
      expect(timeless(chinese.stdout)).toBe(timeless(english.stdout))
    }
  })
})

describe('with --quiet', () => {
  it('compare answers by its exit code, tune with the command to run, link with what it was asked to write', async () => {
    expect(await run('compare', '-q', 'a.txt', 'a.txt')).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(await run('compare', '-q', 'a.txt', 'letters/2.txt')).toEqual({ code: 1, stdout: '', stderr: '' })
    expect(JSON.parse((await run('compare', '-q', 'a.txt', 'b.txt', '--json')).stdout)).toHaveProperty('similarity')
    expect((await run('tune', '-q', 'docs.jsonl')).stdout).toMatch(/^leitong dedupe docs\.jsonl --threshold [\d.]+\n$/)
    const quiet = await run('link', '-q', 'docs.jsonl', 'docs.jsonl', '--matches', '-')
    expect(quiet.stderr).toBe('')
    expect(quiet.stdout.split('\n').length).toBe(6)
    expect(await run('link', '-q', 'docs.jsonl', 'docs.jsonl')).toEqual({ code: 0, stdout: '', stderr: '' })
    const broken = await run('link', '-q', 'docs.jsonl', 'broken.jsonl')
    expect(broken.stdout).toBe('')
    expect(broken.stderr).toMatch(/^1 record could not be judged; the first: broken\.jsonl:2: /)
  })
})

describe('files of a folder that are passed over', () => {
  it.each([
    [['link', 'letters', 'docs.jsonl']],
    [['tune', 'letters']],
    [['fingerprint', 'letters']],
    [['model', 'build', 'letters', '-o', 'letters.model']],
  ])('are counted by %j', async (args) => {
    const said = async (...more: string[]) => {
      const { code, stdout, stderr } = await run(...args, ...more)
      expect(code).toBe(0)
      return stdout + stderr
    }
    expect(await said()).toContain('3 files passed over, of no format that is read: 2 .png, 1 without an ending')
    expect(await said('--lang', 'zh')).toContain('跳过 3 个文件，其格式不能读取：2 .png, 1 无扩展名')
    expect(await said('-q')).not.toContain('passed over')
  })

  it('are links too, which are not followed', async () => {
    symlinkSync('docs.jsonl', join(folder, 'link.jsonl'))
    mkdirSync(join(folder, 'links'))
    symlinkSync('../letters', join(folder, 'links', 'folder'))
    symlinkSync('../docs.jsonl', join(folder, 'links', 'a.jsonl'))
    // One that is named is read.
    expect((await run('fingerprint', 'link.jsonl')).code).toBe(0)
    for (const place of ['links', 'links/*.jsonl'])
      expect((await run('fingerprint', place)).stderr).toMatch(/: [12] links?, which (is|are) not followed/)
    writeFileSync(join(folder, 'links', 'b.jsonl'), readFileSync(join(folder, 'docs.jsonl')))
    const { code, stdout, stderr } = await run('dedupe', 'links')
    expect(code).toBe(0)
    expect(stdout + stderr).toContain('2 links passed over: links in folders are not followed; name one to have it read')
  })
})
