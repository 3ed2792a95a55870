/** Collection of garbage at once, so that large typed arrays give their memory back. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Below this many documents there is nothing worth a collection. */
const MANY = 500_000

/**
 * Collects garbage now. The memory behind typed arrays is outside of the JavaScript heap, so that V8 feels no need to collect
 * while hundreds of megabytes of digests wait to be let go, and the search that follows takes as much again.
 */
export function letGo(documents: number): void {
  if (documents < MANY) return
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
}
