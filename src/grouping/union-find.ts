/** Disjoint sets of 0 … n-1 that are joined two by two, in nearly constant time each; the representative of a set is its least member. */
export class UnionFind {
  readonly #parent: Uint32Array

  constructor(size: number) {
    this.#parent = Uint32Array.from({ length: size }, (_, i) => i)
  }

  find(item: number): number {
    const parent = this.#parent
    let root = item
    while (parent[root] !== root) root = parent[root] as number
    // Path compression, so that later look-ups are short.
    for (let at = item; at !== root; ) {
      const next = parent[at] as number
      parent[at] = root
      at = next
    }
    return root
  }

  union(a: number, b: number): void {
    const [x, y] = [this.find(a), this.find(b)]
    if (x < y) this.#parent[y] = x
    else if (y < x) this.#parent[x] = y
  }
}
