/** Clusters of texts that are joined pair by pair, and the pairs that a run of texts with an equal key proposes. */
import { UnionFind } from '../grouping/union-find.js'

/** Members of a run that are all compared with each other; in a longer run each is compared with the first and the one before it. */
const FEW = 32

/** Texts that are joined pair by pair, and which of them are of a cluster of more than `rarest`. */
export class Clusters {
  readonly rarest: number
  readonly #joined: UnionFind
  readonly #texts: number
  #sizes: Uint32Array | undefined

  constructor(texts: number, rarest: number) {
    this.rarest = rarest
    this.#texts = texts
    this.#joined = new UnionFind(texts)
  }

  join(a: number, b: number): void {
    this.#joined.union(a, b)
    this.#sizes = undefined
  }

  areOne(a: number, b: number): boolean {
    return this.#joined.find(a) === this.#joined.find(b)
  }

  rootOf(text: number): number {
    return this.#joined.find(text)
  }

  isLarge(text: number): boolean {
    this.#sizes ??= this.#counted()
    return (this.#sizes[this.#joined.find(text)] as number) > this.rarest
  }

  /** The number of texts in large clusters. */
  get texts(): number {
    this.#sizes ??= this.#counted()
    return this.#sizes.reduce((sum, size) => sum + (size > this.rarest ? size : 0), 0)
  }

  #counted(): Uint32Array {
    const sizes = new Uint32Array(this.#texts)
    for (let text = 0; text < this.#texts; text++) {
      const root = this.#joined.find(text)
      sizes[root] = (sizes[root] as number) + 1
    }
    return sizes
  }
}

/** Pairs of texts of one run: all of a short one, of a long one a tree and a path. */
export function* pairsOf(runs: readonly Uint32Array[]): Generator<readonly [number, number]> {
  for (const run of runs)
    for (let i = 1; i < run.length; i++) {
      const text = run[i] as number
      if (run.length <= FEW) for (let j = 0; j < i; j++) yield [run[j] as number, text]
      else {
        yield [run[0] as number, text]
        if (i > 1) yield [run[i - 1] as number, text]
      }
    }
}

/** Runs behind each other; `ends` has the end of each. */
interface Runs {
  readonly members: Uint32Array
  readonly ends: Uint32Array
}

/** The runs as far as their members are in large clusters, each cluster a run of its own. */
export function runsOf(runs: readonly Uint32Array[], clusters: Clusters): Runs {
  const members: number[] = []
  const ends: number[] = []
  for (const run of runs) {
    const byCluster = new Map<number, number[]>()
    for (const text of run) {
      if (!clusters.isLarge(text)) continue
      const root = clusters.rootOf(text)
      const known = byCluster.get(root)
      if (known) known.push(text)
      else byCluster.set(root, [text])
    }
    for (const texts of byCluster.values()) {
      if (texts.length < 2) continue
      for (const text of texts) members.push(text)
      ends.push(members.length)
    }
  }
  return { members: Uint32Array.from(members), ends: Uint32Array.from(ends) }
}
