/** A folder of a worker's own, among those that Spark gives to its executors. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** @param use  works with the folder, which is gone when it has ended */
export async function inLocalFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const local = process.env['SPARK_LOCAL_DIRS']?.split(',')[0] ?? tmpdir()
  const folder = mkdtempSync(join(local, 'leitong-worker-'))
  try {
    await use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
