/** A lexicon in the kernel's memory: one block below the text, with the dictionary, the stop words and the kept tags. */
import { LeitongError } from '../errors.js'
import { lane64 } from '../hashing/lane64.js'
import { TAG_LENGTH, TAGS } from '../tokenizing/chinese/tags.js'
import { type Lexicon, openLexicon } from '../tokenizing/lexicon.js'
import type { KernelExports } from './exports.js'
import type { KernelOptions } from './kernel.js'
import { allocate, bytesAt, longsAt } from './memory.js'

interface Loaded {
  readonly lexicon: Lexicon
  readonly from: number
  readonly to: number
  /** Arguments of loadFilter. */
  readonly filter: readonly [table: number, slots: number, tags: number]
}

/** A byte for each tag id: whether tokens of that tag are kept. */
const TAG_TABLE = 256

/** The lexicon that lies in each kernel: a part of the kernel, gone with it. */
const loaded = new WeakMap<KernelExports, Loaded>()

/**
 * Gives the kernel the dictionary and the filters of the tokenizer, unless they are there already.
 *
 * @throws {LeitongError} `DICTIONARY_MISSING` for the tokenizer chinese without one, `ARGUMENT` for a broken one, `MEMORY`
 */
export function loadLexicon(kernel: KernelExports, { tokenizer, lexicon }: KernelOptions): void {
  if (tokenizer === 'chinese' || tokenizer === 'tagged') loadTags(kernel)
  if (tokenizer === 'chinese' && !lexicon?.automaton) throw new LeitongError('DICTIONARY_MISSING')
  const before = loaded.get(kernel)
  if (lexicon && before?.lexicon !== lexicon) {
    if (before) {
      // The block of the one before is given back when nothing else lies above it.
      kernel.dropText()
      if (kernel.mark() === before.to) kernel.release(before.from)
      loaded.delete(kernel)
    }
    loaded.set(kernel, load(kernel, lexicon))
  }
  // Without a lexicon, the loaded one stays for the next call that needs it.
  const filter = lexicon && loaded.get(kernel)?.filter
  kernel.loadFilter(...(filter ?? ([0, 0, 0] as const)))
}

function load(kernel: KernelExports, lexicon: Lexicon): Loaded {
  const { automaton, hmm, stopWords } = lexicon
  const { keptTags } = openLexicon(lexicon)
  kernel.dropText()
  const from = kernel.mark()
  const stops = stopWords.length ? hashTable(stopWords) : new BigUint64Array()
  const dictionaryBytes = ((automaton?.length ?? 0) + 7) & ~7
  const at = allocate(kernel, dictionaryBytes + stops.byteLength + TAG_TABLE, 'hold the dictionary')
  if (automaton) {
    bytesAt(kernel, at, automaton.length).set(automaton)
    if (!kernel.loadDictionary(at, hmm ? 1 : 0))
      throw new LeitongError('ARGUMENT', 'the automaton of the lexicon', 'bytes of buildAutomaton')
  }
  const stopsAt = at + dictionaryBytes
  longsAt(kernel, stopsAt, stops.length).set(stops)
  const tagsAt = stopsAt + stops.byteLength
  if (keptTags) bytesAt(kernel, tagsAt, keptTags.length).set(keptTags)
  return { lexicon, from, to: kernel.mark(), filter: [stops.length ? stopsAt : 0, stops.length, keptTags ? tagsAt : 0] }
}

/** Open addressing by the low bits of the hash, at most half full; 0 is an empty place. */
function hashTable(words: readonly string[]): BigUint64Array {
  const encoder = new TextEncoder()
  const table = new BigUint64Array(2 ** Math.ceil(Math.log2(words.length * 2)))
  for (const word of words) {
    const hash = lane64(encoder.encode(word), 0n)
    let slot = Number(hash & BigInt(table.length - 1))
    while (table[slot] && table[slot] !== hash) slot = (slot + 1) % table.length
    table[slot] = hash
  }
  return table
}

/** The names that every dictionary shares, for tagged text and for guesses. */
function loadTags(kernel: KernelExports): void {
  const names = bytesAt(kernel, kernel.tagNames(), TAGS.length * TAG_LENGTH).fill(0)
  TAGS.forEach((name, id) => {
    for (let i = 0; i < Math.min(name.length, TAG_LENGTH); i++) names[id * TAG_LENGTH + i] = name.charCodeAt(i)
  })
  kernel.useTags(TAGS.length)
}
