/** Fingerprints and exact search among them. Run with: node examples/search.mjs */
import { createFingerprinter } from 'leitong'
import { createHammingIndex } from 'leitong/stages'

const sign = createFingerprinter({ bits: 64, tokenizer: 'char' })
const texts = ['the cat sat on the mat', 'the cat sat on a mat', 'we all scream for ice cream']
const values = texts.map((text) => BigInt(`0x${sign(text).fingerprint}`))

// Every fingerprint within 20 of 64 bits of the first text's, guaranteed.
const index = createHammingIndex(BigUint64Array.from(values), 64, 20)
const found = index.query(values[0]).map(({ ordinal }) => texts[ordinal])
console.log(found.sort().join(' | ')) // prints: the cat sat on a mat | the cat sat on the mat
