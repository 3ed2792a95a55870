/**
 * A release is made of its sources alone: whoever builds it gets the same bytes of the package and of the list of its parts.
 *
 * Oracle   the other build: a clone in another folder, with another umask, time zone and language.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { VERSION } from '../src/version.js'
import { temporaryFolder } from './support/files.js'

const MINUTES = 60_000
const root = new URL('../', import.meta.url).pathname

/** The hashes of all that a clean clone releases. */
function released(folder: string, umask: string, env: Readonly<Record<string, string>>): string {
  mkdirSync(folder, { recursive: true })
  const clone = join(folder, 'leitong')
  const script = `umask ${umask} && git clone -q "$1" "$2" && ln -s "$1/node_modules" "$2/node_modules" && cd "$2" && npm run --silent release -- "$2/out"`
  execFileSync('sh', ['-c', script, 'sh', root, clone], { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'] })
  const out = join(clone, 'out')
  const sums = readFileSync(join(out, 'SHA256SUMS'), 'utf8')
  for (const [, sum, name] of sums.matchAll(/^(\w+) {2}(.+)$/gm))
    expect(
      createHash('sha256')
        .update(readFileSync(join(out, name as string)))
        .digest('hex'),
    ).toBe(sum)
  const list = JSON.parse(readFileSync(join(out, `leitong-${VERSION}.cdx.json`), 'utf8')) as { components: { name: string }[] }
  // What users get, and nothing that only developers need.
  expect(list.components.map(({ name }) => name)).toEqual(expect.arrayContaining(['lmdb', 'commander', '@node-rs/jieba']))
  expect(list.components.map(({ name }) => name)).not.toContain('vitest')
  return sums
}

it(
  'is the same from two clones',
  () => {
    const folder = temporaryFolder()
    const one = released(join(folder, 'a'), '022', { TZ: 'UTC', LANG: 'C' })
    const other = released(join(folder, 'another', 'place'), '077', { TZ: 'Asia/Shanghai', LANG: 'zh_CN.UTF-8' })
    expect(other).toBe(one)
    expect(one.split('\n')).toHaveLength(3)
  },
  10 * MINUTES,
)
