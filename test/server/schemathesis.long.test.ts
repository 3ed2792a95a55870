/**
 * The service under schemathesis, which draws requests from the document of the API by a program that is not ours.
 *
 * Oracle   the OpenAPI document: statuses, content types and shapes of answers are those that it names, and what it does not allow is refused.
 * Covers   every route that ends by itself but those of keys, alone and in sequences that follow from each other's answers. The Python package comes through pip
 *          (bench/venv.ts), once; without it the test is skipped and says why.
 */
import { execFile } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { python } from '../../bench/venv.js'
import { temporaryFolder } from '../support/files.js'
import { startService } from './started.js'

const EXAMPLES = Number(process.env['LEITONG_EXAMPLES'] ?? 20)

/** The program, or why there is none. */
function installed(): { readonly path?: string; readonly reason?: string } {
  try {
    return { path: python('service') }
  } catch (error) {
    if (process.env['CI'] === 'true') throw error
    return { reason: `: ${(error as Error).message}` }
  }
}

const { path, reason = '' } = installed()

describe.skipIf(path === undefined)(`the document of the API${reason}`, () => {
  it('is kept by the service', async () => {
    const { url, key } = await startService()
    const { code, output } = await new Promise<{ code: number; output: string }>((resolve) => {
      execFile(
        path as string,
        [
          ...['-m', 'schemathesis.cli', 'run', `${url}/openapi.json`, '-H', `Authorization: Bearer ${key}`],
          ...['--max-examples', String(EXAMPLES), '--seed', '1', '--continue-on-failure'],
          // Streams of events do not end; with the key that asks removed, all that follows would be refused.
          ...['--exclude-path-regex', '/events$|^/keys/'],
          // Some options exclude each other, which no schema says. Of routes that are none, nothing is told to those without a key.
          ...['--exclude-checks', 'positive_data_acceptance,unsupported_method'],
        ],
        // It keeps what it has found in the folder where it runs.
        { cwd: temporaryFolder(), maxBuffer: 1 << 28 },
        (error, stdout, stderr) => resolve({ code: error ? Number(error.code ?? -1) : 0, output: stdout + stderr }),
      )
    })
    expect(output).toMatch(/[1-9]\d* generated/)
    expect(code, output).toBe(0)
  })
})
