/** Outputs that are objects of a store: they lie in a temporary file until they are complete, and appear whole. */
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LeitongError } from '../errors.js'
import { ObjectFault, type ObjectStore } from '../sources/objects/object.js'
import { storeOf } from '../sources/objects/objects.js'
import { AtomicFile } from './atomic-file.js'
import { changed } from './changed.js'
import { release } from './temporary.js'

/** What is in a folder of a store. */
export interface ObjectFolder {
  /** Paths below the folder. */
  readonly names: ReadonlySet<string>
  /** The text of one of them. */
  read(name: string): Promise<string>
}

/**
 * Sees that a folder of a store can be written, and tells what is in it.
 *
 * @param url  with a slash at its end
 * @throws {LeitongError} `OUTPUT_WRITE`
 */
export async function openObjectFolder(url: string): Promise<ObjectFolder> {
  await requireWritableObject(url)
  const store = storeOf(url) as ObjectStore
  return writing(url, async () => {
    const names = new Set<string>()
    for await (const object of store.list?.(url) ?? []) if (object.url !== url) names.add(object.url.slice(url.length))
    return {
      names,
      read: (name) =>
        writing(url, async () => {
          const chunks: Uint8Array[] = []
          const state = await store.stateOf(url + name)
          for await (const bytes of store.read(url + name, state, 0, state.size)) chunks.push(bytes)
          return Buffer.concat(chunks).toString()
        }),
    }
  })
}

/** What an output needs of the file that it is written in. */
export type WholeFile = Pick<
  AtomicFile,
  'path' | 'temporary' | 'leftovers' | 'isStream' | 'write' | 'beginSync' | 'settle' | 'finish' | 'commit' | 'give' | 'discard'
> & {
  /** Sees that it can be written, where that takes a question. */
  readonly ready?: () => Promise<void>
}

/** @throws {LeitongError} `OUTPUT_WRITE` */
export const openWhole = (path: string): WholeFile => (storeOf(path) ? new ObjectFile(path) : new AtomicFile(path))

/**
 * The store that an output goes to.
 *
 * @returns undefined for a path
 * @throws {LeitongError} `OUTPUT_WRITE` for stores that are read alone
 */
export function writableStore(path: string): Required<Pick<ObjectStore, 'send' | 'requireWritable'>> | undefined {
  const store = storeOf(path)
  if (!store) return undefined
  const { send, requireWritable } = store
  if (!send || !requireWritable)
    throw new LeitongError('OUTPUT_WRITE', store.nameOf(path), 'of the stores of objects, outputs go to s3:// alone')
  return { send, requireWritable }
}

/** @throws {LeitongError} `OUTPUT_WRITE` */
export async function requireWritableObject(path: string): Promise<void> {
  await writing(path, async () => writableStore(path)?.requireWritable(path))
}

async function writing<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ObjectFault ? new LeitongError('OUTPUT_WRITE', path, error.message) : error
  }
}

class ObjectFile implements WholeFile {
  readonly path: string
  readonly #file: AtomicFile
  readonly #send: (path: string, url: string) => Promise<void>

  constructor(path: string) {
    this.path = path
    this.#send = writableStore(path)?.send as (path: string, url: string) => Promise<void>
    this.#file = new AtomicFile(join(tmpdir(), `leitong-object-${randomBytes(8).toString('hex')}`))
  }

  readonly leftovers = []
  readonly isStream = false

  ready = () => requireWritableObject(this.path)

  get temporary(): string {
    return this.#file.temporary
  }

  write(bytes: Uint8Array | string): void {
    this.#file.write(bytes)
  }

  beginSync(): Promise<void> {
    return this.#file.beginSync()
  }

  settle(): Promise<void> {
    return this.#file.settle()
  }

  finish(): void {
    this.#file.finish()
  }

  commit(): never {
    throw new LeitongError('OUTPUT_WRITE', this.path, 'this output has to be a file')
  }

  async give(): Promise<void> {
    this.finish()
    await writing(this.path, () => this.#send(this.temporary, this.path))
    changed(this.path)
    this.discard()
  }

  discard(): void {
    this.#file.discard()
    release(this.temporary)
  }
}
