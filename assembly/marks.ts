/** Features of a table that stand in a sentence with a marker word. */
import { entries, find, flags, marks, size } from './table'
import { count as tokenCount, starts, tokenFlags, widthAt, wordHash } from './text'

/** Which hashes may be among the markers: a bit for each value of twelve bits. */
const maybe: usize = memory.data(512, 16)

/**
 * Sets a bit in the flags of the features that start in a sentence with one of the words whose hashes are given. Only tokens
 * of chinese and tagged know sentences; elsewhere nothing is marked.
 */
export function markSentences(markers: usize, number: u32, bit: u32, width: u32): void {
  if (!tokenFlags) return
  if (entries && width == 1) return markSingles(markers, number, bit)
  memory.fill(maybe, 0, 512)
  for (let i: usize = 0; i < number; i++) {
    const key = <u32>load<u64>(markers + (i << 3)) & 4095
    const word = maybe + (<usize>(key >> 5) << 2)
    store<u32>(word, load<u32>(word) | (1 << (key & 31)))
  }
  let sentence: u32 = 0
  let marked = false
  for (let token: u32 = 0; token < tokenCount; token++) {
    if (load<u8>(tokenFlags + token) & 1) {
      if (marked) markTokens(sentence, token, bit)
      sentence = token
      marked = false
    }
    if (!marked && isWithinSentence(token, width)) marked = isMarker(wordHash(token, width), markers, number)
  }
  if (marked) markTokens(sentence, tokenCount, bit)
}

/** The same where a marker is a feature: its entry tells. */
function markSingles(markers: usize, number: u32, bit: u32): void {
  memory.fill(marks, 0, size)
  let any = false
  for (let i: usize = 0; i < number; i++) {
    const entry = find(load<u64>(markers + (i << 3)))
    if (entry < 0) continue
    store<u8>(marks + <usize>entry, 1)
    any = true
  }
  if (!any) return
  let sentence: u32 = 0
  let marked: u32 = 0
  for (let token: u32 = 0; token <= tokenCount; token++) {
    if (token == tokenCount || load<u8>(tokenFlags + token) & 1) {
      if (marked) for (let t = sentence; t < token; t++) flagEntry(load<u32>(entries + (<usize>t << 2)), bit)
      sentence = token
      marked = 0
    }
    if (token < tokenCount) marked |= load<u8>(marks + load<u32>(entries + (<usize>token << 2)))
  }
}

// @ts-ignore: decorator
@inline
function flagEntry(entry: u32, bit: u32): void {
  const at = flags + (<usize>entry << 2)
  store<u32>(at, load<u32>(at) | bit)
}

/** Whether a run of words ends in the sentence in which it starts. */
function isWithinSentence(token: u32, width: u32): bool {
  if (token + width > tokenCount) return false
  for (let next = token + 1; next < token + width; next++) if (load<u8>(tokenFlags + next) & 1) return false
  return true
}

function isMarker(hash: u64, markers: usize, number: u32): bool {
  const key = <u32>hash & 4095
  if (!(load<u32>(maybe + (<usize>(key >> 5) << 2)) & (1 << (key & 31)))) return false
  for (let i: usize = 0; i < number; i++) if (load<u64>(markers + (i << 3)) == hash) return true
  return false
}

function markTokens(from: u32, to: u32, bit: u32): void {
  for (let token = from; token < to; token++) {
    const window = widthAt(load<u32>(starts + (<usize>token << 2)))
    if (token + window > tokenCount) return
    const entry = find(wordHash(token, window))
    if (entry >= 0) flagEntry(entry, bit)
  }
}
