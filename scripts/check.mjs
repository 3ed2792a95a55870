/** Runs every check of the project side by side and prints what failed: npm run check. */
import { spawn } from 'node:child_process'

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

const results = await Promise.all(
  CHECKS.map(([command, ...args]) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data))
    return new Promise((resolve) => {
      child.on('error', (error) => resolve({ name: [command, ...args].join(' '), code: 1, output: error.message }))
      child.on('close', (code) => resolve({ name: [command, ...args].join(' '), code, output }))
    })
  }),
)
for (const { name, code, output } of results) {
  if (code !== 0) console.error(`${name}\n${output}`)
  else if (name.includes('check-layers') || name.includes('check-shelves')) console.log(output.trimEnd())
}
process.exitCode = results.some(({ code }) => code !== 0) ? 1 : 0
