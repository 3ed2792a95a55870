/**
 * A dictionary as one block of bytes that the kernel and the plain TypeScript stages read where it lies.
 *
 * Little endian; every section starts on a multiple of 8:
 *
 *     u32[16]   header: magic, version, bytes in all, slots, checksum of what follows the header, then where each section starts:
 *               codes, astral, slots, weights, tags, model numbers, model rows, tag names; length of the tag names;
 *               identity (two words)
 *     codes     u16[65536]     code point -> code from 1 on, 0 where no word has the character
 *     astral    u32[], u32     (code point, code) for characters above U+FFFF, ascending; the first word is their number
 *     slots     u64[slots]     a double-array trie: bits 0-23 base, 24-47 the slot of the parent, 48-63 number of the word.
 *                              The first character of a word stands in the slot of its code; the child of slot p by code c
 *                              stands in slot base(p) + c, when its parent is p. Number 0: no word ends here.
 *                              Words of one frequency and one tag share a number
 *     weights   f64[]          by number: log of frequency / total; the first is that of a frequency of 1, for what is no word
 *     tags      u8[]           by number: the tag
 *     numbers   u16[20950]     U+4E00 to U+9FD5 -> row of the model, 0 if it has no row
 *     rows      f64[4 * rows]  log probabilities of being emitted by begin, end, middle, single
 *     names     UTF-8          tag names by id, joined by line breaks
 */
import { hexOfWords } from '../../hashing/bits.js'
import { withRoom } from '../../hashing/typed-list.js'
import type { Dictionary } from './dictionary.js'
import { emissions, NEVER } from './hmm.js'

/** The first word: the letters LTZJ. */
const MAGIC = 0x4a5a544c
/** The second word; another layout needs another number, so that dictionaries kept in files are built anew. */
const AUTOMATON_VERSION = 1
/** Bytes of the header. */
const HEADER = 64
/** Characters that the model knows: U+4E00 to U+9FD5. */
export const MODEL_FIRST = 0x4e00
export const MODEL_COUNT = 0x51d6

/** Sections of an automaton; views, not copies. */
export interface Automaton {
  readonly codes: Uint16Array
  readonly astral: Uint32Array
  /** Two words a slot. */
  readonly slots: Uint32Array
  readonly weights: Float64Array
  readonly tags: Uint8Array
  readonly modelNumbers: Uint16Array
  readonly modelRows: Float64Array
  readonly tagNames: readonly string[]
  /** Names the words and their frequencies: 16 hexadecimal digits. */
  readonly identity: string
}

/**
 * Packs a dictionary.
 *
 * @param identity  16 hexadecimal digits that name what the dictionary was made from
 */
export function buildAutomaton({ trie, tags }: Dictionary, identity: string): Uint8Array<ArrayBuffer> {
  const { codes, astral, codeOf, count } = numberCharacters(trie)
  const { base, slot, slots } = layOut(trie, codeOf, count)
  const { weights, tagOf, numbers: wordNumbers } = numberWords(trie)
  const model = emissions()
  const numbers = new Uint16Array(MODEL_COUNT)
  model.characters.forEach((character, i) => {
    if (character - MODEL_FIRST >= 0 && character - MODEL_FIRST < MODEL_COUNT) numbers[character - MODEL_FIRST] = i + 1
  })
  const rows = new Float64Array(model.logs.length + 4).fill(NEVER)
  rows.set(model.logs, 4)
  const names = new TextEncoder().encode(tags.join('\n'))

  const lengths = [
    0x20000,
    astral.byteLength,
    slots * 8,
    weights.byteLength,
    tagOf.length,
    numbers.byteLength,
    rows.byteLength,
    names.length,
  ]
  const starts: number[] = []
  let end = HEADER
  for (const length of lengths) {
    starts.push(end)
    end += (length + 7) & ~7
  }
  const bytes = new Uint8Array(end)
  const { buffer } = bytes
  const halves = [identity.slice(0, 8), identity.slice(8)].map((digits) => Number.parseInt(digits, 16))
  new Uint32Array(buffer, 0, 16).set([MAGIC, AUTOMATON_VERSION, end, slots, 0, ...starts, names.length, ...halves])
  const [codesAt, astralAt, slotsAt, weightsAt, tagsAt, numbersAt, rowsAt, namesAt] = starts as [number, ...number[]] as number[]
  new Uint16Array(buffer, codesAt, 0x10000).set(codes)
  new Uint32Array(buffer, astralAt, astral.length).set(astral)
  const packed = new Uint32Array(buffer, slotsAt, slots * 2)
  bytes.set(tagOf, tagsAt)
  for (let node = 1; node < trie.size; node++) {
    const at = slot[node] as number
    const parent = slot[trie.parent[node] as number] as number
    packed[at * 2] = (base[node] as number) | (parent << 24)
    packed[at * 2 + 1] = (parent >>> 8) | ((wordNumbers[node] as number) << 16)
  }
  new Float64Array(buffer, weightsAt, weights.length).set(weights)
  new Uint16Array(buffer, numbersAt, numbers.length).set(numbers)
  new Float64Array(buffer, rowsAt, rows.length).set(rows)
  bytes.set(names, namesAt)
  new DataView(buffer).setUint32(16, checksum(bytes), true)
  return bytes
}

/** Codes by how often a character stands in the trie, so that the children of a node lie close. */
function numberCharacters(trie: Dictionary['trie']) {
  const counts = new Map<number, number>()
  const plain = new Uint32Array(0x10000)
  for (let node = 1; node < trie.size; node++) {
    const character = trie.character[node] as number
    if (character > 0xffff) counts.set(character, (counts.get(character) ?? 0) + 1)
    else plain[character] = (plain[character] as number) + 1
  }
  plain.forEach((count, character) => {
    if (count) counts.set(character, count)
  })
  // Equal counts by code point: the same dictionary gives the same bytes.
  const ordered = [...counts].sort(([a, n], [b, m]) => m - n || a - b).slice(0, 0xffff)
  const codes = new Uint16Array(0x10000)
  const beyond = new Map<number, number>()
  ordered.forEach(([character], i) => {
    if (character > 0xffff) beyond.set(character, i + 1)
    else codes[character] = i + 1
  })
  const astral = Uint32Array.from([beyond.size, ...[...beyond].sort(([a], [b]) => a - b).flat()])
  const codeOf = (character: number) => (character > 0xffff ? beyond.get(character) : codes[character]) as number
  return { codes, astral, codeOf, count: ordered.length }
}

/** Nodes with fewer children than this are placed from the first free slot on again: they fit into gaps that wider ones left. */
const NARROW = 24
/** Free places that a node tries before the search of later nodes starts behind them. More pack the slots closer and take longer. */
const PATIENCE = 16

/** Puts the nodes into slots: for each parent a base such that the slots of all its children are free. */
function layOut(trie: Dictionary['trie'], codeOf: (character: number) => number, count: number) {
  const { size, parent, character } = trie
  const code = new Uint32Array(size)
  const children = new Uint32Array(size + 1)
  for (let node = 1; node < size; node++) {
    code[node] = codeOf(character[node] as number)
    const at = (parent[node] as number) + 1
    children[at] = (children[at] as number) + 1
  }
  for (let node = 1; node <= size; node++) children[node] = (children[node] as number) + (children[node - 1] as number)
  const listed = new Uint32Array(size)
  const filled = children.slice()
  for (let node = 1; node < size; node++) {
    const at = parent[node] as number
    const place = filled[at] as number
    listed[place] = node
    filled[at] = place + 1
  }
  const widthOf = (node: number) => (children[node + 1] as number) - (children[node] as number)

  const base = new Uint32Array(size)
  const slot = new Uint32Array(size)
  // Below twice the number of characters a base would be too small for some of them.
  const first = 2 * (count + 1)
  let used = new Uint8Array(first + size + count)
  for (let i = 0; i < widthOf(0); i++) {
    const child = listed[i] as number
    slot[child] = code[child] as number
  }
  const byWidth = new Map<number, number[]>()
  for (let node = 1; node < size; node++) {
    const width = widthOf(node)
    const same = byWidth.get(width)
    if (same) same.push(node)
    else if (width) byWidth.set(width, [node])
  }
  let last = count
  let start = first
  for (const width of [...byWidth.keys()].sort((a, b) => b - a)) {
    if (width < NARROW) start = first
    for (const node of byWidth.get(width) as number[]) {
      const from = children[node] as number
      const lead = code[listed[from] as number] as number
      while (used[start]) start++
      let free = start
      for (let tried = 0; ; free++) {
        while (used[free]) free++
        let fits = true
        for (let i = 1; fits && i < width; i++) fits = !used[free - lead + (code[listed[from + i] as number] as number)]
        if (fits) break
        if (++tried > PATIENCE) start = free
      }
      base[node] = free - lead
      used = withRoom(used, free + count + 1)
      for (let i = 0; i < width; i++) {
        const child = listed[from + i] as number
        const at = free - lead + (code[child] as number)
        slot[child] = at
        used[at] = 1
        if (at > last) last = at
      }
    }
  }
  // Any code may be added to any base.
  return { base, slot, slots: last + count + 2 }
}

function numberWords(trie: Dictionary['trie']) {
  const logTotal = Math.log(trie.total || 1)
  const numberOf = new Map<number, number>()
  const numbers = new Uint16Array(trie.size)
  const weights = [0 - logTotal]
  const tags = [0]
  for (let node = 1; node < trie.size; node++) {
    const frequency = (trie.frequency[node] as number) - 1
    if (frequency < 0) continue
    const tag = trie.tag[node] as number
    let number = numberOf.get(frequency * 256 + tag)
    if (number === undefined) {
      // More kinds than numbers: the rest goes with the last.
      number = Math.min(weights.length, 0xffff)
      numberOf.set(frequency * 256 + tag, number)
      if (number === weights.length) {
        weights.push(Math.log(frequency) - logTotal)
        tags.push(tag)
      }
    }
    numbers[node] = number
  }
  return { weights: Float64Array.from(weights), tagOf: Uint8Array.from(tags), numbers }
}

/** Whether bytes are an automaton of this version, as it was written. */
export function isWhole(bytes: Uint8Array): boolean {
  if (bytes.length < HEADER) return false
  const view = new DataView(bytes.buffer, bytes.byteOffset, HEADER)
  const word = (i: number) => view.getUint32(i * 4, true)
  return word(0) === MAGIC && word(1) === AUTOMATON_VERSION && word(2) === bytes.length && word(4) === checksum(bytes)
}

function checksum(bytes: Uint8Array): number {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset + HEADER, (bytes.length - HEADER) >>> 2)
  let sum = words.length
  for (let i = 0; i < words.length; i++) sum = Math.imul(sum ^ (words[i] as number), 0x01000193) ^ (sum >>> 15)
  return sum >>> 0
}

/** The sections of an automaton. */
export function openAutomaton(bytes: Uint8Array): Automaton {
  const { buffer, byteOffset } = bytes.byteOffset % 8 ? bytes.slice() : bytes
  const header = new Uint32Array(buffer, byteOffset, 16)
  const word = (i: number) => header[i] as number
  const at = (section: number) => byteOffset + word(5 + section)
  const slots = word(3)
  const span = (section: number) => word(6 + section) - word(5 + section)
  return {
    codes: new Uint16Array(buffer, at(0), 0x10000),
    astral: new Uint32Array(buffer, at(1), span(1) / 4),
    slots: new Uint32Array(buffer, at(2), slots * 2),
    weights: new Float64Array(buffer, at(3), span(3) / 8),
    tags: new Uint8Array(buffer, at(4), span(3) / 8),
    modelNumbers: new Uint16Array(buffer, at(5), MODEL_COUNT),
    modelRows: new Float64Array(buffer, at(6), span(6) / 8),
    tagNames: new TextDecoder().decode(new Uint8Array(buffer, at(7), word(13)).slice()).split('\n'),
    identity: identityOf(bytes),
  }
}

/** The identity that an automaton carries. */
export function identityOf(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, HEADER)
  return hexOfWords([14, 15].map((i) => view.getUint32(i * 4, true)))
}
