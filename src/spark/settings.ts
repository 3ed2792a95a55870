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
  const settings = {
    'spark.sql.files.maxPartitionBytes': split,
    'spark.sql.files.openCostInBytes': split,
    'spark.sql.files.minPartitionNum': 1,
    'spark.sql.shuffle.partitions': Math.max(2, Math.min(20_000, Math.ceil(bytes / SHUFFLED))),
    'spark.sql.parquet.compression.codec': 'zstd',
    // Records of a split are of one file: sorting them by it would change their order for nothing.
    'spark.sql.maxConcurrentOutputFileWriters': 2,
  }
  await session.settle(Object.entries(settings).map(([key, value]) => ({ key, value: String(value) })))
}
