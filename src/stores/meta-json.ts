/** The settings of an index as stores keep them: JSON with a checksum, since a flipped bit in it may be another setting. */
import { crc32 } from 'node:zlib'
import { withClosest } from '../searching/closest.js'
import type { SearchSpec } from '../searching/key-types.js'
import type { IndexMeta } from './store.js'

/** @example metaOf(jsonOf(meta)) // meta */
export const jsonOf = (meta: IndexMeta): string => JSON.stringify({ ...meta, sum: crc32(JSON.stringify(meta)) })

/**
 * Indexes of 0.1 have no checksum, and are read as they are.
 *
 * @throws when the text is not what was written
 */
export function metaOf(json: string): IndexMeta {
  const { sum, ...meta } = JSON.parse(json) as IndexMeta & { readonly sum?: number }
  if (sum !== undefined && sum !== crc32(JSON.stringify(meta))) throw new Error('its settings are not what was written (checksum)')
  return asToday(meta)
}

/** What an earlier version left out of the settings that it stored, as this one has it. */
export function asToday<Meta extends { readonly search: SearchSpec; readonly settings: object }>(meta: Meta): Meta {
  const { options } = meta.settings as { readonly options?: { readonly measure?: unknown } }
  return { ...meta, search: withClosest(meta.search, options?.measure) }
}
