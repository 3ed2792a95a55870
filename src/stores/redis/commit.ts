/** A commit as the script of the server takes it: lists of fields and values, in the order in which COMMIT names them. */
import type { Changes, Filed } from '../postings/unit-of-work.js'
import { CHUNK, idField, keyField } from './keys.js'
import { Packer } from './packer.js'

/** The first byte of a list of postings: the width of each, and this where the key is split. */
export const SPLIT = 128
/** Bytes of a list that is written anew as a whole; to a longer one the server adds. */
const SHORT = 1024

/** What was read, for the script to hold against what is there. */
export interface Seen {
  /** Commits of the index before anything was read. */
  readonly version: string
  /** Fields that were read, each followed by the SHA-1 of its value (nothing for one that was not there); empty to go by the version alone. */
  readonly checks: readonly string[]
}

export function packCommit({ version, checks }: Seen, { drops, puts }: Changes, filed: readonly Filed[]): Buffer {
  const packer = new Packer()
  const texts = (values: readonly string[]) => {
    packer.list(values.length)
    for (const value of values) packer.text(value)
  }
  packer.list(10)
  packer.text(version)
  texts(puts.slice(0, 1).flatMap(({ id, seq }) => [idField(id), String(seq)]))
  texts(checks)
  texts(drops.map(({ id }) => idField(id)))
  texts(drops.map(({ seq }) => String(seq)))
  packer.list(drops.reduce((sum, { keys }) => sum + 2 * keys.length, 0))
  for (const { seq, keys } of drops)
    for (const key of keys) {
      packer.text(keyField(key))
      packer.bytes(numberBytes(seq))
    }
  const isWhole = ({ all }: Filed) => all !== undefined && all.postings.packed.length <= SHORT
  const whole = filed.filter(isWhole)
  packer.list(2 * (puts.length + whole.length))
  for (const { id, seq } of puts) {
    packer.text(idField(id))
    packer.text(String(seq))
  }
  for (const { key, all } of whole) {
    if (!all) continue
    packer.text(keyField(key))
    packer.bytes(head(all.postings.width, all.split), all.postings.packed)
  }
  packer.list(3 * (filed.length - whole.length))
  for (const each of filed) {
    if (isWhole(each)) continue
    packer.text(keyField(each.key))
    packer.bytes(head(each.added.width, each.isMarked))
    packer.bytes(each.added.packed)
  }
  packer.list(2 * puts.length)
  for (const { seq, record } of puts) {
    packer.text(String(seq))
    packer.bytes(record)
  }
  texts([...new Set(puts.map(({ seq }) => String(Math.floor(seq / CHUNK))))].flatMap((chunk) => [chunk, chunk]))
  return packer.packed
}

const head = (width: number, isSplit: boolean) => Uint8Array.of(width + (isSplit ? SPLIT : 0))

/** A number as lists of postings have it. */
function numberBytes(seq: number): Buffer {
  const bytes = Buffer.alloc(6)
  bytes.writeUIntLE(seq, 0, 6)
  return bytes
}
