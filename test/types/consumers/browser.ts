/** The same in a browser. */
import { compare, createFingerprinter, createIndex, dedupe, fingerprint } from 'leitong/browser'

const { similarity } = compare('one text', 'another text')
const sign = createFingerprinter({ tokenizer: 'char' })
export const all: readonly [number, string, string] = [similarity, sign('one').fingerprint, fingerprint('two').fingerprint]

interface Letter {
  readonly key: string
  readonly body: string
}
export async function unlike(letters: readonly Letter[]): Promise<Letter[]> {
  const result = await dedupe(letters, { id: 'key', text: (letter) => letter.body, keep: 'longest' })
  const ids: string[] = Array.from(result.removed(), ({ id }) => id)
  const kept: Letter[] = []
  for await (const letter of result.kept()) if (!ids.includes(letter.key)) kept.push(letter)
  return kept
}

export async function isNew(letter: Letter): Promise<boolean> {
  const index = createIndex<Letter, 'key'>({ id: 'key', text: 'body' })
  const { status, group } = await index.addIfNew(letter)
  const name: string = group
  // @ts-expect-error: no letter
  await index.add({ id: 1 })
  return status === 'new' && name === letter.key
}
