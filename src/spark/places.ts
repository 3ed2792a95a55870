/** Places that a cluster reads and writes. */
import { isAbsolute, resolve } from 'node:path'
import { LeitongError } from '../errors.js'
import { kebab } from '../resolving/names.js'

/** Where to write what: folders, by URIs that Spark writes to. */
export interface ClusterOutputs {
  /** The kept records, in a folder for each file of the input. */
  readonly output?: string | undefined
  readonly removed?: string | undefined
  readonly pairs?: string | undefined
  readonly groups?: string | undefined
}

const KINDS = ['output', 'removed', 'pairs', 'groups']

/** A path for Spark: names without a scheme are files of this machine, or of the file system that the cluster takes by default. */
export const uriOf = (name: string): string => (/^[a-z][a-z0-9+.-]*:/i.test(name) || isAbsolute(name) ? name : resolve(name))

const folder = (name: string) =>
  `${uriOf(name)
    .replace(/^file:\/*(?=\/)/, '')
    .replace(/\/+$/, '')}/`

/**
 * No output may lie where something is read, or in another one: a folder is written anew as a whole.
 *
 * @param read  what is read
 * @throws {LeitongError} `OPTION_CONFLICT`
 */
export function checkOutputs(read: readonly string[], outputs: Readonly<Record<string, unknown>>): ClusterOutputs {
  const taken = read.map(folder)
  for (const [kind, name] of Object.entries(outputs)) {
    if (name === undefined || name === false) continue
    const refuse = (what: string): never => {
      throw new LeitongError('OPTION_CONFLICT', what)
    }
    if (!KINDS.includes(kind)) refuse(`--${kebab(kind)} is not written on a cluster (--engine); docs/cluster.md lists what is carried`)
    if (name === '-') refuse(`--${kebab(kind)} -: a cluster writes folders, and not standard output`)
    const here = folder(String(name))
    if (taken.some((other) => here.startsWith(other) || other.startsWith(here)))
      refuse(`--${kebab(kind)} ${name} lies in another folder that the run reads or writes, or around one`)
    taken.push(here)
  }
  return outputs as ClusterOutputs
}
