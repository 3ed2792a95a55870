/**
 * The features of texts that come and go one by one, and how many texts have each: what method `rare` asks for in an index that one process
 * holds. A feature that more than `rarest` texts have at once becomes common, and stays common: from then on its texts need not be counted, and
 * a store on a server need not list its documents.
 */
import { slotHash } from '../hashing/bits.js'
import { resized } from '../hashing/typed-list.js'

/** Stands in place of a chain where the feature is common. */
const COMMON = 0xffffffff
/** Places of the table at the start, and room for links. */
const FIRST = 1 << 12

/** The text that is compared with the others. */
export interface RareAsked {
  /** Two words each, the lower half first. */
  readonly features: Uint32Array
  /** Whether a slot has the very same text. */
  isSame(slot: number): boolean
  /** A slot that is passed over. */
  readonly but: number
}

export class RareTables {
  readonly #rarest: number
  readonly #areSame: (a: number, b: number) => boolean
  /** Hash table with open addressing; a place is taken when its head was ever set. */
  #low = new Uint32Array(FIRST)
  #high = new Uint32Array(FIRST)
  #taken = new Uint8Array(FIRST)
  /** The first link plus one, by place; 0 for none, or COMMON. */
  #heads = new Uint32Array(FIRST)
  #used = 0
  /** Links: a slot, and the next link plus one. Those that are free make a chain too. */
  #slots = new Uint32Array(FIRST)
  #next = new Uint32Array(FIRST)
  #links = 0
  #free = 0
  /** Features by slot. */
  readonly #features: (Uint32Array | undefined)[] = []

  /** @param areSame  whether two slots have the very same text: copies count as one text */
  constructor(rarest: number, areSame: (a: number, b: number) => boolean) {
    this.#rarest = rarest
    this.#areSame = areSame
  }

  get bytes(): number {
    let bytes = this.#taken.length * 13 + this.#slots.length * 8
    for (const features of this.#features) bytes += features ? features.length * 4 : 0
    return bytes
  }

  featuresOf(slot: number): Uint32Array {
    return this.#features[slot] as Uint32Array
  }

  /** Adds a text whose features do not become common by it: see {@link commonBy}, and {@link mark}. */
  add(slot: number, features: Uint32Array): void {
    const own = features.slice()
    this.#features[slot] = own
    for (let i = 0; i < own.length; i += 2) {
      const place = this.#placeFor(own[i] as number, own[i + 1] as number)
      if (this.#heads[place] !== COMMON) this.#heads[place] = this.#link(slot, this.#heads[place] as number)
    }
  }

  remove(slot: number): void {
    const features = this.#features[slot]
    if (!features) return
    this.#features[slot] = undefined
    for (let i = 0; i < features.length; i += 2) {
      const place = this.#find(features[i] as number, features[i + 1] as number)
      if (place >= 0 && this.#heads[place] !== COMMON) this.#unlink(place, slot)
    }
  }

  /** Features that a text would make common, if it were added. */
  commonBy(asked: RareAsked): Uint32Array {
    const { features } = asked
    const found: number[] = []
    for (let i = 0; i < features.length; i += 2) {
      const place = this.#find(features[i] as number, features[i + 1] as number)
      if (place >= 0 && this.#heads[place] !== COMMON && this.#isFull(place, asked))
        found.push(features[i] as number, features[i + 1] as number)
    }
    return Uint32Array.from(found)
  }

  /** Makes features common. */
  mark(features: Uint32Array): void {
    for (let i = 0; i < features.length; i += 2) {
      const place = this.#placeFor(features[i] as number, features[i + 1] as number)
      const head = this.#heads[place] as number
      if (head === COMMON) continue
      this.#heads[place] = COMMON
      for (let link = head; link; ) {
        const after = this.#next[link - 1] as number
        this.#next[link - 1] = this.#free
        this.#free = link
        link = after
      }
    }
  }

  /** All features that are common. */
  marks(): Uint32Array {
    const found: number[] = []
    this.#heads.forEach((head, place) => {
      if (head === COMMON) found.push(this.#low[place] as number, this.#high[place] as number)
    })
    return Uint32Array.from(found)
  }

  /**
   * Visits every slot whose similarity in rare features is at least the threshold and above 0, and of slots that are found already each
   * where it is above 0. Rarity is counted as if the text asked about had been added.
   */
  find(asked: RareAsked, threshold: number, found: ReadonlySet<number>, visit: (slot: number, similarity: number) => void): void {
    const { features, but } = asked
    const full = new Set<number>()
    const shared = new Map<number, number>()
    let own = 0
    for (let i = 0; i < features.length; i += 2) {
      const place = this.#find(features[i] as number, features[i + 1] as number)
      const head = place < 0 ? 0 : (this.#heads[place] as number)
      if (head === COMMON) continue
      if (head && this.#isFull(place, asked)) {
        full.add(place)
        continue
      }
      own++
      for (let link = head; link; link = this.#next[link - 1] as number) {
        const slot = this.#slots[link - 1] as number
        if (slot !== but) shared.set(slot, (shared.get(slot) ?? 0) + 1)
      }
    }
    for (const [slot, common] of shared) {
      const least = found.has(slot) ? 0 : threshold
      if (!reaches(common / own, least)) continue
      const similarity = common / (own + this.#rareOf(slot, full) - common)
      if (reaches(similarity, least)) visit(slot, similarity)
    }
  }

  /** Features of a slot that are rare. */
  #rareOf(slot: number, full: ReadonlySet<number>): number {
    const features = this.featuresOf(slot)
    let rare = 0
    for (let i = 0; i < features.length; i += 2) {
      const place = this.#find(features[i] as number, features[i + 1] as number)
      if (this.#heads[place] !== COMMON && !full.has(place)) rare++
    }
    return rare
  }

  /** Whether the feature becomes common with one more text. */
  #isFull(place: number, { isSame, but }: RareAsked): boolean {
    const texts: number[] = []
    for (let link = this.#heads[place] as number; link; link = this.#next[link - 1] as number) {
      const slot = this.#slots[link - 1] as number
      if (slot === but) continue
      if (isSame(slot)) return false
      if (!texts.some((text) => this.#areSame(text, slot))) texts.push(slot)
    }
    return texts.length >= this.#rarest
  }

  #link(slot: number, next: number): number {
    let link = this.#free
    if (link) this.#free = this.#next[link - 1] as number
    else {
      if (this.#links === this.#slots.length) {
        this.#slots = resized(this.#slots, this.#links * 2)
        this.#next = resized(this.#next, this.#links * 2)
      }
      link = ++this.#links
    }
    this.#slots[link - 1] = slot
    this.#next[link - 1] = next
    return link
  }

  #unlink(place: number, slot: number): void {
    let before = 0
    for (let link = this.#heads[place] as number; link; link = this.#next[link - 1] as number) {
      if (this.#slots[link - 1] === slot) {
        const after = this.#next[link - 1] as number
        if (before) this.#next[before - 1] = after
        else this.#heads[place] = after
        this.#next[link - 1] = this.#free
        this.#free = link
        return
      }
      before = link
    }
  }

  /** The place of a feature; -1 when it has none. */
  #find(low: number, high: number): number {
    const place = this.#probe(low, high)
    return this.#taken[place] ? place : -1
  }

  #probe(low: number, high: number): number {
    const mask = this.#taken.length - 1
    let place = slotHash(low, high) >>> Math.clz32(mask)
    while (this.#taken[place] && (this.#low[place] !== low || this.#high[place] !== high)) place = (place + 1) & mask
    return place
  }

  #placeFor(low: number, high: number): number {
    let place = this.#probe(low, high)
    if (this.#taken[place]) return place
    if (this.#used * 2 >= this.#taken.length) {
      this.#grow()
      place = this.#probe(low, high)
    }
    this.#taken[place] = 1
    this.#low[place] = low
    this.#high[place] = high
    this.#used++
    return place
  }

  /** A table with room; features that no text has any more are left out. */
  #grow(): void {
    const before = { low: this.#low, high: this.#high, heads: this.#heads }
    let live = 0
    for (const head of before.heads) if (head) live++
    let size = FIRST
    while (size < live * 4) size *= 2
    this.#low = new Uint32Array(size)
    this.#high = new Uint32Array(size)
    this.#taken = new Uint8Array(size)
    this.#heads = new Uint32Array(size)
    this.#used = live
    before.heads.forEach((head, i) => {
      if (!head) return
      const low = before.low[i] as number
      const high = before.high[i] as number
      const place = this.#probe(low, high)
      this.#taken[place] = 1
      this.#low[place] = low
      this.#high[place] = high
      this.#heads[place] = head
    })
  }
}

/** Floating-point ratio; the caller must apply the exact integer test. */
const reaches = (similarity: number, threshold: number) => similarity > threshold - 1e-9
