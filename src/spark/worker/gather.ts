/**
 * doc, id, digest, band keys, low bytes, rank of every signed document -> of those that share their text, or may be like another: doc, id, node,
 * component, first, copies. One task does what large runs do in the steps copies, bands, forest and components, by the search of one machine.
 */
import { unreachable } from '../../errors.js'
import { UnionFind } from '../../grouping/union-find.js'
import { type Copies, findCopies } from '../../jobs/dedupe/copies.js'
import { RUNS_HERE } from '../../methods/minhash/band-buckets.js'
import { searchOf } from '../../methods/searches.js'
import { NOTHING_COLLECTED } from '../../methods/texts.js'
import type { Options } from '../../options/options.js'
import { joinBucket, LOOKS } from './forest.js'
import { inLocalFolder } from './local-folder.js'
import { NULL, say } from './pipe.js'
import { SignedDocuments } from './signed-documents.js'

/** Bytes of documents in memory, about, 68 of each beside its signature; what goes to disk is read band by band. */
const SIGNATURES = 256 << 20

/** @param crowd  members from which on a bucket stays whole: one machine does not look through it either */
export const gather = (options: Options, crowd = Number.POSITIVE_INFINITY): Promise<void> =>
  inLocalFolder(async (folder) => {
    const documents = new SignedDocuments(options, Math.min(options.memory, SIGNATURES), folder)
    try {
      const copies = findCopies(documents.store.takeDigests())
      const texts = new Texts(documents, copies, options)
      await texts.join(options, crowd)
      texts.say()
    } finally {
      documents.store.close()
    }
  })

/** Distinct texts, each by the first of its documents that came. */
class Texts {
  readonly #documents: SignedDocuments
  readonly #copies: Copies
  /** Of each text the most preferred of its documents, the one with the least number, and how many there are. */
  readonly #best: Uint32Array
  readonly #least: Uint32Array
  readonly #sizes: Uint32Array
  /** Of each text that may be like another the name of its component, which is the least node of it. */
  readonly #components: BigUint64Array
  readonly #isJoined: Uint8Array

  constructor(documents: SignedDocuments, copies: Copies, { keep }: Options) {
    this.#documents = documents
    this.#copies = copies
    const { first } = copies
    this.#best = new Uint32Array(first.length)
    this.#least = new Uint32Array(first.length)
    this.#sizes = new Uint32Array(first.length)
    this.#components = new BigUint64Array(first.length)
    this.#isJoined = new Uint8Array(first.length)
    const isLess = (a: number, b: number) => documents.docOf(a) < documents.docOf(b)
    const isPreferred = (a: number, b: number) => {
      const [rank, other] = [documents.rankOf(a), documents.rankOf(b)]
      return rank < other || (rank === other && (keep === 'last' ? isLess(b, a) : isLess(a, b)))
    }
    first.forEach((text, document) => {
      const isNew = text === document
      if (isNew || isPreferred(document, this.#best[text] as number)) this.#best[text] = document
      if (isNew || isLess(document, this.#least[text] as number)) this.#least[text] = document
      this.#sizes[text] = (this.#sizes[text] as number) + 1
    })
  }

  #nodeOf(text: number): bigint {
    return this.#documents.docOf(this.#best[text] as number)
  }

  /** Makes components of the texts that may be alike. */
  async join(options: Options, crowd: number): Promise<void> {
    const { store } = this.#documents
    const { graph, documents: texts } = await searchOf(options).propose({
      options,
      store,
      collected: NOTHING_COLLECTED,
      copies: this.#copies,
      ordering: (a, b) => a - b,
      wanted: new Uint32Array(),
      runs: RUNS_HERE,
      pause: async () => {},
      measure: () => () => unreachable('bands measure nothing'),
    })
    const { nodes, starts, members } = graph
    const sets = new UnionFind(nodes)
    for (let bucket = 0; bucket + 1 < starts.length; bucket++) {
      const [from, end] = [starts[bucket] as number, starts[bucket + 1] as number]
      const at = (i: number) => members[from + i] as number
      const join = (a: number, b: number) => sets.union(at(a), at(b))
      // Those that are joined already count as alike: they are in one component whatever the estimate says.
      const maybe = (a: number, b: number) => sets.find(at(a)) === sets.find(at(b)) || graph.maybe(at(a), at(b))
      if (end - from > crowd) for (let i = 1; i < end - from; i++) join(i - 1, i)
      else joinBucket(end - from, maybe, LOOKS, join)
    }
    const names = new BigUint64Array(nodes)
    const sizes = new Uint32Array(nodes)
    for (let node = 0; node < nodes; node++) {
      const set = sets.find(node)
      const name = this.#nodeOf(texts[node] as number)
      if (!sizes[set] || name < (names[set] as bigint)) names[set] = name
      sizes[set] = (sizes[set] as number) + 1
    }
    for (let node = 0; node < nodes; node++) {
      const set = sets.find(node)
      if (sizes[set] === 1) continue
      this.#components[texts[node] as number] = names[set] as bigint
      this.#isJoined[texts[node] as number] = 1
    }
  }

  say(): void {
    const documents = this.#documents
    this.#copies.first.forEach((text, document) => {
      const size = this.#sizes[text] as number
      if (size === 1 && !this.#isJoined[text]) return
      const component = document === this.#best[text] && this.#isJoined[text] ? this.#components[text] : NULL
      const least = documents.docOf(this.#least[text] as number)
      say(`${documents.docOf(document)}\t${documents.idOf(document)}\t${this.#nodeOf(text)}\t${component}\t${least}\t${size}`)
    })
  }
}
