/**
 * The same result on every version of Node that is supported.
 *
 * Oracle   the command on the Node that runs the tests, byte for byte.
 * Covers   what scripts/same-on-nodes.mjs tries: methods, outputs, compressed inputs, 1 and 7 workers, on Node 22 and 24.
 */
import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { ensureNodes } from '../../scripts/ensure-nodes.mjs'

it('Node 22 and 24 write what this one writes', ({ skip }) => {
  let programs: string[] = []
  try {
    programs = ensureNodes()
  } catch (error) {
    if (process.env['CI'] === 'true') throw error
    skip(`other versions of Node cannot be fetched: ${(error as Error).message}`)
  }
  if (!programs.length) skip('no other versions of Node are pinned for this system')
  const script = new URL('../../scripts/same-on-nodes.mjs', import.meta.url).pathname
  const said = execFileSync(process.execPath, [script, process.execPath, ...programs], { encoding: 'utf8' })
  expect(said).toContain(': 0 of 21 differ')
  expect(programs).toHaveLength(2)
})
