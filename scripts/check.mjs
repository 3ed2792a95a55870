/** Runs every check of the project side by side and prints what failed: npm run check. */
import { sideBySide } from './side-by-side.mjs'

const CHECKS = [
  ['biome', 'check', '.'],
  ['tsc', '-p', 'tsconfig.pure.json'],
  ['tsc', '-p', 'web'],
  ['tsc', '-p', 'test'],
  ['node', 'scripts/check-layers.mjs'],
  ['node', 'scripts/check-shelves.mjs'],
  ['node', 'scripts/check-walls.mjs'],
  ['node', 'scripts/check-licences.mjs'],
  ['knip'],
]

const results = await sideBySide(CHECKS)
for (const { name, code, output } of results) {
  if (code !== 0) console.error(`${name}\n${output}`)
  else if (name.includes('check-layers') || name.includes('check-shelves')) console.log(output.trimEnd())
}
process.exitCode = results.some(({ code }) => code !== 0) ? 1 : 0
