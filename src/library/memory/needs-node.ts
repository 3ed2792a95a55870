/** Options that a run in memory cannot honour: they are refused, where leaving them out in silence would pass for a result. */
import { LeitongError } from '../../errors.js'
import { needsModel } from '../../methods/methods.js'
import type { OptionName, Options } from '../../options/options.js'
import { isStated } from '../../options/stated.js'

/** Options of files, databases and threads. */
const REFUSED: readonly OptionName[] = ['decisions', 'fields', 'table', 'query', 'ignore', 'workers', 'temp']

/**
 * Refuses fields of rows before options are checked, since they come as an object too.
 *
 * @throws {LeitongError} `NEEDS_NODE`
 */
export function refuseFields({ fields }: { readonly fields?: unknown }): void {
  if (fields !== undefined) throw new LeitongError('NEEDS_NODE', 'option "fields"')
}

/** @throws {LeitongError} `NEEDS_NODE` */
export function refuseNodeOptions(options: Options): void {
  const stated = REFUSED.find((name) => isStated(options, name))
  if (stated) throw new LeitongError('NEEDS_NODE', `option "${stated}"`)
  if (needsModel(options)) throw new LeitongError('NEEDS_NODE', `weight "${options.weight}" with its corpus model`)
}
