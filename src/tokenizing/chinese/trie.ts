/**
 * The words of a dictionary while it is being put together: a trie in flat arrays, its edges in one hash table, so that a
 * few hundred thousand words are in within a fraction of a second.
 */
import { resized } from '../../hashing/typed-list.js'

/** Nodes at the start; a dictionary of jieba's size doubles them three times. */
const FIRST = 1 << 16

/** Words with the frequency and the tag of each. */
export class WordTrie {
  /** Nodes, the root (0) included. */
  size = 1
  /** The parent of each node, and the code point that leads to it. */
  parent = new Uint32Array(FIRST)
  character = new Uint32Array(FIRST)
  /** The frequency of the word that ends at each node plus one, and its tag; 0 if no word ends there. */
  frequency = new Float64Array(FIRST)
  tag = new Uint8Array(FIRST)
  /** Sum of all frequencies. */
  total = 0
  /** Open addressing: nodes by parent and code point. */
  #slots = new Uint32Array(4 * FIRST)

  /** The node after `node` by a code point, or 0. */
  next(node: number, character: number): number {
    return this.#slots[this.#slotOf(node, character)] as number
  }

  #slotOf(node: number, character: number): number {
    const mask = this.#slots.length - 1
    let slot = (Math.imul(node, 0x9e3779b1) ^ Math.imul(character, 0x85ebca6b)) >>> 0
    slot = (slot ^ (slot >>> 15)) & mask
    while (true) {
      const found = this.#slots[slot] as number
      if (!found || (this.parent[found] === node && this.character[found] === character)) return slot
      slot = (slot + 1) & mask
    }
  }

  /** The node of a word, made if it is missing. */
  nodeOf(word: string): number {
    let node = 0
    for (let i = 0; i < word.length; i++) {
      const character = word.codePointAt(i) as number
      if (character > 0xffff) i++
      let slot = this.#slotOf(node, character)
      if (!this.#slots[slot]) {
        if (this.size === this.parent.length) this.#growNodes()
        if (this.size * 2 > this.#slots.length) {
          this.#growSlots()
          slot = this.#slotOf(node, character)
        }
        this.parent[this.size] = node
        this.character[this.size] = character
        this.#slots[slot] = this.size++
      }
      node = this.#slots[slot] as number
    }
    return node
  }

  /** The node of a known word, or 0. */
  find(word: string): number {
    let node = 0
    for (const character of word) {
      node = this.next(node, character.codePointAt(0) as number)
      if (!node) return 0
    }
    return this.frequency[node] ? node : 0
  }

  /** The frequency of a word, or `unknown`. */
  frequencyOf(word: string, unknown: number): number {
    const node = this.find(word)
    return node ? (this.frequency[node] as number) - 1 : unknown
  }

  #growNodes(): void {
    const nodes = this.parent.length * 2
    this.parent = resized(this.parent, nodes)
    this.character = resized(this.character, nodes)
    this.frequency = resized(this.frequency, nodes)
    this.tag = resized(this.tag, nodes)
  }

  #growSlots(): void {
    this.#slots = new Uint32Array(this.#slots.length * 4)
    for (let node = 1; node < this.size; node++)
      this.#slots[this.#slotOf(this.parent[node] as number, this.character[node] as number)] = node
  }

  /** The best path through a text as pieces; what the dictionary does not have stays in single characters. */
  cut(text: string): string[] {
    const characters = Array.from(text)
    const logTotal = Math.log(this.total || 1)
    const best = new Float64Array(characters.length + 1)
    const end = new Uint32Array(characters.length)
    for (let i = characters.length - 1; i >= 0; i--) {
      let found = Number.NEGATIVE_INFINITY
      let node = 0
      for (let j = i; j < characters.length; ) {
        node = this.next(node, (characters[j++] as string).codePointAt(0) as number)
        if (!node) break
        const frequency = this.frequency[node] as number
        if (!frequency) continue
        const rest = Math.log(frequency - 1) - logTotal + (best[j] as number)
        if (!end[i] || rest >= found) {
          found = rest
          end[i] = j
        }
      }
      if (!end[i]) {
        found = -logTotal + (best[i + 1] as number)
        end[i] = i + 1
      }
      best[i] = found
    }
    const pieces: string[] = []
    for (let i = 0; i < characters.length; i = end[i] as number) pieces.push(characters.slice(i, end[i]).join(''))
    return pieces
  }
}
