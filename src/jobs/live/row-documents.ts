/** Documents that are rows, in an index that signs rows by their fields and judges them as texts. Apart from what a browser has use for. */
import type { RowPlan } from '../../sources/rows/plan.js'
import { composeText, rowFeatures } from '../../sources/rows/row-features.js'
import { type LiveDocument, ROW, readingRow } from './document.js'

/** A function that reads the fields of a document. @throws {LeitongError} `INDEX_DOCUMENT` from the function, for a value of another type */
export const rowReader =
  (plan: RowPlan, textField: readonly string[]) =>
  (document: LiveDocument): LiveDocument => {
    const row = readingRow(() => rowFeatures(document, plan))
    return { ...document, [textField[0] as string]: composeText(row), [ROW]: row }
  }
