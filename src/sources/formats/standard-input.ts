/** Standard input, which comes once: its first bytes can be looked at before it is read. */
import type { Readable } from 'node:stream'

interface Begun {
  /** Chunks that were looked at, and nobody has read. */
  readonly head: Uint8Array[]
  readonly rest: AsyncIterator<Uint8Array>
}

/** By the stream itself, since a process has one standard input. */
const begun = new WeakMap<Readable, Begun>()

function begin(): Begun {
  const stream = process.stdin
  let state = begun.get(stream)
  if (!state) {
    state = { head: [], rest: (stream as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]() }
    begun.set(stream, state)
  }
  return state
}

/**
 * The first bytes, which stay there to be read.
 *
 * @param bytes  how many are wanted: more may come, fewer where there are no more
 */
export async function peekStandardInput(bytes: number): Promise<{ readonly head: Buffer; readonly isWhole: boolean }> {
  const { head, rest } = begin()
  let isWhole = false
  for (let length = 0; length < bytes; ) {
    const { value, done } = await rest.next()
    if (done) {
      isWhole = true
      break
    }
    head.push(value)
    length += value.length
  }
  return { head: Buffer.concat(head), isWhole }
}

/** All bytes, those that were looked at first. */
export async function* readStandardInput(): AsyncGenerator<Uint8Array> {
  const { head, rest } = begin()
  try {
    yield* head.splice(0)
    while (true) {
      const { value, done } = await rest.next()
      if (done) return
      yield value
    }
  } finally {
    process.stdin.destroy()
  }
}
