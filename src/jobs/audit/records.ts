/** Records of the input and of what was kept, and which of them are the same: by their bytes, or by their texts where they were written anew. */
import { createHash } from 'node:crypto'
import { firstWhere } from '../../hashing/binary-search.js'
import type { ReadFile } from '../../reading/open-input.js'
import type { Documents } from '../dedupe/documents.js'
import { recordsOf } from '../dedupe/kept/selection.js'
import type { RunContext } from '../dedupe/run-context.js'

/** A record that could not be judged is no document. */
export const NO_DOCUMENT = -1

export interface AuditRecord {
  /** Its document, or {@link NO_DOCUMENT}. */
  readonly document: number
  /** The number of its file, and the bytes from where to where. */
  readonly file: number
  readonly start: number
  readonly end: number
  /** Equal for the same records. */
  readonly content: number
}

/** Records of both sides in their order. */
export interface BothSides {
  readonly input: readonly AuditRecord[]
  readonly kept: readonly AuditRecord[]
  /** Different contents. */
  readonly contents: number
}

/**
 * Reads the records of a run again.
 *
 * @param ofA   files of the input; those behind them are what was kept
 * @param same  documents with equal numbers have equal texts: asked where records may be written anew; undefined where bytes count
 */
export async function readBothSides(context: RunContext, ofA: number, same: Uint32Array | undefined): Promise<BothSides> {
  const { documents } = context
  const numbers = new Numbers()
  const sides: { input: AuditRecord[]; kept: AuditRecord[] } = { input: [], kept: [] }
  let document = 0
  let read = 0
  for (const { file, start, end } of recordsOf({ documents, removed: [] })) {
    if (++read % 4096 === 0) await context.pause()
    const isDocument = document < documents.count && isAt(documents, document, file, start)
    const number = isDocument ? document++ : NO_DOCUMENT
    const content = numbers.of(same && isDocument ? `=${same[number]}` : digestOf(bytesOf(context, file, start, end)))
    sides[file < ofA ? 'input' : 'kept'].push({ document: number, file, start, end, content })
  }
  return { ...sides, contents: numbers.count }
}

const isAt = (documents: Documents, document: number, file: number, start: number) =>
  documents.startOf(document) === start && documents.fileOf(document) === file

/** The bytes of a record without the end of its line, which the last one may lack. */
export function bytesOf(context: RunContext, file: number, start: number, end: number): Uint8Array {
  const bytes = context.reader.read((context.documents.files[file] as ReadFile).path, start, end - start)
  let length = bytes.length
  // In UTF-16 a line end has zeros beside it.
  while (length && [0, 10, 13].includes(bytes[length - 1] as number)) length--
  return bytes.subarray(0, length)
}

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64')

/** Maps together hold more than one: a Map ends at 2^24 entries. */
const MAPS = 256

class Numbers {
  readonly #maps = Array.from({ length: MAPS }, () => new Map<string, number>())
  count = 0

  of(name: string): number {
    const map = this.#maps[(name.charCodeAt(0) * 31 + name.charCodeAt(name.length >> 1)) % MAPS] as Map<string, number>
    let number = map.get(name)
    if (number === undefined) {
      number = this.count++
      map.set(name, number)
    }
    return number
  }
}

/** What became of the records. */
export interface Fates {
  /** By record of the input: 1 where it is kept. */
  readonly isKept: Uint8Array
  /** Records of the input that are neither kept nor removed. */
  readonly lost: readonly number[]
  /** Records among the kept ones that the input has no more of, and those of them that equal a removed one. */
  readonly foreign: readonly number[]
  readonly both: readonly number[]
  /** Kept records, as few as may be, without which the others stand in the order of the input. */
  readonly moved: readonly number[]
}

/**
 * Finds each kept record in the input.
 *
 * @param removals  how often each record of the input may be removed by what is stated: by a number of its id, and how many records of the id
 *                  are removed; undefined where nothing is stated, and whatever is not kept is removed
 */
export function fatesOf({ input, kept, contents }: BothSides, removals: Removals | undefined): Fates {
  const wanted = new Uint32Array(contents)
  for (const { content } of kept) wanted[content] = (wanted[content] as number) + 1
  const { isKept, isOpen } = decideKept(input, wanted, removals)
  const left = wanted.slice()
  const lost: number[] = []
  const removed = new Uint8Array(contents)
  input.forEach(({ content }, i) => {
    if (!isKept[i]) removed[content] = 1
    else if (left[content]) left[content] = (left[content] as number) - 1
    else lost.push(i)
  })
  const [foreign, both, found]: [number[], number[], number[]] = [[], [], []]
  // Of equal records the last ones are too many.
  for (let j = kept.length - 1; j >= 0; j--) {
    const { content } = kept[j] as AuditRecord
    if (!left[content]) {
      found.push(j)
      continue
    }
    left[content] = (left[content] as number) - 1
    if (removed[content]) both.push(j)
    else foreign.push(j)
  }
  const moved = outOfOrder(input, kept, contents, found.reverse(), (i) => isKept[i] === 1 || isOpen[i] === 1)
  return { isKept, lost, foreign: foreign.reverse(), both: both.reverse(), moved }
}

/** Those of some kept records that stand in another order than in the input; equal records cannot be told apart, and stand for each other. */
function outOfOrder(
  input: readonly AuditRecord[],
  kept: readonly AuditRecord[],
  contents: number,
  found: readonly number[],
  isTaken: (record: number) => boolean,
): number[] {
  // For each record the next one with the same content, and for each content its first one.
  const next = new Int32Array(input.length).fill(-1)
  const first = new Int32Array(contents).fill(-1)
  for (let i = input.length - 1; i >= 0; i--) {
    if (!isTaken(i)) continue
    const { content } = input[i] as AuditRecord
    next[i] = first[content] as number
    first[content] = i
  }
  const earliest = first.slice()
  let last = -1
  const follows = found.every((j) => {
    const { content } = kept[j] as AuditRecord
    let i = earliest[content] as number
    while (i >= 0 && i <= last) i = next[i] as number
    if (i < 0) return false
    earliest[content] = next[i] as number
    last = i
    return true
  })
  if (follows) return []
  const places = found.map((j) => {
    const { content } = kept[j] as AuditRecord
    const i = first[content] as number
    if (i >= 0) first[content] = next[i] as number
    return i
  })
  const stays = longestAscending(places)
  return found.filter((_, at) => !stays.has(at))
}

/** Places in a list of different numbers of which as many as possible ascend. */
function longestAscending(numbers: readonly number[]): ReadonlySet<number> {
  // By length less one, where the shortest chain with the least end ends; and what is before each.
  const ends: number[] = []
  const before = new Int32Array(numbers.length).fill(-1)
  numbers.forEach((value, at) => {
    const length = firstWhere(0, ends.length, (k) => (numbers[ends[k] as number] as number) >= value)
    before[at] = length ? (ends[length - 1] as number) : -1
    ends[length] = at
  })
  const chain = new Set<number>()
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] as number) chain.add(at)
  return chain
}

/** What is stated of removals. */
export interface Removals {
  /** By record of the input the number of its id, -1 where nothing is stated of it. */
  readonly idOf: Int32Array
  /** By number of an id, how many records have it, and how many of them are removed. */
  readonly has: Uint32Array
  readonly removes: Uint32Array
}

/** Records whose id several have, of which some are removed, are told apart by what was kept. */
function decideKept(
  input: readonly AuditRecord[],
  wanted: Uint32Array,
  removals: Removals | undefined,
): { readonly isKept: Uint8Array; readonly isOpen: Uint8Array } {
  const isKept = new Uint8Array(input.length)
  const isOpen = new Uint8Array(input.length)
  const free = wanted.slice()
  const left = removals?.removes.slice()
  const open: number[] = []
  input.forEach(({ content, document }, i) => {
    const id = removals ? (removals.idOf[i] as number) : 0
    const removes = removals && id >= 0 ? (removals.removes[id] as number) : 0
    const mayBeBoth = removals ? removes > 0 && removes < (removals.has[id] as number) : document !== NO_DOCUMENT
    if (mayBeBoth) {
      open.push(i)
      isOpen[i] = 1
    } else if (!removes) {
      isKept[i] = 1
      if (free[content]) free[content] = (free[content] as number) - 1
    }
  })
  for (const i of open) {
    const { content } = input[i] as AuditRecord
    const id = removals ? (removals.idOf[i] as number) : 0
    if (free[content]) free[content] = (free[content] as number) - 1
    else if (!left) continue
    else if (left[id]) {
      left[id] = (left[id] as number) - 1
      continue
    }
    isKept[i] = 1
  }
  return { isKept, isOpen }
}
