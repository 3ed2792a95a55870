/** The page as a file. */
import { readFileSync } from 'node:fs'
import { ownFile } from '../packages.js'
import { withOutput } from '../writing/output-set.js'

/**
 * Writes the page, which is part of this package.
 *
 * @param output  a file; `-` for standard output
 * @returns       its bytes
 * @throws {LeitongError} `OUTPUT_WRITE`
 */
export function writePage(output: string): Promise<number> {
  const page = readFileSync(ownFile('web/page.html'), 'utf8')
  return withOutput(output, [], async (target) => {
    await target.write(page)
    return Buffer.byteLength(page)
  })
}
