/**
 * Runs commands side by side and waits for all of them.
 *
 *     node scripts/side-by-side.mjs COMMAND [COMMAND…]     each with its arguments behind a space; prints what they said, in that order
 */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/**
 * @param commands  each with its arguments
 * @returns         of each its name, its exit code and what it printed
 */
export const sideBySide = (commands) => Promise.all(commands.map(run))

function run([command, ...args]) {
  const name = [command, ...args].join(' ')
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data))
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ name, code: 1, output: error.message }))
    child.on('close', (code) => resolve({ name, code, output }))
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { name, code, output } of await sideBySide(process.argv.slice(2).map((line) => line.split(' ')))) {
    process.stdout.write(output)
    if (code === 0) continue
    console.error(`${name} failed`)
    process.exitCode = 1
  }
}
