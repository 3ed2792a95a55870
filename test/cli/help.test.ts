/**
 * Help: short and long, in both languages, as wide as the terminal.
 *
 * Covers   -h against --help; every option, wrapped, no word broken; examples that parse; exit codes; --lang and the locale; that the
 *          Chinese tables have every command, option and error; --quiet; the found configuration file; the trial run.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ERRORS_ZH } from '../../src/chinese/errors.zh.js'
import { type CommandModel, describeCommand } from '../../src/cli/help/model.js'
import { wrap } from '../../src/cli/help/wrap.js'
import { createProgram } from '../../src/cli/program.js'
import { columns } from '../../src/cli/terminal.js'
import { languageOf } from '../../src/cli/texts/language.js'
import { OPTIONS_ZH } from '../../src/cli/texts/options.zh.js'
import { EN } from '../../src/cli/texts/texts.en.js'
import { setLanguage } from '../../src/cli/texts/texts.js'
import { ERRORS, type ErrorCode, LeitongError } from '../../src/errors.js'
import { OPTIONS } from '../../src/resolving/table.js'
import { leitong, temporaryFolder, writeLines } from '../support/files.js'

const folder = temporaryFolder()
const input = writeLines(join(folder, 'in.jsonl'), [
  { id: 1, text: 'the same words in both of these two lines' },
  { id: 2, text: 'The same words, in both of these two lines.' },
])

async function modelIn(language: 'en' | 'zh'): Promise<CommandModel> {
  setLanguage(language)
  try {
    return describeCommand(await createProgram([]))
  } finally {
    setLanguage('en')
  }
}
const below = (model: CommandModel): CommandModel[] => [model, ...model.commands.flatMap(below)]

describe('help', () => {
  it('is short by -h and whole by --help', async () => {
    const short = (await leitong(['dedupe', '-h'])).stdout
    const long = (await leitong(['dedupe', '--help'])).stdout
    expect(short.split('\n').length).toBeLessThan(50)
    expect(short).toContain('Usage: leitong dedupe [options] [INPUT...]')
    expect(short).toContain('--report')
    expect(short).not.toContain('--info-signature')
    expect(short).toContain('Every option: leitong dedupe --help')
    for (const flag of ['--info-signature', '--quiet', '--lang', '--config']) expect(long).toContain(flag)
    expect(long).toMatch(/Exit codes:\n {2}0 {2}it was done\n {2}1 [\s\S]* {2}4 {2}interrupted/)
  })

  it('stands within the width, in both languages, and breaks no word', async () => {
    for (const language of ['en', 'zh'])
      for (const width of [60, 80, 132]) {
        const { stdout } = await leitong(['link', '--help', '--lang', language], { env: { COLUMNS: String(width) } })
        const wide = stdout.split('\n').filter((line) => columns(line) > width && !/^ {2,6}(leitong|-)/.test(line))
        expect(wide).toEqual([])
      }
    expect((await leitong(['dedupe', '--help'], { env: { COLUMNS: '60' } })).stdout).toMatch(/\bshift_jis\b/)
  })

  it('wraps words and wide characters, and keeps marks with what they belong to', () => {
    expect(wrap('one two three', 8)).toEqual(['one two', 'three'])
    expect(wrap('一二三四五，六', 10)).toEqual(['一二三四', '五，六'])
    expect(wrap('一二三（四五）', 8)).toEqual(['一二三', '（四五）'])
    expect(wrap('averyveryverylongword and', 6)).toEqual(['averyveryverylongword', 'and'])
    expect(wrap('', 10)).toEqual([])
  })

  it('has for every command two examples of flags that it takes, and usual options that are there', async () => {
    const commands = below(await modelIn('en'))
    for (const { path, common, options, examples } of commands) {
      const flags = options.map(({ long }) => long)
      expect(flags, path).toEqual(expect.arrayContaining([...common]))
      expect(examples.length, path).toBe(2)
      for (const { command } of examples) {
        const [, name = ''] = /^(?:source <\()?leitong ((?:index |model |review )?[a-z]+)/.exec(command) ?? []
        const used = commands.find((other) => other.path === name)
        expect(used, command).toBeDefined()
        const known = used?.options.flatMap(({ long, short }) => [long, short]) ?? []
        for (const [flag] of command.split(/[|>]/)[0]?.matchAll(/(?<= )--?[a-z-]+\b/g) ?? []) expect(known, command).toContain(flag)
      }
    }
  })
})

describe('Chinese', () => {
  it('is spoken by --lang, else by the locale', () => {
    expect(languageOf(['dedupe', '--lang', 'zh'], { LC_ALL: 'C' })).toBe('zh')
    expect(languageOf(['--lang=en', 'dedupe'], { LANG: 'zh_CN.UTF-8' })).toBe('en')
    expect(languageOf([], { LANG: 'zh_TW' })).toBe('zh')
    expect(languageOf([], { LC_ALL: 'C', LANG: 'zh_CN.UTF-8' })).toBe('en')
    expect(languageOf([], { LC_ALL: '', LC_MESSAGES: 'zh_CN', LANG: 'en_US' })).toBe('zh')
    expect(languageOf([], { LANG: 'zhuang' })).toBe('en')
    expect(languageOf(['--', '--lang', 'zh'], {})).toBe('en')
  })

  it('has a text for every command, argument, option and heading', async () => {
    const isChinese = (text: string) => /\p{Script=Han}/u.test(text)
    for (const { path, summary, arguments: operands, options, examples } of below(await modelIn('zh'))) {
      expect(isChinese(summary), `${path}: ${summary}`).toBe(true)
      for (const { name, help } of operands) expect(isChinese(help), `${path} ${name}: ${help}`).toBe(true)
      for (const { long, help, group } of options) {
        // Some say what they are for in the words of JSON and formulas alone.
        expect(isChinese(help) || /^JSON |^log/.test(help), `${path} ${long}: ${help}`).toBe(true)
        if (group) expect(isChinese(group), `${path} ${long}: ${group}`).toBe(true)
      }
      for (const { text } of examples) expect(isChinese(text), `${path}: ${text}`).toBe(true)
    }
    expect(Object.keys(OPTIONS_ZH).sort()).toEqual(Object.keys(OPTIONS).sort())
    for (const [name, { derived }] of Object.entries(OPTIONS)) if (derived) expect(OPTIONS_ZH[name]?.[1], name).toBeTruthy()
  })

  it('has a message and a remedy for every error, made of the same values', () => {
    expect(Object.keys(ERRORS_ZH).sort()).toEqual(Object.keys(ERRORS).sort())
    const values = ['~a~', '~b~', '~c~']
    const isChinese = (text: string) => /\p{Script=Han}/u.test(text)
    for (const code of Object.keys(ERRORS) as ErrorCode[]) {
      const error = new LeitongError(code, ...(values as never))
      const { message, remedy } = error.from(ERRORS_ZH)
      expect(isChinese(message) || /^~a~：~b~$/.test(message), message).toBe(true)
      expect(isChinese(remedy), remedy).toBe(true)
      for (const value of values) expect(message.includes(value), `${code}: ${message}`).toBe(error.message.includes(value))
    }
  })

  it('leaves JSON and exit codes as they are', async () => {
    const { stdout, code } = await leitong(['dedupe', input, '--lang', 'zh'])
    expect(code).toBe(0)
    expect(stdout).toContain('保留 1 条，去除 1 条，共 1 组')
    expect(stdout).toContain('没有写出任何文件')
    const json = async (...flags: string[]) => {
      const summary = JSON.parse((await leitong(['dedupe', input, '--json', ...flags])).stdout)
      return { ...summary, seconds: 0, peakMemory: 0 }
    }
    expect(await json('--lang', 'zh')).toEqual(await json())
    const wrong = await leitong(['dedupe', input, '--threshold', '2'], { env: { LC_ALL: 'zh_CN.UTF-8' } })
    expect(wrong.code).toBe(2)
    expect(wrong.stderr).toMatch(/^leitong: 选项 "threshold" 不能取 "2"：应为 /)
    const unknown = await leitong(['dedupe', input, '--treshold', '1', '--lang', 'zh'])
    expect(unknown.code).toBe(2)
    expect(unknown.stderr).toMatch(/^错误：没有选项 "--treshold"\n（是否要写 --threshold？）/)
    expect((await leitong(['dedupe', '--lang', 'fr', input])).code).toBe(2)
  })
})

it('the exit codes are documented in one place', () => {
  const listed = [...readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8').matchAll(/^\| (\d) \| (.*) \|$/gm)]
  expect(listed.map(([, code, meaning]) => [code, meaning])).toEqual(Object.entries(EN.exits))
})

describe('beside the results', () => {
  it('says after a trial that nothing was written, and how to write', async () => {
    const { stdout } = await leitong(['dedupe', 'in.jsonl'], { cwd: folder })
    expect(stdout).toMatch(
      /Nothing was written: this was a trial\.\nWrite the kept records with -o kept\.jsonl, .*--report report\.html\.\n$/,
    )
    const wrote = await leitong(['dedupe', 'in.jsonl', '-o', 'kept.jsonl'], { cwd: folder })
    expect(wrote.stderr).toMatch(/wrote kept\.jsonl\n$/)
    expect(wrote.stderr).not.toContain('Nothing was written')
    writeFileSync(join(folder, 'a.txt'), 'one text that is alone')
    expect((await leitong(['dedupe', 'a.txt'], { cwd: folder })).stdout).toContain('-o kept/')
  })

  it('announces a configuration file that nobody named', async () => {
    const other = temporaryFolder()
    writeFileSync(join(other, 'leitong.config.json'), '{"threshold": 0.5, "numPerm": 64}')
    const { stderr, stdout } = await leitong(['dedupe', input, '--json'], { cwd: other })
    expect(stderr).toBe('leitong: options from leitong.config.json: threshold, numPerm\n')
    expect(JSON.parse(stdout).options.threshold).toBe(0.5)
    expect((await leitong(['dedupe', input, '--config', 'leitong.config.json', '--json'], { cwd: other })).stderr).toBe('')
    expect((await leitong(['dedupe', input, '--json', '-q'], { cwd: other })).stderr).toBe('')
  })

  it('is silent with --quiet, but for what could not be judged and errors', async () => {
    const quiet = await leitong(['dedupe', '-q', input, '-o', join(folder, 'quiet.jsonl')])
    expect(quiet).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(existsSync(join(folder, 'quiet.jsonl'))).toBe(true)
    expect(await leitong(['-q', 'dedupe', input])).toEqual({ code: 0, stdout: '', stderr: '' })
    writeFileSync(join(folder, 'bad.jsonl'), '{"text": "sound"}\nnot json\n')
    const bad = await leitong(['dedupe', '--quiet', join(folder, 'bad.jsonl')])
    expect(bad.stdout).toBe('')
    expect(bad.stderr).toMatch(/^1 of them could not be judged and is kept; the first: .*bad\.jsonl:2: not JSON.*\n$/)
    const missing = await leitong(['-q', 'dedupe', 'missing.jsonl'])
    expect(missing.code).toBe(3)
    expect(missing.stderr).toContain('no such file')
    const added = await leitong(['index', 'add', '-q', join(folder, 'index'), input, '--create'])
    expect(added.stderr).toBe('')
    expect(added.stdout.split('\n').length).toBe(3)
  })
})
