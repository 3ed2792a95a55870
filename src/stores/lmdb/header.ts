/**
 * The first pages of a file of LMDB, read without LMDB: it maps its file, and a file that is none, or was cut off, ends the process.
 *
 *     page 0, page 1   head of 24 bytes, then magic (4), version (4), address (8), size of the map (8), two tables of 48 bytes whose first
 *                      number is the size of a page, last page (8), transaction (8); the page with the higher transaction counts
 *
 * Transactions with even numbers are written to page 0, odd ones to page 1, so both pages of a sound file hold neighbours. Where one is
 * damaged LMDB goes back to the other one, without the last transaction and without a word: that is told here.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

const MAGIC = 0xbeefc0de
const HEAD = 24
const PAGE_SIZE = HEAD + 24
const LAST_PAGE = HEAD + 24 + 2 * 48
const TRANSACTION = LAST_PAGE + 8
const META_BYTES = TRANSACTION + 8

/**
 * `short`: with fewer bytes than it has had pages, which is damage, or pages at its end that were freed before they were written.
 * `older`: one of the first two pages is damaged, and the other one may be of an earlier time.
 */
export type FileState = 'none' | 'foreign' | 'older' | 'short' | 'whole'

/** What is wrong with a file of this state that no process should open; undefined where nothing is known. */
export function problemOf(state: FileState, name: string): string | undefined {
  if (state === 'foreign') return `${name} is no file of LMDB`
  if (state === 'older') return `${name}: one of its first two pages is damaged, and what was added last may be missing`
  return undefined
}

/** A writer may change both pages between two reads of ours, which never lasts. */
const READS = 5

export function fileState(path: string): FileState {
  let descriptor: number
  try {
    descriptor = openSync(path, 'r')
  } catch {
    // Where it cannot be read LMDB says why.
    return 'none'
  }
  try {
    const { size } = fstatSync(descriptor)
    if (!size) return 'none'
    for (let read = 1; ; read++) {
      const first = metaAt(descriptor, 0)
      if (!first) return 'foreign'
      const second = metaAt(descriptor, first.pageSize)
      if (second && areNeighbours(first.transaction, second.transaction)) {
        const newest = second.transaction > first.transaction ? second : first
        return BigInt(size) < (newest.lastPage + 1n) * BigInt(first.pageSize) ? 'short' : 'whole'
      }
      if (read === READS) return size <= first.pageSize ? 'short' : 'older'
    }
  } finally {
    closeSync(descriptor)
  }
}

/** Both are 0 in a file without a transaction. */
function areNeighbours(even: bigint, odd: bigint): boolean {
  if (!even && !odd) return true
  return even % 2n === 0n && odd % 2n === 1n && (even - odd === 1n || odd - even === 1n)
}

interface Meta {
  readonly pageSize: number
  readonly lastPage: bigint
  readonly transaction: bigint
}

function metaAt(descriptor: number, position: number): Meta | undefined {
  const bytes = Buffer.alloc(META_BYTES)
  if (readSync(descriptor, bytes, 0, META_BYTES, position) < META_BYTES || bytes.readUInt32LE(HEAD) !== MAGIC) return undefined
  return {
    pageSize: bytes.readUInt32LE(PAGE_SIZE),
    lastPage: bytes.readBigUInt64LE(LAST_PAGE),
    transaction: bytes.readBigUInt64LE(TRANSACTION),
  }
}
