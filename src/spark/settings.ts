/** What the statements of a session depend on. */
import type { Session } from './connect/session.js'
import type { ListedFile } from './inputs/listing.js'

/** Bytes of input for each partition of a shuffle; Spark joins those that are small. */
const SHUFFLED = 32 << 20

/**
 * One split in a partition, so that documents are numbered anew in each.
 *
 * @param split  bytes of one
 */
export async function settle(session: Session, files: readonly ListedFile[], split: number): Promise<void> {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  await settleSplits(session, split)
  const settings = {
    'spark.sql.files.minPartitionNum': 1,
    'spark.sql.shuffle.partitions': Math.max(2, Math.min(20_000, Math.ceil(bytes / SHUFFLED))),
    'spark.sql.parquet.compression.codec': 'zstd',
    // Rows that a task reads at once: records may be large, and the heap small.
    'spark.sql.parquet.columnarReaderBatchSize': 256,
    // Records of a split are of one file: sorting them by it would change their order for nothing.
    'spark.sql.maxConcurrentOutputFileWriters': 2,
  }
  await session.settle(pairsOf(settings))
}

/** @param split  bytes of a file that make a partition, of which none has parts of two files */
export const settleSplits = (session: Session, split: number): Promise<void> =>
  session.settle(pairsOf({ 'spark.sql.files.maxPartitionBytes': split, 'spark.sql.files.openCostInBytes': split }))

const pairsOf = (settings: Readonly<Record<string, string | number>>) =>
  Object.entries(settings).map(([key, value]) => ({ key, value: String(value) }))
