/** Reading at a place until everything is there: the system may hand over less than it was asked for. */
import { readSync } from 'node:fs'

/** @returns how many bytes there were; fewer than `into` has room for only where the file ends */
export function readFully(descriptor: number, into: Uint8Array, position: number): number {
  let done = 0
  while (done < into.length) {
    const n = readSync(descriptor, into, done, into.length - done, position + done)
    if (!n) break
    done += n
  }
  return done
}
