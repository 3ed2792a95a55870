/** Documents in parts, before they are text, so that edits can work on sentences and lines. */

/** A document in parts; edits change it in place. */
export interface Draft {
  title: string
  /** Lines before and after the body: salutation, signature, notices. */
  head: string[]
  /** Paragraphs of sentences. */
  body: string[][]
  foot: string[]
}

/** The text of a draft. @param join  between sentences: nothing in Chinese, a space in English */
export function textOf({ head, body, foot }: Draft, join: string): string {
  return [...head, ...body.map((sentences) => sentences.join(join)), ...foot].join('\n')
}

/** Length of the text in characters (UTF-16 units), without making it. */
export function lengthOf({ head, body, foot }: Draft, join: string): number {
  let length = head.length + body.length + foot.length - 1
  for (const line of head) length += line.length
  for (const line of foot) length += line.length
  for (const sentences of body) {
    length += (sentences.length - 1) * join.length
    for (const sentence of sentences) length += sentence.length
  }
  return length
}

/** Where a sentence stands in the body. */
export interface Place {
  readonly paragraph: number
  readonly sentence: number
}

export function placesOf(draft: Draft): Place[] {
  return draft.body.flatMap((sentences, paragraph) => sentences.map((_, sentence) => ({ paragraph, sentence })))
}

export const sentenceAt = (draft: Draft, { paragraph, sentence }: Place) => (draft.body[paragraph] as string[])[sentence] as string
