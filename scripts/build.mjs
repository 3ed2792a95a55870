/**
 * Builds dist/ from the sources: npm run build. Where nothing has changed since the last build, nothing is done: the tiers of tests begin with a
 * build each.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sideBySide } from './side-by-side.mjs'

/** What a build reads. The lock file stands for the packages that are bundled. */
const INPUTS = ['src', 'assembly', 'web', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.json']
const FIRST = [
  ['node', 'scripts/build-kernel.mjs'],
  ['node', 'node_modules/@typescript/native/bin/tsc'],
]
/** These read what the first ones wrote, and nothing of each other. */
const REST = ['client', 'bundle', 'require-types', 'option-docs', 'worker', 'web', 'man'].map((name) => [
  'node',
  `scripts/build-${name}.mjs`,
])

process.chdir(new URL('..', import.meta.url).pathname)
const stamp = 'dist/.built'
if (!process.argv.includes('--anew') && existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs()) process.exit(0)

// A build that fails half-way leaves a mixture, which must not count as built once the sources are as before.
rmSync(stamp, { force: true })
for (const [command, ...args] of FIRST) {
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
const results = await sideBySide(REST)
for (const { name, code, output } of results) {
  process.stdout.write(output)
  if (code !== 0) console.error(`${name} failed`)
}
if (results.some(({ code }) => code !== 0)) process.exit(1)
// The kernel is a source too, once it is made.
writeFileSync(stamp, inputs())

/** A sum of all that a build reads. */
function inputs() {
  const files = INPUTS.flatMap((input) =>
    input.includes('.') ? [input] : readdirSync(input, { recursive: true }).map((name) => join(input, name)),
  )
  const sum = createHash('sha256')
  for (const file of files.sort()) {
    if (!statSync(file).isFile()) continue
    const content = readFileSync(file)
    sum.update(`${file}\n${content.length}\n`).update(content)
  }
  return sum.digest('hex')
}
