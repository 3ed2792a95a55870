/** Writing until everything is written: the system may take less than it was given. */
import { writeSync } from 'node:fs'

/** @param position  where in the file; by default behind what was written last */
export function writeFully(descriptor: number, bytes: Uint8Array, position?: number): void {
  for (let done = 0; done < bytes.length; )
    done += writeSync(descriptor, bytes, done, bytes.length - done, position === undefined ? null : position + done)
}
