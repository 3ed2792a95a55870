import type { Run } from './run.js'

/** The report page (placeholder until the page is built). */
export function* reportPage(_run: Run): Generator<Uint8Array> {
  yield Buffer.from('')
}
