/** Results of the library that no command shows, as JSON lines: node library.mjs CHECKOUT PART DOCUMENTS. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [root, part, path] = process.argv.slice(2)
const library = await import(pathToFileURL(join(root, 'dist/index.js')).href)
const docs = readFileSync(path, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line))
const texts = docs.map(({ text }) => text)
const some = texts.slice(0, 200)
const NORMALIZE = ['nfkc', 'case', 'space', 'punctuation']

const plain = (_, value) => {
  if (typeof value === 'bigint') return value.toString()
  return ArrayBuffer.isView(value) ? Array.from(value) : value
}
const print = (...values) => console.log(JSON.stringify(values, plain))

const wordsOf = (values, bits) => BigUint64Array.from(bits === 128 ? values.flatMap((v) => [v & (2n ** 64n - 1n), v >> 64n]) : values)

const parts = {
  tokens() {
    for (const tokenizer of ['char', 'word', 'auto', 'tagged']) {
      const options = { tokenizer, normalize: NORMALIZE, ngram: 2, bareNgram: 3 }
      for (const text of some) {
        const tokens = library.tokenize(text, options)
        print(tokens, library.shingles(tokens, options))
      }
    }
    for (let i = 1; i < 30; i++) {
      const options = { tokenizer: 'auto', normalize: NORMALIZE, ngram: 2, bareNgram: 3 }
      print(library.explain(texts[i - 1], texts[i], options), library.passages(texts[i - 1], texts[i]))
    }
  },

  signatures() {
    for (const options of [{ bits: 64 }, { bits: 128, tokenizer: 'char' }, { method: 'minhash' }]) {
      const sign = library.createFingerprinter(options)
      const between = options.method ? library.estimateBetween : library.distanceBetween
      for (let i = 1; i < some.length; i++) print(between(sign(some[i - 1]), sign(some[i])))
    }
    print(
      sortedFeatures().map(([a]) =>
        library.simhash(
          a.map((hash) => [hash, 1]),
          64,
        ),
      ),
    )
    print(sortedFeatures().map(([a]) => library.minhash(a, 32)))
  },

  searches() {
    for (const [bits, distance] of [
      [32, 3],
      [64, 3],
      [64, 12],
      [128, 24],
    ]) {
      const sign = library.createFingerprinter({ bits })
      const values = texts.map((text) => BigInt(`0x${sign(text).fingerprint}`))
      const fingerprints = wordsOf(values, bits)
      const pairs = []
      const { plan, crowded } = library.hammingPairs(fingerprints, { bits, distance }, (triples) => {
        for (let i = 0; i < triples.length; i += 3) pairs.push(Array.from(triples.subarray(i, i + 3)))
      })
      print(plan.reason, crowded, pairs.sort(byNumbers))
      const index = library.createHammingIndex(fingerprints, bits, distance)
      for (const value of values.slice(0, 300)) {
        const found = index.query(value).map((match) => [match.ordinal, match.distance])
        print(found.sort(byNumbers))
      }
    }
    for (const count of [10, 1e3, 1e5, 1e7]) for (const distance of [0, 3, 8, 20]) print(library.planHamming(count, 64, distance).reason)
  },

  async groups() {
    const pairs = []
    for (let a = 0; a < 200; a++) for (let b = a + 1; b < 200; b++) if ((a * 31 + b * 17) % 41 === 0) pairs.push([a, b])
    const starts = Uint32Array.from({ length: pairs.length + 1 }, (_, i) => 2 * i)
    const graph = { nodes: 200, starts, members: Uint32Array.from(pairs.flat()), maybe: (a, b) => (a + b) % 5 !== 0 }
    const judge = async (asked) => {
      const similarity = Float64Array.from({ length: asked.length / 2 }, (_, i) => ((asked[2 * i] * 7 + asked[2 * i + 1] * 13) % 10) / 10)
      return { similar: Uint8Array.from(similarity, (value) => (value > 0.5 ? 1 : 0)), similarity }
    }
    for (const name of ['groupByStar', 'groupByComponents']) {
      const { kept, similarity, crowded } = await library[name](graph, judge)
      print(name, kept, similarity, crowded)
    }
  },

  bands() {
    for (let threshold = 0.05; threshold < 1; threshold += 0.05) {
      for (const positions of [16, 64, 128, 256]) {
        const chosen = library.chooseBands(threshold, positions)
        print(threshold, positions, chosen, library.optimalBands(threshold, positions), library.bandProbability(threshold, chosen))
      }
    }
    const overlaps = sortedFeatures().map(([a, b]) => library.overlapOf(a.set, b.set))
    for (const name of ['jaccard', 'multiset', 'containment', 'cosine'])
      print(
        name,
        overlaps.map((overlap) => library.measure(overlap, name)),
      )
  },

  async jobs() {
    for (const threshold of [0.5, 0.8]) {
      const result = await library.dedupe(docs, { threshold, pairs: true })
      for await (const document of result.kept()) print(document.id)
      for (const what of ['removed', 'groups', 'pairs', 'rejects']) for await (const row of result[what]()) print(what, row)
      await result.close()
    }
    const linked = await library.link(docs.slice(0, 1000), docs.slice(900, 2000), { threshold: 0.5 })
    for await (const pair of linked.pairs()) print(pair)
    await linked.close()
    for await (const signature of library.fingerprintAll(docs.slice(0, 500), { method: 'minhash' })) print(signature)
    const index = await library.open('memory:', { threshold: 0.6 })
    for (const document of docs.slice(0, 500)) print(await index.addIfNew(document))
    for (const { id, text } of docs.slice(300, 700)) print(await index.get(id), await index.query(text, { first: true }))
    await index.close()
  },
}

/** Hashes of the features of neighbours, each with its set for `overlapOf`. */
function sortedFeatures() {
  const sets = some.map((text) => {
    const options = { tokenizer: 'char', normalize: NORMALIZE, ngram: 3, bareNgram: 3 }
    const counts = new Map()
    for (const shingle of library.shingles(library.tokenize(text, options), options)) {
      let hash = 0xcbf29ce484222325n
      for (const byte of Buffer.from(shingle)) hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & (2n ** 64n - 1n)
      counts.set(hash, (counts.get(hash) ?? 0) + 1)
    }
    const sorted = [...counts].sort(([a], [b]) => (a < b ? -1 : 1))
    const hashes = sorted.map(([hash]) => hash)
    const set = { hashes: BigUint64Array.from(hashes), counts: Uint32Array.from(sorted, ([, count]) => count) }
    return Object.assign(hashes, { set })
  })
  return sets.slice(1).map((set, i) => [sets[i], set])
}

function byNumbers(a, b) {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i] - b[i]
  return 0
}

await parts[part]()
