/**
 * Completions and the man page, both made from the description of the commands.
 *
 * Covers   a real bash: commands, commands below commands, options, values, lists, `--option=value`, files; zsh and fish by their structure,
 *          and by running them where they are installed; the man page through groff where that is installed.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type CommandModel, describeCommand } from '../../src/cli/help/model.js'
import { createProgram } from '../../src/cli/program.js'
import { leitong, temporaryFolder } from '../support/files.js'

const folder = temporaryFolder()
const has = (program: string) => spawnSync(program, ['--version']).status === 0
const below = (model: CommandModel): CommandModel[] => [model, ...model.commands.flatMap(below)]
const commands = below(describeCommand(await createProgram([])))
const scripts: Record<string, string> = {}

beforeAll(async () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { code, stdout } = await leitong(['completion', shell])
    expect(code).toBe(0)
    scripts[shell] = join(folder, `leitong.${shell}`)
    writeFileSync(scripts[shell], stdout)
  }
  mkdirSync(join(folder, 'some folder'))
  writeFileSync(join(folder, 'some file.jsonl'), '')
})

/** What bash offers for the last of the words. */
function offered(...words: string[]): string[] {
  const program = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _leitong 2>/dev/null; printf '%s\\n' "\${COMPREPLY[@]}"`
  const out = execFileSync('bash', ['--norc', '-c', program, 'bash', scripts['bash'] as string, ...words], {
    cwd: folder,
    encoding: 'utf8',
  })
  return out.split('\n').filter(Boolean)
}

describe('in bash', () => {
  it('a measure that one command has alone is offered there', () => {
    expect(offered('leitong', 'link', '--measure', 'pas')).toEqual(['passages'])
    expect(offered('leitong', 'dedupe', '--measure', 'pas')).toEqual([])
  })

  it('commands are completed, also those below commands', () => {
    expect(offered('leitong', '')).toEqual(commands[0]?.commands.map(({ name }) => name))
    expect(offered('leitong', 'de')).toEqual(['dedupe'])
    expect(offered('leitong', '--lang', 'zh', 'in')).toEqual(['index'])
    expect(offered('leitong', 'index', 're')).toEqual(['remove'])
    expect(offered('leitong', 'completion', '')).toEqual(['bash', 'zsh', 'fish'])
    // The name of a command as an operand is no command.
    expect(offered('leitong', 'dedupe', 'compare', '--thr')).toEqual(['--threshold'])
  })

  it('every option of every command is offered, and no other', () => {
    for (const { path, options } of commands) {
      const expected = options.flatMap(({ short, long }) => (short ? [short, long] : [long]))
      expect(offered('leitong', ...path.split(' ').filter(Boolean), '-').sort(), path).toEqual(expected.sort())
    }
  })

  it('values are those of the option', () => {
    expect(offered('leitong', 'dedupe', '--method', '')).toEqual([
      'minhash',
      'simhash',
      'exact',
      'rare',
      'features',
      'fingerprints',
      'vectors',
    ])
    expect(offered('leitong', 'dedupe', '--method', '=', 'mi')).toEqual(['minhash'])
    expect(offered('leitong', 'dedupe', '--method', '=')).toContain('rare')
    expect(offered('leitong', 'dedupe', '--normalize', 'nfkc,ca')).toEqual(['nfkc,case'])
    expect(offered('leitong', 'dedupe', '--keep', 'n')).toEqual(['newest:'])
    expect(offered('leitong', 'index', 'create', '--keep', '')).toEqual(['features', 'text', 'none'])
    expect(offered('leitong', 'generate', '--format', '')).toEqual(['jsonl', 'csv'])
    expect(offered('leitong', 'dedupe', '--threshold', '')).toEqual([])
  })

  it('files are completed where files are asked for, with spaces in their names', () => {
    expect(offered('leitong', 'dedupe', 'some').sort()).toEqual(['some file.jsonl', 'some folder'])
    expect(offered('leitong', 'dedupe', '-o', 'some f')).toContain('some file.jsonl')
    expect(offered('leitong', 'dedupe', '--temp', 'some')).toEqual(['some folder'])
    expect(offered('leitong', 'index', 'add', 'texts', 'some fi')).toEqual(['some file.jsonl'])
  })
})

describe('for other shells', () => {
  it('zsh has a function for each command, with all its options', () => {
    const script = readFileSync(scripts['zsh'] as string, 'utf8')
    expect(script.startsWith('#compdef leitong\n')).toBe(true)
    for (const { path, options } of commands) {
      const name = ['_leitong', ...path.split(' ').filter(Boolean)].join('_')
      const body = script.slice(script.indexOf(`\n${name}() {`), script.indexOf('\n}\n', script.indexOf(`\n${name}() {`)))
      expect(body.length, name).toBeGreaterThan(20)
      for (const { long, short } of options) expect(body, path).toMatch(short ? `{${short},${long}}` : `'${long}[`.replace('[', ''))
      // Outside of its quotes a specification has nothing but words and braces.
      expect(body.replace(/'[^']*'/g, '').includes("'")).toBe(false)
    }
    if (has('zsh')) expect(spawnSync('zsh', ['-n', scripts['zsh'] as string]).status).toBe(0)
  })

  it('fish has a line for each option of each command', () => {
    const script = readFileSync(scripts['fish'] as string, 'utf8')
    for (const { path, options } of commands)
      for (const { long, short } of options) {
        const line = `complete -c leitong -n '__leitong_at \\'${path}\\''${short ? ` -s ${short.slice(1)}` : ''} -l ${long.slice(2)} `
        expect(script).toContain(line)
      }
    for (const line of script.split('\n').filter((text) => text.startsWith('complete')))
      expect(line.replace(/'(?:[^'\\]|\\.)*'/g, '')).toMatch(/^complete -c leitong[ \w-]*$/)
    if (has('fish')) expect(spawnSync('fish', ['--no-execute', scripts['fish'] as string]).status).toBe(0)
  })

  it('another shell is refused', async () => {
    const { code, stderr } = await leitong(['completion', 'tcsh'])
    expect(code).toBe(2)
    expect(stderr).toContain('bash, zsh, fish')
  })
})

describe('the man page', () => {
  const page = new URL('../../dist/man/leitong.1', import.meta.url).pathname
  const text = readFileSync(page, 'utf8')

  it('has every command, every option and every exit code', () => {
    const plain = text.replaceAll('\\-', '-')
    for (const { path, usage, options, commands: inner } of commands) {
      if (path && !inner.length) expect(plain).toContain(`.SS ${usage}`)
      for (const { long } of options) expect(plain, path).toContain(`\\fB${long}\\fR`)
    }
    for (const section of ['NAME', 'SYNOPSIS', 'DESCRIPTION', 'OPTIONS', 'EXAMPLES', 'EXIT STATUS', 'ENVIRONMENT', 'FILES'])
      expect(text).toContain(`\n.SH ${section}\n`)
    for (const code of [0, 1, 2, 3, 4]) expect(text).toContain(`\n\\fB${code}\\fR\n`)
    expect(text).toMatch(/^[\x20-\x7e\n]*$/)
  })

  it.skipIf(!has('groff'))('is sound for groff', () => {
    const { stderr, status } = spawnSync('groff', ['-man', '-ww', '-z', page], { encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(status).toBe(0)
  })
})
