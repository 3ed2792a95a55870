/** A CommonJS module. */
import { compare, dedupe, type LeitongError, type LiveIndex, openIndex } from 'leitong'

import leitong = require('leitong')
import research = require('leitong/research')
import stages = require('leitong/stages')

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
  const search: stages.HammingIndex = stages.createHammingIndex(BigUint64Array.of(1n, 255n), 64, 1)
  const corpus = research.createCorpus({ kind: 'rows', size: 5 })
  return compare('a', 'b').similar && search.query(3n).length && corpus ? ids : []
}

export = { run, isOurs: (error: unknown): error is LeitongError => error instanceof leitong.LeitongError }
