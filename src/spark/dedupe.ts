/** A batch on a cluster: Spark finds blocks that no candidate pair crosses, and the engine of one machine judges each of them. */

import { optionsForRows } from '../methods/derive.js'
import type { Options } from '../options/options.js'
import type { FieldsSpec } from '../sources/rows/fields-file.js'
import { readFieldsFile } from '../sources/rows/read-fields-file.js'
import { BOUNDS } from './bounds.js'
import { ClusterRun } from './cluster-run.js'
import { refuseUnnamedRows } from './judged-rows.js'
import { type ClusterHooks, type ClusterStep, onCluster } from './open.js'
import { type ClusterOutputs, checkOutputs } from './places.js'
import { refuseUncarried } from './refuse.js'
import type { ClusterSummary } from './results/summary.js'

export type { ClusterHooks, ClusterOutputs, ClusterStep, ClusterSummary }

/**
 * Runs one batch on a cluster, up to what is to be written.
 *
 * @param stated     with `engine` and `work`
 * @param wantPairs  judge every candidate pair
 * @param given      of rows what is compared, instead of the fields file of the options
 * @returns          the run, whose session is open: close it
 * @throws {LeitongError} `OPTION_CONFLICT` for what is not carried, `CLUSTER`, `SOURCE_MISSING`, `PACKAGE_MISSING`, `NOTHING_JUDGED`, `STRICT`
 */
export async function dedupeOnCluster(
  inputs: readonly string[],
  stated: Options,
  wantPairs: boolean,
  hooks: ClusterHooks = {},
  given?: FieldsSpec,
): Promise<ClusterRun> {
  const spec = given ?? (stated.fields === undefined ? undefined : readFieldsFile(stated.fields))
  const options = spec ? optionsForRows(stated) : stated
  refuseUncarried(options)
  refuseUnnamedRows(options, spec)
  const bounds = { ...BOUNDS, ...hooks.bounds }
  return onCluster(options, hooks, (cluster) => ClusterRun.of({ ...cluster, inputs, options, spec, wantPairs, bounds }))
}

/**
 * Checks outputs before the work begins.
 *
 * @throws {LeitongError} `OPTION_CONFLICT`
 */
export const requireOutputs = (inputs: readonly string[], options: Options, outputs: Readonly<Record<string, unknown>>): ClusterOutputs =>
  checkOutputs([...inputs, ...(options.work === undefined ? [] : [options.work])], outputs)
