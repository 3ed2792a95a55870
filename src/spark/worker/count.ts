/** document and checksum, JSON line -> feature, in how many documents it occurs; of no feature (NULL), how many documents there are. */
import { LeitongError } from '../../errors.js'
import { fieldsOf } from '../../methods/fields.js'
import type { Options } from '../../options/options.js'
import { FeatureCounter } from '../../signing/feature-counter.js'
import type { RowPlan } from '../../sources/rows/plan.js'
import type { Reject } from '../../working/tasks.js'
import { checked, say } from './pipe.js'
import { signLines } from './sign.js'

/** Bytes of records whose features are counted together: a table of their features fits easily. */
const TOGETHER = 64 << 20
/** More than any such table has, so that nothing is forgotten. */
const PLACES = 2 ** 27

export function count(given: Options, plan: RowPlan | undefined): void {
  // Method rare hands over the features of every document.
  const options: Options = { ...given, method: 'rare', measure: 'jaccard' }
  let counter = new FeatureCounter(PLACES)
  let [documents, bytes] = [0, 0]
  const close = () => {
    const { hashes, documents: counts } = counter.counted(1)
    for (let i = 0; i < hashes.length; i++) say(`${BigInt.asIntN(64, hashes[i] as bigint)}\t${counts[i]}`)
    counter = new FeatureCounter(PLACES)
    bytes = 0
  }
  const sign = signLines(options, plan, fieldsOf(options))
  for (const block of checked()) {
    const columns = sign(block)
    const [reject] = columns.rejects as readonly Reject[]
    if (reject && given.strict) throw new LeitongError('STRICT', columns.rejects.length, reject.reason)
    counter.add(columns.grams)
    documents += columns.count
    bytes += block.lines.length
    if (bytes >= TOGETHER) close()
  }
  close()
  if (documents) say(`\\N\t${documents}`)
}
