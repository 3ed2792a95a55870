/** Records read where they lie, many at once. */
import { rows } from './pipe.js'
import { PlacedFile } from './placed-file.js'

/** Bytes between two records from which on they are read one by one: to read what lies between them takes longer than to ask again. */
const GAP = 32 << 10
/** Bytes that are read at once, about. */
const BLOCK = 4 << 20
const NEWLINE = 10

interface Place {
  readonly document: string
  readonly start: number
  readonly size: number
}

/** Records as lines behind each other, good until the next are asked for, and the numbers of their documents. */
export interface PlacedRecords {
  readonly documents: readonly string[]
  readonly lines: Uint8Array
}

/**
 * Reads the records of standard input: document, name of the file (base64), its bytes, start and size of the record; those of a file
 * behind each other, in their order.
 *
 * @throws {LeitongError} `SOURCE_READ`, `SOURCE_CHANGED`
 */
export function* placedRecords(): Generator<PlacedRecords> {
  let file: { readonly name: string; readonly opened: PlacedFile } | undefined
  let waiting: Place[] = []
  try {
    for (const [document = '', name = '', bytes = '', start = '', size = ''] of rows()) {
      const place = { document, start: Number(start), size: Number(size) }
      if (file && (file.name !== name || isFar(waiting, place))) {
        yield read(file.opened, waiting)
        waiting = []
      }
      if (file?.name !== name) {
        file?.opened.close()
        file = { name, opened: new PlacedFile(name, bytes) }
      }
      waiting.push(place)
    }
    if (file) yield read(file.opened, waiting)
  } finally {
    file?.opened.close()
  }
}

function isFar(waiting: readonly Place[], next: Place): boolean {
  const [first, last] = [waiting[0], waiting.at(-1)]
  if (!first || !last) return false
  return next.start - (last.start + last.size) > GAP || next.start + next.size - first.start > BLOCK
}

let buffer = new Uint8Array()

/** What lies between the records is read over; the last line of a file may have no end, and gets one. */
function read(file: PlacedFile, places: readonly Place[]): PlacedRecords {
  const [first, last] = [places[0], places.at(-1)]
  if (!first || !last) return { documents: [], lines: new Uint8Array() }
  const bytes = last.start + last.size - first.start
  if (buffer.length < bytes + 1) buffer = new Uint8Array(bytes + 1)
  file.read(buffer.subarray(0, bytes), first.start)
  let filled = 0
  for (const { start, size } of places) {
    buffer.copyWithin(filled, start - first.start, start - first.start + size)
    filled += size
  }
  if (buffer[filled - 1] !== NEWLINE) buffer[filled++] = NEWLINE
  return { documents: places.map(({ document }) => document), lines: buffer.subarray(0, filled) }
}
