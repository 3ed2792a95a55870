/** Pairs with their scores, as columns that grow. */
export class ScoredPairs {
  size = 0
  a = new Uint32Array(1024)
  b = new Uint32Array(1024)
  score = new Float64Array(1024)

  add(a: number, b: number, score: number): void {
    this.#reserve(this.size + 1)
    this.a[this.size] = a
    this.b[this.size] = b
    this.score[this.size++] = score
  }

  /** Adds all pairs of some columns. */
  append(from: { readonly a: Uint32Array; readonly b: Uint32Array; readonly score: Float64Array }): void {
    this.#reserve(this.size + from.a.length)
    this.a.set(from.a, this.size)
    this.b.set(from.b, this.size)
    this.score.set(from.score, this.size)
    this.size += from.a.length
  }

  #reserve(size: number): void {
    if (size <= this.a.length) return
    const room = Math.max(size, Math.ceil(this.a.length * 1.5))
    const [oldA, oldB, oldScore] = [this.a, this.b, this.score]
    this.a = new Uint32Array(room)
    this.b = new Uint32Array(room)
    this.score = new Float64Array(room)
    this.a.set(oldA)
    this.b.set(oldB)
    this.score.set(oldScore)
  }
}
