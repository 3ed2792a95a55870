/**
 * Words by dictionary: the best path through a run of characters and, for what it leaves in single ones, the hidden Markov
 * model. The dictionary lies in memory as src/tokenizing/chinese/automaton.ts packs it; the plain TypeScript of this file is
 * path.ts and segment.ts beside it, and the sums are done in the same order, so that ties fall alike.
 */
import { endsSentence } from './sentences'
import { guessTag } from './tags'
import { finishTokens } from './tokenize'
import { CLASS, IGNORABLE, UNSPACED, WORD, property } from './unicode'
import { decode, isIdeograph, isIdeographs, size } from './utf8'

/** Characters of a run, for which the tables below have room; a longer run is cut in pieces, each without a look at the next. */
const LONGEST: i32 = 4096
/** Characters more that the tables are written to, for blocks of several characters. */
const MARGIN: i32 = 8
/** The first two words of a dictionary, see src/tokenizing/chinese/automaton.ts. */
const MAGIC: u32 = 0x4a5a544c
const VERSION: u32 = 1

/** Kinds of characters of a run. */
const OTHER: u32 = 0
const HAN: u32 = 1

let codes: usize = 0
let astral: usize = 0
let slots: usize = 0
let weights: usize = 0
let wordTags: usize = 0
let modelNumbers: usize = 0
let modelRows: usize = 0
let hmm = false

/** Takes the dictionary at `at`, which stays where it is; false when it is none, or of another version. */
export function loadDictionary(at: usize, useModel: bool): bool {
  if (load<u32>(at) != MAGIC || load<u32>(at, 4) != VERSION) return false
  codes = at + load<u32>(at, 20)
  astral = at + load<u32>(at, 24)
  slots = at + load<u32>(at, 28)
  weights = at + load<u32>(at, 32)
  wordTags = at + load<u32>(at, 36)
  modelNumbers = at + load<u32>(at, 40)
  modelRows = at + load<u32>(at, 44)
  hmm = useModel
  markPairs(load<u32>(at, 12))
  return true
}

/** Which pairs of codes may begin a word: a bit for each of 2^19 values of a hash. Most that may not show here, in the cache. */
const pairs = memory.data(65536, 64)

// @ts-ignore: decorator
@inline
function pairOf(left: u32, right: u32): u32 {
  return (left * 0x9e3779b1 + right * 0x85ebca6b) >> 13
}

function markPairs(count: u32): void {
  memory.fill(pairs, 0, 65536)
  for (let slot: u32 = 1; slot < count; slot++) {
    const parent = <u32>(load<u64>(slots + (<usize>slot << 3)) >> 24) & 0xffffff
    if (!parent) continue
    // The child of a first character: its own parent is the root.
    const above = load<u64>(slots + (<usize>parent << 3))
    if ((above >> 24) & 0xffffff) continue
    const pair = pairOf(parent, slot - (<u32>above & 0xffffff))
    const word = pairs + (<usize>(pair >> 5) << 2)
    store<u32>(word, load<u32>(word) | (1 << (pair & 31)))
  }
}

// @ts-ignore: decorator
@inline
function mayBegin(left: u32, right: u32): bool {
  const pair = pairOf(left, right)
  return (load<u32>(pairs + (<usize>(pair >> 5) << 2)) & (1 << (pair & 31))) != 0
}

// The run being cut: code, kind, code point and place of each character; then the best path: the sum from each character on, and
// the end and the number of the word there.
const codeAt = memory.data((LONGEST + MARGIN) * 2, 16)
const kindAt = memory.data(LONGEST + 2 * MARGIN, 16)
const pointAt = memory.data((LONGEST + MARGIN) * 4, 16)
const placeAt = memory.data((LONGEST + MARGIN) * 4, 16)
const bestAt = memory.data((LONGEST + MARGIN) * 8, 16)
const wordAt = memory.data((LONGEST + MARGIN) * 4, 16)
const beforeAt = memory.data(LONGEST * 4, 16)
const stateAt = memory.data(LONGEST, 16)

// Where the next token goes.
let out: usize = 0
let first: usize = 0
let start: usize = 0
let tag: usize = 0
let flag: usize = 0
/** 1 when the next token is the first of its sentence. */
let opening: u32 = 1

/** Words of normalised text, which may be written over. Returns the number of tokens. */
export function tokenizeChinese(text: usize, length: usize, to: usize, starts: usize, tags: usize, flags: usize): u32 {
  const end = text + length
  out = first = to
  start = starts
  tag = tags
  flag = flags
  opening = 1
  let at = text
  while (at < end) {
    const lead: u32 = load<u8>(at)
    if (lead < 0x80) {
      if (isAsciiWord(lead)) at = cutRun(at, end)
      else {
        opening |= <u32>endsSentence(lead, at, text)
        at++
      }
      continue
    }
    if (isIdeograph(load<u32>(at))) {
      at = cutRun(at, end)
      continue
    }
    const cp = decode(at, end)
    const found = property(cp) & CLASS
    if (found == WORD || found == UNSPACED) {
      at = cutRun(at, end)
      continue
    }
    if (found != IGNORABLE) opening |= <u32>endsSentence(cp, at, text)
    at += size
  }
  return finishTokens(to, out, starts, start)
}

// @ts-ignore: decorator
@inline
function isAsciiWord(c: u32): bool {
  return (c | 32) - 97 < 26 || c - 48 < 10 || c == 95
}

function isHan(cp: u32): bool {
  return (
    cp - 0x3400 < 0x19c0 ||
    cp - 0x4e00 < 0x5200 ||
    cp - 0xf900 < 0x200 ||
    cp - 0x20000 < 0xa6e0 ||
    cp - 0x2a700 < 0x44f0 ||
    cp - 0x2f800 < 0x220
  )
}

function codeOf(cp: u32): u32 {
  if (cp < 0x10000) return load<u16>(codes + (<usize>cp << 1))
  const count = load<u32>(astral)
  for (let i: u32 = 0; i < count; i++) if (load<u32>(astral + (<usize>i << 3), 4) == cp) return load<u32>(astral + (<usize>i << 3), 8)
  return 0
}

/** Collects the run that starts at `at`, closing the gaps that ignorable characters leave, and cuts it. Returns its end. */
function cutRun(at: usize, end: usize): usize {
  let count: u32 = 0
  let written = at
  let any = false
  while (at < end) {
    const four = load<u32>(at)
    let bytes: usize = 3
    if (isIdeograph(four)) {
      if (written == at && count < <u32>LONGEST - 5 && at + 15 <= end && isIdeographs(at)) {
        // Five at once.
        takeFive(count, at)
        count += 5
        at += 15
        written = at
        any = true
        continue
      }
      const cp = pointOf(four)
      store<u16>(codeAt + (<usize>count << 1), load<u16>(codes + (<usize>cp << 1)))
      store<u32>(pointAt + (<usize>count << 2), cp)
      store<u8>(kindAt + count, HAN)
      any = true
      if (written != at) {
        store<u16>(written, <u16>four)
        store<u8>(written, <u8>(four >> 16), 2)
      }
    } else {
      const lead = four & 255
      let cp = lead
      if (lead < 0x80) {
        if (!isAsciiWord(lead)) break
        bytes = 1
      } else {
        cp = decode(at, end)
        bytes = size
        const found = property(cp) & CLASS
        if (found == IGNORABLE) {
          at += bytes
          continue
        }
        if (found != WORD && found != UNSPACED) break
      }
      const han = lead >= 0x80 && isHan(cp)
      any = any || han
      store<u16>(codeAt + (<usize>count << 1), <u16>codeOf(cp))
      store<u32>(pointAt + (<usize>count << 2), cp)
      store<u8>(kindAt + count, han ? HAN : OTHER)
      if (written != at) memory.copy(written, at, bytes)
    }
    store<u32>(placeAt + (<usize>count << 2), <u32>written)
    at += bytes
    written += bytes
    if (++count < <u32>LONGEST) continue
    if (!any) {
      any = runHasHan(at, end)
      if (!any) return longWord(at, end, written)
    }
    cutPart(count, written)
    count = 0
  }
  if (!count) return at
  if (any) cutPart(count, written)
  else {
    const from = <usize>load<u32>(placeAt)
    emit(from, written, guessTag(from, written))
  }
  return at
}

/** The code point of three bytes. */
// @ts-ignore: decorator
@inline
function pointOf(four: u32): u32 {
  return ((four & 15) << 12) | ((four >> 2) & 0xfc0) | ((four >> 16) & 63)
}

// @ts-ignore: decorator
@inline
function takeFive(count: u32, at: usize): void {
  const a = pointOf(load<u32>(at))
  const b = pointOf(load<u32>(at, 3))
  const c = pointOf(load<u32>(at, 6))
  const d = pointOf(load<u32>(at, 9))
  const e = pointOf(load<u32>(at, 12))
  const code = codeAt + (<usize>count << 1)
  store<u16>(code, load<u16>(codes + (<usize>a << 1)))
  store<u16>(code, load<u16>(codes + (<usize>b << 1)), 2)
  store<u16>(code, load<u16>(codes + (<usize>c << 1)), 4)
  store<u16>(code, load<u16>(codes + (<usize>d << 1)), 6)
  store<u16>(code, load<u16>(codes + (<usize>e << 1)), 8)
  if (hmm) {
    const point = pointAt + (<usize>count << 2)
    store<u32>(point, a)
    store<u32>(point, b, 4)
    store<u32>(point, c, 8)
    store<u32>(point, d, 12)
    store<u32>(point, e, 16)
  }
  store<u64>(kindAt + count, 0x0101010101)
  const places = placeAt + (<usize>count << 2)
  v128.store(places, i32x4.add(i32x4.splat(<u32>at), i32x4(0, 3, 6, 9)))
  store<u32>(places, <u32>at + 12, 16)
}

/** Whether an ideograph follows in the same run. */
function runHasHan(at: usize, end: usize): bool {
  while (at < end) {
    const cp = decode(at, end)
    if (isHan(cp)) return true
    const found = property(cp) & CLASS
    if (found != WORD && found != UNSPACED && found != IGNORABLE) return false
    at += size
  }
  return false
}

/** A run without ideographs that is longer than the tables: one word. */
function longWord(at: usize, end: usize, written: usize): usize {
  while (at < end) {
    const found = property(decode(at, end)) & CLASS
    if (found == WORD || found == UNSPACED) {
      memory.copy(written, at, size)
      written += size
    } else if (found != IGNORABLE) break
    at += size
  }
  const from = <usize>load<u32>(placeAt)
  emit(from, written, guessTag(from, written))
  return at
}

// @ts-ignore: decorator
@inline
function emit(from: usize, to: usize, id: u32): void {
  const length = to - from
  store<u32>(start, <u32>(out - first))
  start += 4
  store<u8>(tag++, id)
  store<u8>(flag++, opening)
  opening = 0
  if (length > 16) memory.copy(out, from, length)
  else v128.store(out, v128.load(from))
  out += length
  store<u8>(out++, 32)
}

// @ts-ignore: decorator
@inline
function place(i: u32): usize {
  return load<u32>(placeAt + (<usize>i << 2))
}
// @ts-ignore: decorator
@inline
function wordOf(i: u32): u32 {
  return load<u32>(wordAt + (<usize>i << 2))
}
// @ts-ignore: decorator
@inline
function endOf(i: u32): u32 {
  return wordOf(i) & 0xffff
}

/** Cuts the first `count` characters of the tables, the bytes of which end at `written`. */
function cutPart(count: u32, written: usize): void {
  store<u16>(codeAt + (<usize>count << 1), 0)
  store<u32>(placeAt + (<usize>count << 2), <u32>written)
  findPath(count)
  for (let at: u32 = 0; at < count; ) {
    const word = wordOf(at)
    let end = word & 0xffff
    if (end != at + 1) {
      emit(place(at), place(end), load<u8>(wordTags + (word >> 16)))
      at = end
      continue
    }
    if (hmm) {
      while (end < count && endOf(end) == end + 1) end++
      joinSingles(at, end, !isWord(at, end))
    } else if (load<u8>(kindAt + at) == OTHER) {
      while (end < count && endOf(end) == end + 1 && load<u8>(kindAt + end) == OTHER) end++
      emit(place(at), place(end), tagOf(at, end))
    } else emit(place(at), place(end), word >> 16 ? load<u8>(wordTags + (word >> 16)) : guessTag(place(at), place(end)))
    at = end
  }
}

/** Dynamic programming from the end. No child has code 0, so a walk ends with the run. */
function findPath(count: u32): void {
  const unknown = load<f64>(weights)
  store<f64>(bestAt + (<usize>count << 3), 0)
  let after: f64 = 0
  let best = bestAt + (<usize>count << 3)
  for (let i = count; i > 0; ) {
    i--
    best -= 8
    let found: f64 = 0
    let word: u32 = 0
    let next = codeAt + (<usize>i << 1)
    let slot = <usize>load<u16>(next)
    let entry = slot ? load<u64>(slots + (slot << 3)) : 0
    if (entry >> 48) {
      found = load<f64>(weights + (<usize>(entry >> 48) << 3)) + after
      word = (<u32>(entry >> 48) << 16) | (i + 1)
    }
    let end = i + 1
    let there = best
    let base = <usize>entry & 0xffffff
    if (base && !mayBegin(<u32>slot, load<u16>(next, 2))) base = 0
    while (base) {
      next += 2
      const child = base + <usize>load<u16>(next)
      entry = load<u64>(slots + (child << 3))
      if ((<usize>(entry >> 24) & 0xffffff) != slot) break
      slot = child
      end++
      there += 8
      if (entry >> 48) {
        const sum = load<f64>(weights + (<usize>(entry >> 48) << 3)) + load<f64>(there, 8)
        if (!word || sum >= found) {
          found = sum
          word = (<u32>(entry >> 48) << 16) | end
        }
      }
      base = <usize>entry & 0xffffff
    }
    if (!word) {
      found = unknown + after
      word = i + 1
    }
    store<f64>(best, found)
    store<u32>(wordAt + (<usize>i << 2), word)
    after = found
  }
}

/** The number of the word that characters `from` to `to` make, or 0. */
function numberOf(from: u32, to: u32): u32 {
  let slot = <usize>load<u16>(codeAt + (<usize>from << 1))
  if (!slot) return 0
  let entry = load<u64>(slots + (slot << 3))
  for (let i = from + 1; i < to; i++) {
    const base = <usize>entry & 0xffffff
    const code = <usize>load<u16>(codeAt + (<usize>i << 1))
    if (!base || !code) return 0
    entry = load<u64>(slots + ((base + code) << 3))
    if ((<usize>(entry >> 24) & 0xffffff) != slot) return 0
    slot = base + code
  }
  return <u32>(entry >> 48)
}

/** Single characters that are a word together stay apart: the best path has preferred it so. */
function isWord(from: u32, to: u32): bool {
  return to - from > 1 && numberOf(from, to) != 0
}

function tagOf(from: u32, to: u32): u32 {
  const word = wordOf(from)
  const number = (word & 0xffff) == to ? word >> 16 : numberOf(from, to)
  return number ? load<u8>(wordTags + number) : guessTag(place(from), place(to))
}

/** Whether the model has been trained on a character: U+4E00 to U+9FD5. */
function isModelled(i: u32): bool {
  return load<u32>(pointAt + (<usize>i << 2)) - 0x4e00 < 0x51d6
}

/** Characters that the best path leaves single: letters and digits are joined, ideographs as the model says. */
function joinSingles(from: u32, to: u32, modelled: bool): void {
  for (let at = from; at < to; ) {
    let end = at
    while (end < to && load<u8>(kindAt + end) == OTHER) end++
    if (end == at) {
      while (modelled && end < to && isModelled(end)) end++
      if (end - at > 1) {
        model(at, end)
        at = end
        continue
      }
      end = at + 1
    }
    emit(place(at), place(end), tagOf(at, end))
    at = end
  }
}

/** The logarithm of the probability of what never happens, as the model was trained with. */
const NEVER: f64 = -3.14e100
/** States of a character: the first of its word, the last, one between, a word by itself. */
const BEGIN: u32 = 0
const END: u32 = 1
const MIDDLE: u32 = 2
const SINGLE: u32 = 3

// @ts-ignore: decorator
@inline
function rowOf(i: u32): usize {
  return modelRows + (<usize>load<u16>(modelNumbers + (<usize>(load<u32>(pointAt + (<usize>i << 2)) - 0x4e00) << 1)) << 5)
}

/** Cuts characters as the likeliest states of the model say (Viterbi). */
function model(from: u32, to: u32): void {
  let row = rowOf(from)
  let begin = -0.26268660809250016 + load<f64>(row)
  let end = NEVER + load<f64>(row, 8)
  let middle = NEVER + load<f64>(row, 16)
  let single = -1.4652633398537678 + load<f64>(row, 24)
  for (let i = from + 1; i < to; i++) {
    row = rowOf(i)
    const b = load<f64>(row)
    const e = load<f64>(row, 8)
    const m = load<f64>(row, 16)
    const s = load<f64>(row, 24)
    const endBegin = end + -0.5897149736854513 + b
    const singleBegin = single + -0.7211965654669841 + b
    const beginEnd = begin + -0.51082562376599 + e
    const middleEnd = middle + -0.33344856811948514 + e
    const beginMiddle = begin + -0.916290731874155 + m
    const middleMiddle = middle + -1.2603623820268226 + m
    const endSingle = end + -0.8085250474669937 + s
    const singleSingle = single + -0.6658631448798212 + s
    const before = beforeAt + (<usize>(i - from) << 2)
    store<u8>(before, singleBegin >= endBegin ? SINGLE : END)
    store<u8>(before, middleEnd >= beginEnd ? MIDDLE : BEGIN, 1)
    store<u8>(before, middleMiddle >= beginMiddle ? MIDDLE : BEGIN, 2)
    store<u8>(before, singleSingle >= endSingle ? SINGLE : END, 3)
    begin = singleBegin >= endBegin ? singleBegin : endBegin
    end = middleEnd >= beginEnd ? middleEnd : beginEnd
    middle = middleMiddle >= beginMiddle ? middleMiddle : beginMiddle
    single = singleSingle >= endSingle ? singleSingle : endSingle
  }
  let state: u32 = single >= end ? SINGLE : END
  const count = to - from
  for (let i = count - 1; i > 0; i--) {
    store<u8>(stateAt + i, state)
    state = load<u8>(beforeAt + (<usize>i << 2) + state)
  }
  store<u8>(stateAt, state)
  let at = from
  for (let i: u32 = 0; i < count; i++) {
    const now = load<u8>(stateAt + i)
    if (now != END && now != SINGLE && i != count - 1) continue
    emit(place(at), place(from + i + 1), tagOf(at, from + i + 1))
    at = from + i + 1
  }
}
