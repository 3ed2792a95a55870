/** The batch on a cluster as a library call: results come from there as they are asked for. */
import { LeitongError } from '../errors.js'
import type { Options } from '../options/options.js'
import type { FieldsSpec } from '../sources/rows/fields-file.js'
import type { ClusterOutputs, ClusterStep, ClusterSummary } from '../spark/dedupe.js'
import type { DuplicateGroup, Removed, SimilarPair } from './decided.js'

export type { ClusterOutputs, ClusterStep, ClusterSummary }

export interface ClusterResult extends AsyncDisposable {
  readonly summary: ClusterSummary
  /** The removed documents, in the order of the input. */
  removed(): AsyncGenerator<Removed>
  groups(): AsyncGenerator<DuplicateGroup>
  /** Only with the option `pairs`. */
  pairs(): AsyncGenerator<SimilarPair>
  /** Writes folders of files, as the command does. */
  write(outputs: ClusterOutputs): Promise<void>
  /** Ends the session. What the steps have left stays in the work folder. */
  close(): Promise<void>
}

interface Asked {
  readonly pairs: boolean
  readonly spec?: FieldsSpec | undefined
  readonly signal?: AbortSignal | undefined
  readonly onStep?: ((step: ClusterStep, done: number, total: number | undefined) => void) | undefined
}

/** @throws {LeitongError} as the command */
export async function dedupeFilesOnCluster(
  files: readonly string[],
  options: Options,
  { pairs, spec, signal, onStep }: Asked,
): Promise<ClusterResult> {
  const { dedupeOnCluster, requireOutputs } = await import('../spark/dedupe.js')
  const run = await dedupeOnCluster(files, options, pairs, { signal, ...(onStep ? { progress: onStep } : {}) }, spec)
  const close = () => run.close()
  return {
    summary: run.summary,
    async *removed() {
      for await (const line of run.lines('removed')) {
        const { id, duplicate_of: duplicateOf, similarity, distance, group } = JSON.parse(line)
        yield { id, duplicateOf, ...scores({ similarity, distance }), group }
      }
    },
    async *groups() {
      for await (const line of run.lines('groups')) {
        const { group, kept, members } = JSON.parse(line) as { group: number; kept: unknown; members: (Scored & { id: unknown })[] }
        yield { group, kept, members: members.map((member) => ({ id: member.id, ...scores(member) })) }
      }
    },
    async *pairs() {
      for await (const line of run.lines('pairs')) {
        const { a, b, similarity, distance } = JSON.parse(line)
        yield { a, b, ...scores({ similarity, distance }) }
      }
    },
    write: async (outputs) => run.write(requireOutputs(files, options, { ...outputs })),
    close,
    [Symbol.asyncDispose]: close,
  }
}

interface Scored {
  readonly similarity: number | null
  readonly distance: number | null
}

const scores = ({ similarity, distance }: Scored) => ({ similarity: similarity ?? undefined, distance: distance ?? undefined })

/** @throws {LeitongError} `ARGUMENT`: a cluster reads files */
export function requireFiles(input: object): readonly string[] {
  if (!('files' in input)) throw new LeitongError('ARGUMENT', 'documents for a cluster', '{ files: [...] }: what it can read itself')
  return input.files as readonly string[]
}
