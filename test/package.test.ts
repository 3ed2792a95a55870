/** The package and its documents: do they say what is? */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ERRORS, type ErrorCode, receiveError } from '../src/errors.js'
import { optionDefault, optionHelp } from '../src/options/option.js'
import { flagOf } from '../src/resolving/names.js'
import { OPTIONS } from '../src/resolving/table.js'
import { failureOf, Redactor } from '../src/server/failure.js'
import { described } from '../src/server/routes/routes.js'
import { VERSION } from '../src/version.js'

const root = new URL('../', import.meta.url).pathname
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const manifest = JSON.parse(read('package.json'))

describe('the package', () => {
  it('has one version', () => {
    expect(VERSION).toBe(manifest.version)
    expect(read('CHANGELOG.md')).toContain(`## ${manifest.version}`)
  })

  it('exports what is there', () => {
    const targetsOf = (entry: unknown): string[] =>
      typeof entry === 'string' ? [entry] : Object.values(entry as object).flatMap((inner) => targetsOf(inner))
    for (const target of targetsOf(manifest.exports)) expect(existsSync(join(root, target)), target).toBe(true)
    expect(existsSync(join(root, manifest.bin.leitong))).toBe(true)
  })

  it('has the hash of every package in its lock file, of those of other systems too', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { integrity?: string; link?: boolean }> }
    const bare = Object.entries(packages).filter(
      ([at, { integrity, link }]) => at && !link && !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''),
    )
    expect(bare.map(([at]) => at)).toEqual([])
  })

  it('records no registry host in its lock file, and names no machine', () => {
    expect(read('package-lock.json')).not.toContain('"resolved"')
    const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
    expect(files.filter((name) => name.endsWith('.generated.ts'))).toEqual([
      'src/tokenizing/chinese/hmm.generated.ts',
      'src/tokenizing/chinese/traditional.generated.ts',
      'src/tokenizing/unicode.generated.ts',
    ])
  })
})

describe('docs/errors.md', () => {
  it('lists every error with its exit code and remedy, and no other', () => {
    const listed = [...read('docs/errors.md').matchAll(/^\| <a id="[a-z_]+"><\/a>`([A-Z_]+)` \| (\d) \| .* \| (.*) \|$/gm)].map(
      ([, code, exit, remedy]) => [code, Number(exit), remedy],
    )
    const kinds = Object.entries(ERRORS) as [string, { exit: number; remedy: string | ((...args: string[]) => string) }][]
    expect(listed).toEqual(
      kinds.map(([code, { exit, remedy }]) => [code, exit, typeof remedy === 'string' ? remedy : remedy('A', 'B', 'C')]),
    )
  })

  it('has the place that each error of the service links to, as has the page of the service', () => {
    const anchors = [...read('docs/errors.md').matchAll(/<a id="(.*?)"><\/a>`(.*?)`/g)]
    const places = new Map(anchors.map(([, id, code]) => [`http://here/docs#${id}`, code]))
    expect(places.size).toBe(anchors.length)
    for (const code of Object.keys(ERRORS) as ErrorCode[]) {
      const { error } = failureOf(receiveError({ code, args: ['A', 'B', 'C'] }), { id: 'id', origin: 'http://here' }, new Redactor({}))
      expect(places.get(error.docs), error.docs).toBe(code)
      expect(described().page).toContain(`<tr id="${new URL(error.docs).hash.slice(1)}"><td><code>${code}<`)
    }
  })
})

describe('docs/options.md', () => {
  it('lists every option with its default, and no other', () => {
    const listed = [...read('docs/options.md').matchAll(/^\| `--(?:no-)?([a-z-]+)` \| (.*?) \| (.*) \|$/gm)].map(
      ([, name, value, help]) => [name, value, help],
    )
    const expected = Object.entries(OPTIONS).map(([name, spec]) => [flagOf(name), optionDefault(spec), optionHelp(spec)])
    expect(listed.sort()).toEqual(expected.sort())
  })
})

const helps = new Map<string, string>()

function helpOf(command: string): string {
  const known = helps.get(command)
  if (known) return known
  const help = execFileSync(process.execPath, [join(root, 'dist/cli/main.js'), ...command.split(' '), '--help'], { encoding: 'utf8' })
  helps.set(command, help)
  return help
}

describe('the documents', () => {
  const documents = [
    'README.md',
    'README.zh-CN.md',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`),
  ]

  it('link to files that are there', () => {
    for (const name of documents) {
      for (const [, target] of read(name).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)) {
        if (/^https?:/.test(target as string)) continue
        expect(existsSync(join(root, dirname(name), target as string)), `${name} -> ${target}`).toBe(true)
      }
    }
  })

  it('name every room in the map', () => {
    for (const room of readdirSync(join(root, 'src'), { withFileTypes: true }))
      if (room.isDirectory()) expect(read('ARCHITECTURE.md')).toContain(`${room.name}/`)
  })

  it('show commands that the command knows', () => {
    for (const name of documents) {
      for (const [, line] of read(name).matchAll(/^(?: {4}(?:\$ )?|\$ )leitong ([a-z].*)$/gm)) {
        const words = (line as string).split(' ')
        const command = ['index', 'model', 'review'].includes(words[0] as string) ? `${words[0]} ${words[1]}` : (words[0] as string)
        const help = helpOf(command)
        expect(help, `${name}: ${line}`).toContain(`Usage: leitong ${command}`)
        for (const [flag] of (line as string).matchAll(/--[a-z-]+/g)) expect(help, `${name}: ${line}`).toContain(flag)
      }
    }
  })
  it('show programs that print what they say', () => {
    let programs = 0
    for (const name of documents) {
      for (const [, program] of read(name).matchAll(/^```js\n([\s\S]*?)^```$/gm)) {
        const file = join(root, `.example-${programs++}.mjs`)
        writeFileSync(file, program as string)
        try {
          const printed = execFileSync(process.execPath, [file], { encoding: 'utf8', cwd: root }).trim().split('\n')
          const promised = [...(program as string).matchAll(/console\.log\(.*\/\/ (.*)$/gm)].map(([, line]) => line)
          expect(printed, name).toEqual(promised)
        } finally {
          rmSync(file)
        }
      }
    }
    expect(programs).toBeGreaterThan(1)
  })
})
