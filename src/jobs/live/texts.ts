/** The documents of an index as a file of JSON lines, for jobs that read files. */
import { LeitongError } from '../../errors.js'
import { methodOf } from '../../methods/methods.js'
import { toJson } from '../../reading/whole-numbers-json.js'
import { withOutput } from '../../writing/output-set.js'
import { open } from './open.js'

/**
 * Writes `id` and `text` of each document, in the order of the index.
 *
 * @param url  of an index
 * @throws {LeitongError} `OPTION_CONFLICT` for an index that keeps no texts, or compares rows; `INDEX_MISSING`, `STORE`, `OUTPUT_WRITE`
 */
export async function writeTexts(url: string, path: string): Promise<void> {
  const index = await open(url, { create: false })
  try {
    if (methodOf(index.options).reads === 'values')
      throw new LeitongError('OPTION_CONFLICT', 'the index compares rows by their fields, and a review of an index reads texts')
    await withOutput(path, [], async (output) => {
      for await (const { id, text } of index.export()) {
        // The first line and the last are of the index.
        if (id === undefined) continue
        if (text === undefined)
          throw new LeitongError('OPTION_CONFLICT', 'the index keeps no texts to be looked at; one that was created with --keep text does')
        await output.write(`${toJson({ id, text })}\n`)
      }
    })
  } finally {
    await index.close()
  }
}
