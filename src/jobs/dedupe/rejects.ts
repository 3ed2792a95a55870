/** Records that could not be judged. */
import { LeitongError } from '../../errors.js'
import type { ReadFile } from '../../reading/open-input.js'
import type { Rejected } from './documents.js'
import type { RunContext } from './run-context.js'

/** @throws {LeitongError} `STRICT` */
export function refuseRejects({ options, documents: { rejects, files } }: Pick<RunContext, 'options' | 'documents'>): void {
  const [first] = rejects
  if (options.strict && first) throw new LeitongError('STRICT', rejects.length, describeReject(first, files))
}

/** A record that could not be judged, as people are told: where it is, and why. */
export function describeReject(reject: Rejected, files: readonly ReadFile[]): string {
  const name = (files[reject.file] as ReadFile).name
  return `${name}${reject.line ? `:${reject.line}` : ''}: ${reject.reason}`
}
