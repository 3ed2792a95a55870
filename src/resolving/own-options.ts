/** Options of one method beside the name of another: the caller means something else. */
import { LeitongError } from '../errors.js'
import { methodsOf } from '../methods/idle.js'
import type { OptionName } from '../options/options.js'
import { requireObject } from '../options/require.js'
import { flagOf, nameOf } from './names.js'

/**
 * Refuses options that the named method does not have. Nothing is refused where no method is named: a profile or a measure may bring one.
 *
 * @param given  as a caller gives them, in any spelling
 * @throws {LeitongError} `OPTION_CONFLICT`, `ARGUMENT` for what is no object
 * @example requireOwnOptions({ method: 'minhash', bits: 32 }) // throws: "bits" is of method "simhash"; the method is minhash
 */
export function requireOwnOptions(given: Readonly<Record<string, unknown>>): void {
  requireObject(given)
  const named = new Map(Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[nameOf(name), value] as const])))
  const method = named.get('method')
  if (typeof method !== 'string') return
  for (const name of named.keys()) {
    const owners = methodsOf(name as OptionName)
    // Weights make a measure of their own, whatever proposes its pairs.
    const isWeighed = named.get('measure') === 'weighted' && owners.includes('simhash')
    if (!owners.length || owners.includes(method) || isWeighed) continue
    throw new LeitongError(
      'OPTION_CONFLICT',
      `"${flagOf(name)}" is of method ${owners.map((owner) => `"${owner}"`).join(' and ')}; the method is ${method}`,
    )
  }
}
