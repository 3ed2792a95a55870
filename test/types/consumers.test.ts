/**
 * The types of the package, as somebody who installed it meets them.
 *
 * Oracle   the compiler: consumers/ are programs against the packed package, compiled with `skipLibCheck: false`. Their uses that are wrong
 *          are marked `@ts-expect-error`, so that the compiler fails when it takes one.
 *          The table of options: its help is the documentation of each option.
 * Covers   NodeNext and Bundler, without the DOM library; CommonJS under node16; the browser entry and the library without @types/node. CommonJS is run too.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { beforeAll, expect, it } from 'vitest'
import { OPTIONS } from '../../src/resolving/table.js'
import { temporaryFolder } from '../support/files.js'
import { pack } from '../support/package.js'

const root = new URL('../../', import.meta.url).pathname
const folder = temporaryFolder()
const run = (command: string, args: readonly string[]) => execFileSync(command, args, { cwd: folder, encoding: 'utf8' })

beforeAll(() => {
  const tarball = pack(folder)
  const installed = join(folder, 'node_modules')
  mkdirSync(join(installed, '@types'), { recursive: true })
  run('tar', ['-xzf', tarball])
  run('mv', ['package', join(installed, 'leitong')])
  symlinkSync(join(root, 'node_modules/@types/node'), join(installed, '@types/node'))
  // What it depends on, when it is run.
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const name of Object.keys(dependencies)) {
    mkdirSync(join(installed, name, '..'), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), join(installed, name))
  }
  cpSync(join(root, 'test/types/consumers'), folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
})

/** What the compiler says of a program; nothing when it is right. */
function compile(file: string, options: object): string {
  const compilerOptions = { strict: true, skipLibCheck: false, target: 'es2022', lib: ['es2022'], types: ['node'], ...options }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }))
  try {
    return run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder])
  } catch (error) {
    return (error as { stdout: string }).stdout
  }
}
const noEmit = true

it('types compile under NodeNext, without the DOM library', () => {
  expect(compile('node.ts', { module: 'nodenext', noEmit })).toBe('')
})

it('types compile under Bundler', () => {
  expect(compile('node.ts', { module: 'esnext', moduleResolution: 'bundler', exactOptionalPropertyTypes: true, noEmit })).toBe('')
})

it('types of the browser entry need no @types/node', () => {
  const options = { module: 'esnext', moduleResolution: 'bundler', types: [], lib: ['es2022', 'dom', 'dom.iterable'], noEmit }
  expect(compile('browser.ts', options)).toBe('')
})

it('types of the library need no @types/node', () => {
  writeFileSync(
    join(folder, 'plain.ts'),
    "import { dedupe } from 'leitong'\nexport const found = dedupe([{ id: 1, text: 'one' }], { keep: 'longest' })\n",
  )
  const options = { module: 'esnext', moduleResolution: 'bundler', types: [], lib: ['es2022', 'dom', 'dom.iterable'], noEmit }
  expect(compile('plain.ts', options)).toBe('')
})

it('CommonJS compiles under node16, and runs', () => {
  expect(compile('common.cts', { module: 'node16', outDir: 'out' })).toBe('')
  const program = `require('./out/common.cjs').run([{ id: 1, text: 'one and the same' }, { id: 2, text: 'One and the same!' }]).then(console.log)`
  writeFileSync(join(folder, 'run.cjs'), program)
  expect(run(process.execPath, ['--no-warnings', 'run.cjs'])).toBe('[]\n')
})

/** What an editor shows of each property of the types that a file exports. */
function documentationOf(file: string): Record<string, Map<string, string>> {
  const name = join(folder, file)
  const program = ts.createProgram([name], { strict: true, module: ts.ModuleKind.NodeNext, types: ['node'], noEmit: true })
  const checker = program.getTypeChecker()
  const source = checker.getSymbolAtLocation(program.getSourceFile(name) as ts.SourceFile) as ts.Symbol
  const shown = (property: ts.Symbol) => {
    const tags = property.getJsDocTags(checker).map((tag) => `@${tag.name} ${ts.displayPartsToString(tag.text)}`)
    return [ts.displayPartsToString(property.getDocumentationComment(checker)), ...tags].join('\n')
  }
  return Object.fromEntries(
    checker.getExportsOfModule(source).map((exported) => {
      const properties = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(exported))
      return [exported.name, new Map(properties.map((property) => [property.name, shown(property)]))]
    }),
  )
}

it('every option has its help as documentation', () => {
  const types = ['DedupeOptions', 'IndexOptions', 'LinkOptions', 'SyncOptions']
  const lines = [
    ...types.map((name) => `export type ${name} = import('leitong').${name}`),
    `export type Signing = NonNullable<Parameters<typeof import('leitong').fingerprint>[1]>`,
    ...types.slice(0, 2).map((name) => `export type Browser${name} = import('leitong/browser').${name}`),
  ]
  writeFileSync(join(folder, 'options.ts'), lines.join('\n'))
  const documentation = documentationOf('options.ts')
  expect(Object.keys(documentation)).toHaveLength(lines.length)
  for (const [name, properties] of Object.entries(documentation)) {
    expect(properties.size, name).toBeGreaterThan(60)
    for (const [option, text] of properties) expect(text, `${name}: ${option}`).toMatch(/^\S/)
  }
  // Of these the words are those of the table, but for flags.
  const { Signing } = documentation
  for (const [name, { help, kind }] of Object.entries(OPTIONS)) {
    const [words] = help.split('--')
    expect((Signing as Map<string, string>).get(name)?.toLowerCase(), `${name}, ${kind}`).toContain(words?.toLowerCase())
  }
  expect(Signing?.get('threshold')).toBe(
    'Verified similarity that makes two texts duplicates; under match a probability.\n@default 0.8, under rare 0.14, under match 0.5',
  )
  expect(documentation['DedupeOptions']?.get('maxPairs')).toBe(
    'Of texts that share a bucket, pairs beyond this many are left out of `pairs` and `report`, and counted.\n@default 10000000',
  )
  expect(documentation['BrowserIndexOptions']?.get('method')).toBe(Signing?.get('method'))
})
