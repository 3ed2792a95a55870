/** Room for uploads: all of them together have a limit. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { LeitongError } from '../../errors.js'
import type { Settings } from '../settings.js'

/**
 * Bytes that another upload may have.
 *
 * @throws {LeitongError} `SERVICE_LIMIT` where there is no room, also for one that has just been stored beside others
 */
export function roomForUpload({ data, maxUpload, maxUploads }: Settings): number {
  const room = maxUploads - uploadedBytes(join(data, 'uploads'))
  if (room < 0) throw new LeitongError('SERVICE_LIMIT', 'all uploads together in bytes', maxUploads)
  return Math.min(maxUpload, room)
}

function uploadedBytes(folder: string): number {
  const sizes = readdirSync(folder, { withFileTypes: true, recursive: true }).map((entry) =>
    entry.isFile() ? (statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0) : 0,
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
