/** The digest by which decisions know a document: of its content as it was read, whatever the options of a run say of it. */
import type { RowFeatures } from '../../sources/rows/row-features.js'
import { sha256 } from './sha256.js'

/**
 * The first 128 bits of SHA-256, as 32 hexadecimal digits: over the text in UTF-8; of a row over the JSON of its compared fields, each as
 * `[name, value]`.
 *
 * @example contentDigest({ text: 'one' }) // '7692c3ad3540bb803c020b3aee66cd88'
 */
export function contentDigest({ text, row }: { readonly text: string; readonly row?: RowFeatures | undefined }): string {
  const content = row ? JSON.stringify(fieldsOf(row)) : text
  return sha256(content).slice(0, 32)
}

const fieldsOf = ({ short, long }: RowFeatures) => [
  ...short.map(({ field, value }) => [field, value]),
  ...long.map(({ field, text }) => [field, text]),
]
