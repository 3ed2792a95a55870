/**
 * The types of the package, as somebody who installed it meets them.
 *
 * Oracle   the compiler: consumers/ are programs against the packed package, compiled with `skipLibCheck: false`. Their uses that are wrong
 *          are marked `@ts-expect-error`, so that the compiler fails when it takes one.
 * Covers   NodeNext and Bundler, without the DOM library; CommonJS under node16; the browser entry without @types/node. CommonJS is run too.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
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

it('CommonJS compiles under node16, and runs', () => {
  expect(compile('common.cts', { module: 'node16', outDir: 'out' })).toBe('')
  const program = `require('./out/common.cjs').run([{ id: 1, text: 'one and the same' }, { id: 2, text: 'One and the same!' }]).then(console.log)`
  writeFileSync(join(folder, 'run.cjs'), program)
  expect(run(process.execPath, ['--no-warnings', 'run.cjs'])).toBe('[]\n')
})
