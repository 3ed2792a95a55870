/** Documents of a set as a live index takes them: rows with their fields, texts with their other information. */

import { INFO, type LiveDocument, ROW } from '../../../jobs/live/document.js'
import type { Options } from '../../../options/options.js'
import { documentsInput } from '../../../reading/document-input.js'
import { readDocuments } from '../../../reading/documents.js'
import { type LabelledSet, recordsOf } from '../labelled-set.js'

/** @param options  of the profile that signs; rows that it cannot judge are left out */
export async function liveDocuments(set: LabelledSet, options: Options): Promise<LiveDocument[]> {
  const found: LiveDocument[] = []
  for await (const item of readDocuments([documentsInput(recordsOf(set), options, set.rows)], options)) {
    if (!('text' in item)) continue
    const { id, text, row, info } = item
    found.push({ id, text, ...(row ? { [ROW]: row } : {}), ...(info ? { [INFO]: info } : {}) })
  }
  return found
}
