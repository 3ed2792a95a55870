/** A batch: documents in, decisions out. Run with: node examples/batch.mjs */
import { dedupe } from 'leitong'

const documents = [
  { id: 'a', text: 'The island ferry will run every forty minutes from the first of May.' },
  { id: 'b', text: 'The island ferry will run every forty minutes, from the first of May!' },
  { id: 'c', text: 'The town library opens on Sundays again.' },
]

const result = await dedupe(documents, { threshold: 0.8 })
for (const { id, duplicateOf, similarity } of result.removed()) {
  console.log(`${id} is like ${duplicateOf}: ${similarity}`) // prints: b is like a: 1
}
for await (const document of result.kept()) {
  if (document.id === 'c') console.log(`${document.id} stays`) // prints: c stays
}
await result.close()
