/** The same in a browser. */
import { compare, createFingerprinter, createIndex, dedupe, fingerprint, type Merged, type MergeInput } from 'leitong/browser'

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

export async function longest(letters: readonly Letter[]): Promise<readonly Merged<string>[]> {
  const merge: MergeInput = { body: 'longest' }
  const result = await dedupe(letters, { id: 'key', text: 'body', merge })
  const ids: readonly (readonly string[])[] = Array.from(result.merged(), ({ members }) => members)
  // @ts-expect-error: rules are texts or objects
  const wrong = result.merged({ body: 1 })
  return ids.length && wrong ? [...result.merged('body=first')] : []
}

export async function isNew(letter: Letter): Promise<boolean> {
  const index = createIndex<Letter, 'key'>({ id: 'key', text: 'body' })
  const { status, group } = await index.addIfNew(letter)
  const name: string = group
  // @ts-expect-error: no letter
  await index.add({ id: 1 })
  return status === 'new' && name === letter.key
}

/** The type of the documents alone is said. */
export async function addTo(letter: Letter): Promise<void> {
  const byName = createIndex<Letter>({ id: 'key', text: 'body' })
  const { id } = await byName.add(letter)
  const name: string = id
  await byName.remove(name)
  await createIndex<Letter>({ id: (each) => each.key, text: (each) => each.body }).add(letter)
  await createIndex<Letter>({ idField: 'key', textField: 'body' }).addIfNew(letter)
  await createIndex({ id: 'key', text: 'body' }).add(letter)
  // @ts-expect-error: a letter has no such field
  createIndex<Letter>({ id: 'number', text: 'body' })
  // @ts-expect-error: nor this one
  createIndex<Letter>({ id: 'key', text: 'content' })
  // @ts-expect-error: a number is no text
  createIndex<Letter>({ text: (each) => each.body.length })
}
