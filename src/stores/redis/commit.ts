/** A commit as the script of the server takes it: lists of fields and values, in the order in which COMMIT names them. */
import { PostingList } from '../postings/posting-list.js'
import { type Changes, droppedByKey, type Filed } from '../postings/unit-of-work.js'
import { CHUNK, OF_ID, OF_KEY, shortId } from './keys.js'
import { Packer } from './packer.js'

/** The first byte of a list of postings: the width of each, and this where the key is split. */
export const SPLIT = 128
/** Bytes of a list that is written anew as a whole; to a longer one the server adds. */
const SHORT = 1024
const NOTHING = new Uint8Array()

/** What was read, for the script to hold against what is there. */
export interface Seen {
  /** Commits of the index before anything was read. */
  readonly version: string
  /** Fields that were read, as letter and rest, each followed by the SHA-1 of its value (nothing for one that was not there); empty to go by the version alone. */
  readonly checks: readonly (readonly [letter: string, rest: string, sha1: string])[]
}

export function packCommit({ version, checks }: Seen, { drops, puts }: Changes, filed: readonly Filed[]): Buffer {
  const packer = new Packer()
  packer.list(10)
  packer.text('', version)
  packer.list(puts.length && 2)
  for (const { id, seq } of puts.slice(0, 1)) {
    packer.text(OF_ID, shortId(id))
    packer.text('', String(seq))
  }
  packer.list(2 * checks.length)
  for (const [letter, rest, sha1] of checks) {
    packer.text(letter, rest)
    packer.text('', sha1)
  }
  packer.list(drops.length)
  for (const { id } of drops) packer.text(OF_ID, shortId(id))
  packer.list(drops.length)
  for (const { seq } of drops) packer.text('', String(seq))
  const dropped = droppedByKey(drops)
  packer.list(2 * dropped.size)
  for (const [key, seqs] of dropped) {
    packer.text(OF_KEY, key)
    packer.bytes(PostingList.numbersOf(seqs))
  }
  const whole: Filed[] = []
  const longer: Filed[] = []
  for (const each of filed) (each.all && each.all.postings.bytes <= SHORT ? whole : longer).push(each)
  packer.list(2 * (puts.length + whole.length))
  for (const { id, seq } of puts) {
    packer.text(OF_ID, shortId(id))
    packer.text('', String(seq))
  }
  for (const { key, all } of whole) {
    if (!all) continue
    const { postings, split } = all
    packer.text(OF_KEY, key)
    packer.bytes(postings.buffer, postings.start, postings.start + postings.bytes, head(postings.width, split))
  }
  packer.list(3 * longer.length)
  for (const { key, added, isMarked } of longer) {
    packer.text(OF_KEY, key)
    packer.bytes(NOTHING, 0, 0, head(added.width, isMarked))
    packer.bytes(added.packed)
  }
  packer.list(2 * puts.length)
  for (const { seq, record } of puts) {
    packer.text('', String(seq))
    packer.bytes(record)
  }
  const chunks = new Set(puts.map(({ seq }) => Math.floor(seq / CHUNK)))
  packer.list(2 * chunks.size)
  for (const chunk of chunks) for (let i = 0; i < 2; i++) packer.text('', String(chunk))
  return packer.packed
}

const head = (width: number, isSplit: boolean) => width + (isSplit ? SPLIT : 0)
