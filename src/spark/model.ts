/** A corpus model counted on a cluster: the bytes that one machine makes of the same input. */
import { createHash } from 'node:crypto'
import { LeitongError } from '../errors.js'
import { optionsForRows } from '../methods/derive.js'
import type { Options } from '../options/options.js'
import { digest } from '../signing/corpus-model.js'
import { featuresName } from '../signing/signature.js'
import { readFieldsFile } from '../sources/rows/read-fields-file.js'
import { VERSION } from '../version.js'
import { decodeModel, encodeModel } from '../weighting/model.js'
import { BOUNDS } from './bounds.js'
import { listFiles, numberFiles } from './inputs/listing.js'
import { openInput } from './inputs/open.js'
import { type ClusterHooks, onCluster } from './open.js'
import { refuseUnreadable } from './refuse.js'
import { settle } from './settings.js'
import { transformed } from './sql.js'
import { CHECKED } from './statements.js'
import { FORM, Steps } from './steps.js'

export interface CountedModel {
  /** As a file of a model has them. */
  readonly bytes: Uint8Array
  readonly documents: number
  /** Features in two and more documents, which the model holds. */
  readonly features: number
  readonly checksum: string
}

/**
 * Counts in how many documents each feature occurs.
 *
 * @param stated  with `engine` and `work`
 * @throws {LeitongError} as a batch on a cluster does
 */
export function countOnCluster(inputs: readonly string[], stated: Options, hooks: ClusterHooks = {}): Promise<CountedModel> {
  const spec = stated.fields === undefined ? undefined : readFieldsFile(stated.fields)
  const options = spec ? optionsForRows(stated) : stated
  refuseUnreadable(options)
  return onCluster(options, hooks, async ({ session, work, deploy, begin, end }) => {
    const files = await listFiles(session, inputs, options)
    await settle(session, files, BOUNDS.split)
    await numberFiles(session, files, BOUNDS.split)
    const { idField, textField, titleField, infoField, maxRecord, strict } = options
    const made = [VERSION, featuresName(options), idField, textField, titleField, infoField, maxRecord, strict, spec, BOUNDS.split, FORM]
    const listing = files.map(({ url, bytes, changed }) => [url, bytes, changed])
    const name = createHash('sha256')
      .update(JSON.stringify([made, listing]))
      .digest('hex')
      .slice(0, 16)
    const steps = new Steps(session, `${work}/leitong-model-${name}`, begin)
    const deployed = await deploy()
    const worker = (mode: string) => `${deployed.command} ${mode} ${deployed.task({ wantPairs: false, spec })}`
    const { split, placed } = BOUNDS
    await openInput({ session, files, old: 0, earlier: [], options, spec, steps, split, placed, worker })
    const { features = 0 } = await steps.step('count', counted(worker('count')), { features: 'count(feature)' })
    const hashes = new BigUint64Array(features)
    const documents = new Uint32Array(features)
    let [total, filled] = [0, 0]
    // Ascending as numbers without a sign.
    for await (const { feature, documents: count } of session.stream(
      `SELECT feature, documents FROM ${steps.from('count')} ORDER BY feature >= 0 DESC, feature`,
    )) {
      if (feature === null) total = Number(count)
      else {
        hashes[filled] = BigInt.asUintN(64, BigInt(feature as bigint))
        documents[filled++] = Number(count)
      }
    }
    if (!total) throw new LeitongError('NOTHING_JUDGED', `the input (--text-field ${textField})`, 0, 'no record could be counted')
    const bytes = encodeModel({ features: featuresName(options), total, hashes, documents }, digest)
    await end()
    return { bytes, documents: total, features, checksum: decodeModel(bytes, 'the model of the input').checksum }
  })
}

/** feature, documents; of the feature NULL the number of all documents. What is in one document alone is not asked for. */
const counted = (command: string) =>
  `SELECT feature, sum(documents) AS documents FROM (${transformed(
    `${CHECKED}, value`,
    command,
    'feature bigint, documents bigint',
    'leitong_docs',
  )}) GROUP BY feature HAVING feature IS NULL OR sum(documents) > 1`
