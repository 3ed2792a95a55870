/** Feature sets of the texts that pairs ask for: each text is read and cut into features once, as long as there is room for its set. */
import type { FileReading, Places } from '../../reading/records.js'
import { inOrder } from '../../searching/in-order.js'
import type { CollectTask, SharedSets } from '../../working/tasks.js'
import type { Documents } from './documents.js'
import type { RunContext } from './run-context.js'

/** Bytes of records of one task: more make the last worker slow. */
const BYTES = 1 << 20
/** Texts of one task, and texts that are read ahead when a round asks for fewer: the next in the input are likely to be asked for. */
const TEXTS = 512
/** Of `--memory`, what sets may take. */
const SHARE = 1 / 2

/** What of a run reads its texts again. */
export type Reread = Pick<RunContext, 'options' | 'fields' | 'documents' | 'pool'>

export class HeldSets {
  readonly #context: Reread
  readonly #documents: Uint32Array
  readonly #room: number
  #chunks: Uint8Array[] = []
  /** By node: its chunk plus 1, 0 for none; where it begins there; its features; and for measures that count, two sums. */
  readonly #chunkOf: Uint32Array
  readonly #starts: Float64Array
  readonly #sizes: Uint32Array
  #totals = new Float64Array()
  #squares = new Float64Array()
  #held = 0
  /** Nodes in the order of the input, and for each its place there; made when first asked for. */
  #order: { readonly nodes: Uint32Array; readonly placeOf: Uint32Array } | undefined

  /** @param documents  by node */
  constructor(context: Reread, documents: Uint32Array) {
    this.#context = context
    this.#documents = documents
    this.#room = context.options.memory * SHARE
    this.#chunkOf = new Uint32Array(documents.length)
    this.#starts = new Float64Array(documents.length)
    this.#sizes = new Uint32Array(documents.length)
  }

  has(node: number): boolean {
    return this.#chunkOf[node] !== 0
  }

  /** Collects the sets of nodes, in the order in which their texts lie in the input, as far as there is room. */
  async collect(nodes: Uint32Array): Promise<void> {
    const wanted = this.#missing(nodes)
    if (!wanted.length || this.#held >= this.#room) return
    const { pool } = this.#context
    for await (const [{ nodes: asked }, sets] of inOrder(this.#tasks(wanted), pool.width, ({ task }) => pool.run(task))) {
      this.#chunks.push(sets.bytes)
      this.#held += sets.bytes.length
      if (sets.totals.length && !this.#totals.length) {
        this.#totals = new Float64Array(this.#documents.length)
        this.#squares = new Float64Array(this.#documents.length)
      }
      asked.forEach((node, i) => {
        this.#chunkOf[node] = this.#chunks.length
        this.#starts[node] = sets.starts[i] as number
        this.#sizes[node] = sets.sizes[i] as number
        if (!sets.totals.length) return
        this.#totals[node] = sets.totals[i] as number
        this.#squares[node] = sets.squares[i] as number
      })
    }
  }

  /** Places in the input order of nodes without a set, ascending; of few, those behind each of them too. */
  #missing(nodes: Uint32Array): Uint32Array {
    this.#order ??= inputOrder(this.#documents)
    const { nodes: ordered, placeOf } = this.#order
    const places = new Set<number>()
    for (const node of nodes) if (!this.#chunkOf[node]) places.add(placeOf[node] as number)
    const ahead = places.size ? Math.floor(TEXTS / places.size) : 0
    if (ahead > 1) {
      for (const place of [...places])
        for (let next = place + 1; next < Math.min(ordered.length, place + ahead); next++)
          if (!this.#chunkOf[ordered[next] as number]) places.add(next)
    }
    return Uint32Array.from(places).sort()
  }

  *#tasks(places: Uint32Array): Generator<{ readonly nodes: readonly number[]; readonly task: CollectTask }> {
    const { documents, options, fields } = this.#context
    const ordered = (this.#order as { readonly nodes: Uint32Array }).nodes
    for (let at = 0; at < places.length && this.#held < this.#room; ) {
      const nodes: number[] = []
      for (let bytes = 0; at < places.length && bytes < BYTES && nodes.length < TEXTS; at++) {
        const node = ordered[places[at] as number] as number
        nodes.push(node)
        const document = this.#documents[node] as number
        bytes += documents.endOf(document) - documents.startOf(document)
      }
      const records = recordsOf(
        documents,
        nodes.map((node) => this.#documents[node] as number),
      )
      yield { nodes, task: { kind: 'collect', options, fields, ...records } }
    }
  }

  /** The hashes of a node whose set is held and not counted, two words each. */
  wordsOf(node: number): Uint32Array {
    const chunk = this.#chunks[(this.#chunkOf[node] as number) - 1] as Uint8Array
    return new Uint32Array(chunk.buffer, chunk.byteOffset + (this.#starts[node] as number), 2 * (this.#sizes[node] as number))
  }

  /** Distinct features of a node whose set is held. */
  sizeOf(node: number): number {
    return this.#sizes[node] as number
  }

  /** Lets all sets go. */
  release(): void {
    this.#chunks = []
    this.#chunkOf.fill(0)
    this.#held = 0
  }

  /** The sets of some nodes, in their order, with no more of the memory than they lie in. */
  setsOf(nodes: readonly number[]): SharedSets {
    const numbers = new Map<number, number>()
    const chunks: Uint8Array[] = []
    const chunkOf = Uint32Array.from(nodes, (node) => {
      const chunk = (this.#chunkOf[node] as number) - 1
      let number = numbers.get(chunk)
      if (number === undefined) {
        number = chunks.push(this.#chunks[chunk] as Uint8Array) - 1
        numbers.set(chunk, number)
      }
      return number
    })
    const gather = (column: Float64Array) => Float64Array.from(column.length ? nodes : [], (node) => column[node] as number)
    return {
      chunks,
      chunkOf,
      starts: gather(this.#starts),
      sizes: Uint32Array.from(nodes, (node) => this.#sizes[node] as number),
      totals: gather(this.#totals),
      squares: gather(this.#squares),
    }
  }
}

/** Nodes by their documents, and the place of each. */
function inputOrder(documents: Uint32Array): { nodes: Uint32Array; placeOf: Uint32Array } {
  let isAscending = true
  for (let node = 1; node < documents.length && isAscending; node++)
    isAscending = (documents[node - 1] as number) < (documents[node] as number)
  const nodes = Uint32Array.from(documents.keys())
  if (isAscending) return { nodes, placeOf: nodes }
  nodes.sort((a, b) => (documents[a] as number) - (documents[b] as number))
  const placeOf = new Uint32Array(nodes.length)
  nodes.forEach((node, place) => {
    placeOf[node] = place
  })
  return { nodes, placeOf }
}

/** Records of a run as a task takes them: places, and only the files that they lie in. */
export function recordsOf(documents: Documents, numbers: readonly number[]): { files: FileReading[]; places: Places } {
  const places = documents.places(numbers)
  const used = [...new Set(places.file)]
  const files = used.map((number) => documents.files[number] as FileReading)
  const renumbered = new Map(used.map((number, i) => [number, i]))
  places.file.forEach((number, i) => {
    places.file[i] = renumbered.get(number) as number
  })
  return { files, places }
}
