/** Petitions as rows: the same person about the same matter, and many people about one matter. Run with: node examples/petitions.mjs */
import { fileURLToPath } from 'node:url'
import { dedupe } from 'leitong'

const at = (name) => fileURLToPath(new URL(`petitions/${name}`, import.meta.url))
const groupsBy = async (fields, options) => {
  const result = await dedupe({ files: [at('petitions.csv')] }, { fields: at(fields), ...options })
  const groups = Array.from(result.groups(), ({ members }) => members.map(({ id }) => id))
  await result.close()
  return groups
}

// Name, number and phone agree, and so does the matter; two identity numbers that differ are two people.
const repeated = await groupsBy('same-petition.json', { threshold: 0.6 })
for (const petition of repeated) console.log(`one petition, filed again: ${petition.join(' ')}`)

// One matter, whoever filed it: of a petition that was filed again only the first row counts.
const first = new Map(repeated.flatMap(([kept, ...others]) => others.map((other) => [other, kept])))
for (const matter of await groupsBy('one-matter.json', { threshold: 0.4, groupBy: 'components' })) {
  const people = new Set(matter.map((row) => first.get(row) ?? row))
  if (people.size > 1) console.log(`one matter, ${people.size} people: ${[...people].join(' ')}`)
}
// prints: one petition, filed again: 3 4 5
// prints: one petition, filed again: 15 16 17 18
// prints: one petition, filed again: 21 22
// prints: one petition, filed again: 25 26
// prints: one petition, filed again: 27 28 37
// prints: one petition, filed again: 35 36 38
// prints: one matter, 3 people: 1 2 10
// prints: one matter, 3 people: 6 8 19
// prints: one matter, 3 people: 9 20 23
