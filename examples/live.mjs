/** One text at a time, in an index that stays. Run with: node examples/live.mjs */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openIndex } from 'leitong'

const folder = mkdtempSync(join(tmpdir(), 'leitong-example-'))

let index = await openIndex(folder, { method: 'minhash', threshold: 0.7 })
const first = await index.addIfNew({ id: 'a', text: 'The island ferry will run every forty minutes from the first of May.' })
console.log(first.status) // prints: new
await index.close()

// Another process, another day: the index has kept everything, its options too.
index = await openIndex(folder)
const second = await index.addIfNew({ id: 'b', text: 'The island ferry will run every forty minutes, from the first of May!' })
console.log(`${second.status} of ${second.duplicateOf}, similarity ${second.similarity}`) // prints: duplicate of a, similarity 1

const [match] = await index.query('Every forty minutes the island ferry will run from the first of May.', { first: true })
console.log(match.id, match.similarity.toFixed(2), match.group) // prints: a 0.71 a

for await (const { id, status } of index.addAll([{ id: 'c', text: 'The town library opens on Sundays again.' }])) {
  console.log(id, status) // prints: c new
}
await index.close()
rmSync(folder, { recursive: true })
