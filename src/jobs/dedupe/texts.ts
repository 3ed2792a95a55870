import type { RowFeatures } from '../../sources/rows/row-features.js'
import { textAt } from '../../working/verify-task.js'
import type { Run } from './dedupe.js'

/** Reads the texts of some documents again. */
export function readTexts(
  { documents, fields, options }: Pick<Run, 'documents' | 'fields' | 'options'>,
  ordinals: readonly number[],
): { readonly text: string; readonly title?: string | undefined; readonly row?: RowFeatures | undefined }[] {
  const places = documents.places(ordinals)
  return ordinals.map((_, i) => textAt({ files: documents.files, places, fields, options }, i))
}
