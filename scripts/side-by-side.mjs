/** Runs commands side by side and waits for all of them. */
import { spawn } from 'node:child_process'

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
