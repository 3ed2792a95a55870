/** Runs every check of the project side by side and prints what failed: npm run check. */
import { sideBySide } from './side-by-side.mjs'

/** TypeScript 7 by its path: TypeScript 6, whose API some packages need, has a command of the same name. */
const TSC = ['node', 'node_modules/@typescript/native/bin/tsc']
const CHECKS = [
  ['biome', 'check', '.'],
  [...TSC, '-p', 'tsconfig.pure.json'],
  [...TSC, '-p', 'web'],
  [...TSC, '-p', 'test'],
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
