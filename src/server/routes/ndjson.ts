/** Lines of a stream, put together to the batches that an index takes at once. */
import type { Readable } from 'node:stream'
import { LeitongError } from '../../errors.js'

/** Lines of a batch, as the index has it, and bytes after which a batch goes without waiting for more lines. */
const LINES = 256
const BYTES = 1 << 20

/**
 * Whole lines, some hundred at a time; the reader sets the pace.
 *
 * @param longest  bytes of a line
 * @throws {LeitongError} `SERVICE_LIMIT`
 */
export async function* linesInBatches(stream: Readable, longest: number): AsyncGenerator<Uint8Array> {
  let held: Buffer[] = []
  let bytes = 0
  // The answer goes on when the reading ends early.
  for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    held.push(chunk)
    bytes += chunk.length
    // What is held has no whole line in it: a long one is put together once, when its end has come.
    if (!chunk.includes(10)) {
      if (bytes > longest) throw new LeitongError('SERVICE_LIMIT', 'a line in bytes', longest)
      continue
    }
    let rest = Buffer.concat(held)
    for (let end = endOfBatch(rest, longest); end > 0; end = endOfBatch(rest, longest)) {
      yield rest.subarray(0, end)
      rest = rest.subarray(end)
    }
    if (rest.length > longest) throw new LeitongError('SERVICE_LIMIT', 'a line in bytes', longest)
    held = [rest]
    bytes = rest.length
  }
  const rest = Buffer.concat(held)
  if (rest.length) yield rest
}

/** The end of the last whole line that goes into a batch; 0 where there is none. */
function endOfBatch(bytes: Buffer, longest: number): number {
  let end = 0
  for (let lines = 0; lines < LINES; lines++) {
    const next = bytes.indexOf(10, end)
    if (next < 0) break
    // The lines before it are answered first.
    if (next - end > longest && end > 0) break
    if (next - end > longest) throw new LeitongError('SERVICE_LIMIT', 'a line in bytes', longest)
    end = next + 1
    if (end >= BYTES) break
  }
  return end
}
