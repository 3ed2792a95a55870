/**
 * Feature codes (特征码): the few characters that stand around punctuation, as strings to look up.
 *
 * Source   the method for Chinese Web pages that takes characters on both sides of full stops as a page's feature code and looks codes up
 *          in an index; variants take commas, or the most frequent words.
 * Formula  codes = `side` characters before and after each mark; score = shared / all distinct codes of two documents.
 * Settings `at` 'stop' (。．.！？!?), 'comma' (，,、；;) or 'word' (the `most` most frequent tokens themselves); `side` 5; `most` 100 codes
 *          a document, the first ones; `threshold` 0.5.
 * Reading  only letters and digits count as characters, so that line breaks and quotation marks do not change a code; a mark at the end
 *          of the text has no characters behind it and gives a shorter code. A point within a number is no mark. Without any mark a text
 *          has no code and is never found. One code of many (as some pages of this kind have it) is `most` 1.
 */
import { LeitongError } from '../../errors.js'
import type { ScoredPair } from '../../evaluating/pairs.js'
import { defineRival, type RivalDocument } from './rival.js'
import { mostFrequent, sumOverShared } from './terms.js'

const MARKS = { stop: /[。．！？!?]|\.(?!\d)/gu, comma: /[，、；;]|,(?!\d)/gu } as const

export const featureCode = defineRival(
  'feature-code',
  'feature codes of Chinese Web pages',
  { at: 'stop', side: 5, most: 100, threshold: 0.5 },
  (documents, { at, side, most, threshold }) => {
    const marks = MARKS[at as keyof typeof MARKS]
    if (!marks && at !== 'word') throw new LeitongError('OPTION_VALUE', 'at', JSON.stringify(at), 'stop, comma or word')
    const numbers = new Map<string, number>()
    const vectors = documents.map((document) => {
      const codes = marks ? codesAround(document.text, marks, side).slice(0, most) : frequentWords(document, most)
      return new Map(
        codes.map((code) => {
          const number = numbers.get(code) ?? numbers.size
          numbers.set(code, number)
          return [number, 1]
        }),
      )
    })
    const pairs: ScoredPair[] = []
    sumOverShared(vectors, (a, b, shared) => {
      const score = shared / ((vectors[a]?.size ?? 0) + (vectors[b]?.size ?? 0) - shared)
      if (score >= threshold) pairs.push({ a, b, score })
    })
    return pairs
  },
)

/** The characters around every mark. */
export function codesAround(text: string, marks: RegExp, side: number): string[] {
  const bare = (part: string) => Array.from(part.replace(/[^\p{L}\p{N}]+/gu, ''))
  const parts = text.split(marks).map(bare)
  return parts.slice(0, -1).map((before, i) => [...before.slice(-side), '|', ...(parts[i + 1] as string[]).slice(0, side)].join(''))
}

function frequentWords({ tokens }: RivalDocument, most: number): string[] {
  const counts = new Map<string, number>()
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1)
  return mostFrequent(counts, most, (token) => token)
}
