/** Errors of streams that nobody reads yet. */

/** A stream of Node, as far as its errors are concerned. */
interface Emitter {
  on(event: 'error', listener: () => void): unknown
  off(event: 'error', listener: () => void): unknown
}

const isEmitter = (input: unknown): input is Emitter => {
  const { on, off } = (input ?? {}) as Partial<Emitter>
  return typeof on === 'function' && typeof off === 'function'
}

/**
 * Does work that is going to read these inputs. Until it does, which may take as long as the engine takes to be loaded, an error of a stream is heard
 * here: one that nobody hears ends the process. Whoever reads the stream later is told of it.
 */
export async function heard<Result>(inputs: readonly unknown[], work: () => Promise<Result>): Promise<Result> {
  const listener = () => {}
  const streams = inputs.filter(isEmitter)
  for (const stream of streams) stream.on('error', listener)
  try {
    return await work()
  } finally {
    for (const stream of streams) stream.off('error', listener)
  }
}
