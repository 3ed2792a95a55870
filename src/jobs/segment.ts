/** A text cut into words with their parts of speech, as `word/tag` text: what the tokenizer `tagged` and the profile `blog` read. */

import type { Options } from '../options/options.js'
import { readOneDocument } from '../reading/one-document.js'
import { namedFiles } from '../resolving/named-files.js'
import { createSegmenter, type Segmenter } from '../signing/segmenter.js'
import { punctuationTag } from '../tokenizing/punctuation-tags.js'
import { taggedText } from '../tokenizing/tagged.js'
import { withOutput } from '../writing/output-set.js'

/**
 * Cuts the one document of a file, line by line, and writes it in UTF-8.
 *
 * @param input   a file, or `-` for standard input
 * @param output  a file; undefined or `-` for standard output
 * @returns       the number of words, punctuation included
 * @throws {LeitongError} as reading one document and writing do; `DICTIONARY`
 */
export async function segmentFile(input: string, options: Options, output: string | undefined): Promise<number> {
  const { text } = await readOneDocument(input, options)
  const segmenter = createSegmenter({ hmm: options.hmm, userDictionary: options.dictionary })
  return withOutput(output ?? '-', [[input, input], ...namedFiles(options)], async (target) => {
    let count = 0
    for (const line of text.split(/\r\n|\r|\n/)) {
      const words = wordsOf(segmenter, line)
      count += words.length
      // A space behind the last word too: programs that join the lines read two words there, and not one.
      await target.write(words.length ? `${taggedText(words)} \n` : '\n')
    }
    return count
  })
}

/** The words of a line; white space is none. Own words without a tag get `x`: programs take a piece without a tag for no word. */
const wordsOf = (segmenter: Segmenter, line: string) =>
  segmenter
    .tag(line)
    .filter(({ word }) => word.trim())
    .map(({ word, tag }) => ({ word, tag: punctuationTag(word) ?? (tag || 'x') }))
