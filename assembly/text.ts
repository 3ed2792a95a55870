/**
 * One text at a time: bytes in, token text and token starts, then the 64-bit hashes of its features, block by block.
 *
 * Workspace (in the arena): input | normalised | token text | starts | one block of hashes | tags and flags, if there are any. The
 * input holds the caller's bytes; `prepare` fills the rest. Worst cases: token text at most doubles the normalised text (a space after each
 * one-letter word), there are no more tokens than bytes, and normalised text that outgrows its room makes `prepare`
 * lay out the workspace anew. Laying out releases all that lies above it: callers hold no block across `reserve`.
 */
import { tokenizeChinese } from './chinese'
import { filterTokens, filters } from './filter'
import { lane64, lane64Nine, lane64Varied, nineOf } from './hash'
import { alloc, release } from './memory'
import { OVERFLOW, normalize } from './normalize'
import { tokenizeTagged } from './tagged'
import { BARE, markBare, tokenBytes, tokenizeAll, tokenizeCharacters } from './tokenize'
import { simplify } from './traditional'
import { SPACE } from './unicode'
import { normalizeWords } from './words'

const COLLAPSE: u32 = 8
const STRIP: u32 = 16
const TRADITIONAL: u32 = 32
const CHAR: u32 = 0
const WORD: u32 = 1
const AUTO: u32 = 2
const CHINESE: u32 = 3

let flags: u32 = 0
let kind: u32 = 0
let ngram: u32 = 1
let charNgram: u32 = 1
let seed: u64 = 0

/**
 * How text becomes features. `newFlags`: 1 nfkc, 2 case, 4 width, 8 space, 16 punctuation, 32 traditional;
 * `newKind`: 0 char, 1 word, 2 auto, 3 chinese (after `loadDictionary`), 4 tagged (both after `useTags`); `n` tokens make a
 * feature, `bare` where it starts with a letter of a script without spaces (`auto`, and `char` where it is another number). src/kernel/wasm.ts has the same numbers.
 */
export function configure(newFlags: u32, newKind: u32, n: u32, bare: u32, newSeed: u64): void {
  // Tokens with tags need room of their own.
  if (newKind > AUTO != kind > AUTO) dropText()
  flags = newFlags
  kind = newKind
  ngram = n
  charNgram = newKind == AUTO || newKind == CHAR ? bare : n
  seed = newSeed
}

/** Hashes in one block. */
export const BLOCK: u32 = 2048

let base: usize = 0
let capacity: usize = 0
let expansion: usize = 2
let normal: usize = 0
let room: usize = 0
let spare: usize = 0
/** The last block of hashes that `nextBlock` made. */
export let hashes: usize = 0

/** Where to put a text of up to `length` bytes, until the next call; 0 when there is no room for it. */
export function reserve(length: usize): usize {
  return base && length <= capacity ? base : layOut(max(max(length, min(capacity * 2, 1 << 26)), 4096))
}

/** Where the text of the last `reserve` is. */
export function input(): usize {
  return base
}

/** Lets the workspace go, so that blocks below it can be laid out anew. */
export function dropText(): void {
  if (base) release(base)
  base = 0
  capacity = 0
  expansion = 2
}

function layOut(length: usize): usize {
  if (base) release(base)
  capacity = length
  // Six times the room and more is asked for below: it has to fit 32 bits before it can fit the memory.
  const wish: u64 = <u64>length * <u64>expansion + 256
  room = <usize>min<u64>(wish, 0x1fffffff)
  base = alloc(length)
  normal = alloc(room)
  spare = alloc(room * 2)
  starts = alloc(room * 4)
  hashes = alloc(BLOCK * 8)
  tags = kind > AUTO ? alloc(room) : 0
  tokenFlags = kind > AUTO ? alloc(room) : 0
  const tagged = kind <= AUTO || (tags && tokenFlags)
  if (base && normal && spare && starts && hashes && tagged && room == wish) return base
  dropText()
  return 0
}

/** Token text, token starts and number of tokens of the text that `prepare` saw last. */
export let tokens: usize = 0
export let bytes: usize = 0
export let starts: usize = 0
export let count: u32 = 0
/** Under chinese and tagged, a byte a token: its tag; and bit 0 when it is the first of its sentence. Else 0. */
export let tags: usize = 0
export let tokenFlags: usize = 0

/** The next token at which `nextBlock` starts a feature. */
let next: u32 = 0

/** Turns the first `length` bytes of the input into tokens; the number of features, or -1 when there is no room. */
export function prepare(length: usize): i32 {
  const isOfWords = kind == WORD || kind == AUTO
  const atOnce = isOfWords && !(flags & TRADITIONAL) ? normalizeWords(base, length, spare, starts, flags, kind == AUTO) : OVERFLOW
  const size = atOnce == OVERFLOW ? normalizeInput(length, flags) : 0
  if (size == OVERFLOW) return -1
  // Where it is now: to normalise may have laid out the workspace anew.
  tokens = spare
  if (atOnce != OVERFLOW) count = <u32>atOnce
  else if (kind > AUTO) {
    count =
      kind == CHINESE
        ? tokenizeChinese(normal, size, spare, starts, tags, tokenFlags)
        : tokenizeTagged(normal, size, spare, starts, tags, tokenFlags)
  } else if (isOfWords) count = <u32>normalizeWords(normal, size, spare, starts, 0, kind == AUTO)
  else if (flags & (COLLAPSE | STRIP)) {
    const gaps: u32 = (flags & COLLAPSE ? 1 << SPACE : 0) | (flags & STRIP ? 1 : 0)
    count = tokenizeCharacters(normal, size, spare, starts, gaps)
  } else {
    tokens = normal
    count = tokenizeAll(normal, size, starts)
  }
  if (kind == CHAR && charNgram != ngram) markBare(tokens, starts, count)
  if (kind != CHAR && filters()) count = filterTokens(tokens, starts, tags, tokenFlags, count)
  bytes = tokenBytes
  next = 0
  if (!count && length) {
    // A text of which nothing is left (one of punctuation only, say) is one token, as it came.
    bytes = normalizeInput(length, 0)
    if (bytes == OVERFLOW) return -1
    tokens = normal
    count = 1
    store<u32>(starts, 0)
    store<u32>(starts, <u32>bytes, 4)
    if (kind > AUTO) {
      store<u8>(tags, 0)
      store<u8>(tokenFlags, 1)
    }
  }
  return <i32>featureCount()
}

/** Normalises the input, with more room when it grows beyond what is there. */
function normalizeInput(length: usize, how: u32): usize {
  while (true) {
    const size = normalize(base, length, normal, room, how)
    if (size != OVERFLOW) {
      if (how & TRADITIONAL) simplify(normal, size)
      return size
    }
    // Laid out anew, the input is where it was: it is the first block above the same base.
    expansion *= 2
    if (expansion > 64 || !layOut(capacity)) return OVERFLOW
  }
}

// @ts-ignore: decorator
@inline
function startOf(token: u32): u32 {
  return load<u32>(starts + (<usize>token << 2))
}

// @ts-ignore: decorator
@inline
function width(start: u32): u32 {
  return start & BARE ? charNgram : ngram
}

/** The hash of the feature of `words` tokens from `token` on. */
export function wordHash(token: u32, words: u32): u64 {
  const from = startOf(token)
  return lane64Varied(tokens + from, startOf(token + words) - from, seed)
}

/** Tokens in the feature that starts with the token that `start` (see `starts`) describes. */
export function widthAt(start: u32): u32 {
  return width(start)
}

/** How many windows fit; a text shorter than its window is one feature as a whole. */
function featureCount(): u32 {
  if (!count) return 0
  const widest = max(ngram, charNgram)
  let fit = count >= widest ? count - widest + 1 : 0
  for (let token = fit; token < count; token++) if (token + width(startOf(token)) <= count) fit++
  return max(fit, 1)
}

/** Starts again with the first block. */
export function rewind(): void {
  next = 0
}

/** Hashes the next features into `hashes`; how many, 0 at the end. */
export function nextBlock(): u32 {
  let to = hashes
  const full = to + BLOCK * 8
  let token = next
  // In locals: what lies in globals is loaded again in each round, because a round writes to memory.
  const text = tokens
  const key = seed
  const all = count
  const wide = ngram
  // Whole windows only: the last token at which one can start, plus one.
  const stop = count >= min(ngram, charNgram) ? count - min(ngram, charNgram) + 1 : 0
  if (kind == CHAR && charNgram == wide) {
    const until = min(stop, token + BLOCK)
    const ahead = <usize>wide << 2
    for (let at = starts + (<usize>token << 2), end = starts + (<usize>until << 2); at < end; at += 4) {
      const from = load<u32>(at)
      store<u64>(to, lane64(text + from, load<u32>(at + ahead) - from, key))
      to += 8
    }
    token = max(token, until)
  } else if (kind != AUTO && kind != CHAR) {
    const until = min(stop, token + BLOCK)
    const ahead = <usize>wide << 2
    for (let at = starts + (<usize>token << 2), end = starts + (<usize>until << 2); at < end; at += 4) {
      const from = load<u32>(at)
      store<u64>(to, lane64Varied(text + from, load<u32>(at + ahead) - from, key))
      to += 8
    }
    token = max(token, until)
  } else {
    const narrow = charNgram
    const nine = nineOf(key)
    const widest = max(wide, narrow)
    // Up to here every window fits.
    const until = min(all >= widest ? all - widest + 1 : 0, token + BLOCK)
    for (let at = starts + (<usize>token << 2), end = starts + (<usize>until << 2); at < end; at += 4) {
      const start = load<u32>(at)
      if (start & BARE) {
        const from = start & ~BARE
        const length = (load<u32>(at + (<usize>narrow << 2)) & ~BARE) - from
        // Three Chinese characters, the most frequent of all.
        store<u64>(to, length == 9 ? lane64Nine(text + from, nine) : lane64(text + from, length, key))
      } else store<u64>(to, lane64Varied(text + start, (load<u32>(at + (<usize>wide << 2)) & ~BARE) - start, key))
      to += 8
    }
    for (token = max(token, until); token < stop && to < full; token++) {
      const start = startOf(token)
      const after = token + width(start)
      if (after > all) continue
      const from = start & ~BARE
      const length = (startOf(after) & ~BARE) - from
      store<u64>(to, start & BARE ? lane64(text + from, length, key) : lane64Varied(text + from, length, key))
      to += 8
    }
  }
  if (to == hashes && !next && count) {
    store<u64>(to, lane64(tokens, bytes, seed))
    to += 8
    token = count
  }
  next = max(token, 1)
  return <u32>((to - hashes) >> 3)
}
