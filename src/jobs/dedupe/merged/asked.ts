/** What goes together with merging. */
import { LeitongError } from '../../../errors.js'
import type { OutputsWanted } from '../outputs.js'

/** @throws {LeitongError} `OPTION_CONFLICT` */
export function requireMergeable(wanted: Omit<OutputsWanted, 'merge'> & { readonly merge?: unknown }, isAgainst = false): void {
  const { merge, groupsFrom, output, mergeSources, annotate, repeat, compress, resume } = wanted
  const refuse = (what: string): never => {
    throw new LeitongError('OPTION_CONFLICT', what)
  }
  if (merge === undefined) {
    if (mergeSources !== undefined || groupsFrom !== undefined) refuse('--merge-sources and --groups-from are for --merge')
    return
  }
  if (output === undefined && mergeSources === undefined) refuse('--merge says how --output is written, and there is none')
  if (annotate || repeat !== undefined || compress !== undefined || resume)
    refuse('--merge writes one row a group: leave out --annotate, --repeat, --compress and --resume')
  if (isAgainst) refuse('--merge is for the rows of one run, and --against brings others in')
  if (output?.endsWith('/')) refuse('--merge writes one table: name a file for --output')
}
