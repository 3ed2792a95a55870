/** Inputs of the trials, of texts that repeat. */
import { createText } from '../../support/texts.js'

export interface Line {
  readonly id: number
  readonly text: string
}

/** Texts of which every fifth is there twice. */
export function documents(random: () => number, count: number, words = 12): Line[] {
  const texts: string[] = []
  for (let i = 0; i < count; i++) texts.push(i % 5 === 4 ? (texts[i - 3] as string) : createText(random, words + (i % 7), i % 2 === 0))
  return texts.map((text, id) => ({ id, text }))
}

export const jsonl = (all: readonly object[]): string => all.map((each) => `${JSON.stringify(each)}\n`).join('')

export const csv = (all: readonly Line[]): string =>
  `id,text\n${all.map(({ id, text }) => `${id},"${text.replaceAll('"', '""')}"\n`).join('')}`

/** A whole number from 0, below `n`. */
export const below = (random: () => number, n: number): number => Math.floor(random() * n)
