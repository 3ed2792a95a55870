/** Texts that are hard on a search. */
import { createRandom } from '../../src/hashing/random.js'

export interface Hostile {
  /** Texts that are equal. */
  readonly copies: number
  /** Variants of one text, all alike. */
  readonly template: number
  /** Texts that share a half with each other, and are not alike. */
  readonly unlike: number
  /** Texts each like the next one, and not like those further on. */
  readonly chain: number
}

export function hostileTexts({ copies, template, unlike, chain }: Hostile): string[] {
  const random = createRandom(20260101)
  const word = () => `w${Math.floor(random() * 50_000)}`
  const words = (count: number) => Array.from({ length: count }, word)
  const varied = (text: readonly string[]) => text.with(Math.floor(random() * text.length), word())
  const [equal, base, shared, thread] = [words(40), words(60), words(40), words(80 + 4 * chain)]
  const texts = [
    ...Array.from({ length: copies }, () => equal),
    ...Array.from({ length: template }, () => varied(base)),
    ...Array.from({ length: unlike }, () => [...shared, ...words(40)]),
    ...Array.from({ length: chain }, (_, i) => thread.slice(4 * i, 4 * i + 80)),
  ].map((each) => each.join(' '))
  // Mixed, so that no order helps.
  for (let i = texts.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    ;[texts[i], texts[j]] = [texts[j] as string, texts[i] as string]
  }
  return texts
}
