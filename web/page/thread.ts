/** The workers of the page: started from what the page holds, and started anew where they are stopped. */
import { unzipped } from '../unzip.js'
import type { Dropped, FromWorker, ToWorker } from './messages.js'

/** Bytes of files: fewer are searched sooner than helpers start. */
const SMALL = 2 << 20
/** Each holds a kernel, and code of its own. */
const MOST_HELPERS = 8

let address: Promise<string> | undefined

/** The program of the workers, unpacked once. */
function programAddress(): Promise<string> {
  address ??= (async () => {
    const program = await unzipped(document.getElementById('worker')?.textContent ?? '').blob()
    return URL.createObjectURL(new Blob([program], { type: 'text/javascript' }))
  })()
  return address
}

/** A thread that answers questions, with helpers where there is much to do. */
export class Thread {
  readonly #hear: (message: FromWorker) => void
  #worker: Promise<Worker> | undefined
  #helpers: Worker[] = []
  /** It knows nothing yet. */
  #isFresh = true

  constructor(hear: (message: FromWorker) => void) {
    this.#hear = hear
    // It is there when a file comes.
    this.#worker = this.#start()
  }

  async ask(question: ToWorker): Promise<void> {
    this.#isFresh = false
    this.#worker ??= this.#start()
    const worker = await this.#worker
    if (question.ask !== 'open') return worker.postMessage(question)
    const ports = await this.#startHelpers(helpersFor(question.dropped))
    worker.postMessage({ ...question, ports } satisfies ToWorker, ports)
  }

  async #start(): Promise<Worker> {
    const worker = await this.#startOne()
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => this.#hear(data))
    return worker
  }

  async #startOne(): Promise<Worker> {
    const worker = new Worker(await programAddress())
    // A thread that runs out of memory ends without an answer: nobody waits for it.
    worker.addEventListener('error', ({ message }) => {
      this.stop()
      this.#hear({ said: 'failed', message, remedy: '' })
    })
    return worker
  }

  /** New ones in place of those of before: what they held is of no use any more. */
  async #startHelpers(count: number): Promise<MessagePort[]> {
    for (const helper of this.#helpers) helper.terminate()
    this.#helpers = await Promise.all(Array.from({ length: count }, () => this.#startOne()))
    return this.#helpers.map((helper) => {
      const { port1, port2 } = new MessageChannel()
      helper.postMessage({ port: port1 }, [port1])
      return port2
    })
  }

  /** Ends the work at hand; the next question starts new threads, which know nothing of before. */
  async stop(): Promise<void> {
    if (this.#isFresh) return
    this.#isFresh = true
    for (const helper of this.#helpers.splice(0)) helper.terminate()
    const worker = await this.#worker
    this.#worker = undefined
    worker?.terminate()
  }
}

/** One processor alone has nothing to divide. */
function helpersFor({ files }: Dropped): number {
  const processors = Math.min(MOST_HELPERS, navigator.hardwareConcurrency)
  return processors > 1 && files.reduce((sum, [, { size }]) => sum + size, 0) >= SMALL ? processors : 0
}
