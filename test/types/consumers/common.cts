/** A CommonJS module. */
import { compare, dedupe, type LeitongError, type LiveIndex, openIndex } from 'leitong'

import leitong = require('leitong')

interface Letter {
  readonly id: number
  readonly text: string
}

async function run(letters: readonly Letter[]): Promise<number[]> {
  const result = await dedupe(letters, { threshold: 0.8 })
  const ids = Array.from(result.removed(), ({ id }) => id)
  await result.close()
  const index: LiveIndex<Letter, number> = await openIndex<Letter>('memory:')
  await index.close()
  return compare('a', 'b').similar ? ids : []
}

export = { run, isOurs: (error: unknown): error is LeitongError => error instanceof leitong.LeitongError }
