/** Outputs that are complete or not there. */
import {
  closeSync,
  createReadStream,
  fchmodSync,
  fchownSync,
  fdatasync,
  fsyncSync,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
  renameSync,
  type Stats,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { LeitongError } from '../errors.js'
import { isNamedPipe, pipeWriter } from '../sources/formats/named-pipe.js'
import { changed } from './changed.js'
import { removeLeftovers, temporaryBeside } from './leftovers.js'
import { isMounted } from './mounts.js'
import { descriptorOf } from './place.js'
import { forget, release, track } from './temporary.js'
import { writeFully } from './write-fully.js'

const datasync = promisify(fdatasync)

/** Where an output goes. */
interface Target {
  /** Links followed. */
  readonly place: string
  /** A device or a pipe, which takes bytes and has no name to be given. */
  readonly isStream: boolean
  /** The file that stands there already. */
  readonly before: Stats | undefined
  /** Of a stream that is open already: bytes go on where it stands. */
  readonly descriptor?: number
}

function targetOf(path: string): Target {
  const before = statSync(path, { throwIfNoEntry: false })
  if (before?.isDirectory()) throw new Error('it is a folder')
  const descriptor = descriptorOf(path)
  if (before && descriptor !== undefined) return { place: path, isStream: true, before, descriptor }
  if (before && !before.isFile()) return { place: path, isStream: true, before }
  if (before) {
    const place = realpathSync(path)
    if (isMounted(place)) throw new Error('it was mounted by itself, and no new file can take its place: mount its folder')
    return { place, isStream: false, before }
  }
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()
  return { place: isLink ? resolve(dirname(path), readlinkSync(path)) : path, isStream: false, before }
}

/**
 * A file that appears under its name only when it is complete: written beside it, synced, renamed. It has the rights of the one it
 * replaces, and stands where a link leads. A device or pipe gets the bytes when all of them are there.
 */
export class AtomicFile {
  readonly path: string
  readonly temporary: string
  /** What dead processes had left beside it, and is gone now. */
  readonly leftovers: readonly string[]
  readonly #target: Target
  readonly #descriptor: number
  #open = true
  #syncing: Promise<void> | undefined

  /** @throws {LeitongError} `OUTPUT_WRITE` */
  constructor(path: string) {
    this.path = path
    this.#target = this.#try(() => targetOf(path))
    const { place, isStream, before } = this.#target
    const folder = isStream ? tmpdir() : dirname(place)
    this.temporary = temporaryBeside(place, folder)
    this.leftovers = isStream ? [] : removeLeftovers(place)
    this.#descriptor = this.#try(() => openSync(this.temporary, 'wx', before ? 0o600 : 0o666))
    track(this.temporary)
    if (before && !isStream) keepRights(this.#descriptor, before)
  }

  write(bytes: Uint8Array | string): void {
    this.#writeTo(this.#descriptor, typeof bytes === 'string' ? Buffer.from(bytes) : bytes)
  }

  /**
   * Has the system begin to put on disk what was written so far, while more is written, so that less is left to wait for at the end.
   * The one before it is waited for; a failure is told by it or by {@link settle}.
   */
  async beginSync(): Promise<void> {
    await this.settle()
    this.#syncing = datasync(this.#descriptor)
    // It is asked for its outcome later.
    this.#syncing.catch(() => {})
  }

  /** Waits for what {@link beginSync} began. */
  async settle(): Promise<void> {
    const syncing = this.#syncing
    this.#syncing = undefined
    try {
      await syncing
    } catch (error) {
      this.#try(() => {
        throw error
      })
    }
  }

  #writeTo(descriptor: number, bytes: Uint8Array): void {
    this.#try(() => writeFully(descriptor, bytes))
  }

  /** Syncs the file; it still has its temporary name. */
  finish(): void {
    if (!this.#open) return
    this.#try(() => fsyncSync(this.#descriptor))
    closeSync(this.#descriptor)
    this.#open = false
  }

  /** Whether the bytes go to a device, a pipe or an open descriptor, from which nothing can be taken back. */
  get isStream(): boolean {
    return this.#target.isStream
  }

  /** Gives the finished file its name, or its bytes to the stream. */
  commit(): void {
    this.finish()
    const { place, isStream } = this.#target
    if (isStream) {
      changed(this.path)
      this.#pour()
      forget(this.temporary)
      return
    }
    this.#try(() => renameSync(this.temporary, place))
    release(this.temporary)
    changed(this.path)
    syncFolder(dirname(place))
  }

  /** As {@link commit}; a named pipe may wait for its reader, which holds up nothing else. */
  async give(): Promise<void> {
    if (!isNamedPipe(this.path, this.#target.before)) return this.commit()
    this.finish()
    changed(this.path)
    try {
      await pipeline(createReadStream(this.temporary), await pipeWriter(this.path))
    } catch (error) {
      this.#try(() => {
        throw error
      })
    }
    forget(this.temporary)
  }

  #pour(): void {
    const { descriptor } = this.#target
    const from = openSync(this.temporary, 'r')
    let to: number | undefined
    try {
      to = descriptor ?? this.#try(() => openSync(this.path, 'w'))
      const block = Buffer.allocUnsafe(1 << 16)
      for (let read = readSync(from, block); read; read = readSync(from, block)) this.#writeTo(to, block.subarray(0, read))
    } finally {
      if (to !== undefined && descriptor === undefined) closeSync(to)
      closeSync(from)
    }
  }

  discard(): void {
    if (this.#open) closeSync(this.#descriptor)
    this.#open = false
    forget(this.temporary)
  }

  #try<Result>(action: () => Result): Result {
    try {
      return action()
    } catch (error) {
      // The temporary name says nothing to one who named the file.
      throw new LeitongError('OUTPUT_WRITE', this.path, (error as Error).message.replace(/, \w+ '.*$/s, ''))
    }
  }
}

/**
 * Writes a whole file in the place of another.
 *
 * @throws {LeitongError} `OUTPUT_WRITE`
 */
export function replaceFile(path: string, content: Uint8Array | string): void {
  const file = new AtomicFile(path)
  try {
    file.write(content)
    file.commit()
  } finally {
    // Nothing is left to discard of a file that has its name.
    file.discard()
  }
}

/** The owner only where we may say so. */
function keepRights(descriptor: number, { uid, gid, mode }: Stats): void {
  try {
    fchownSync(descriptor, uid, gid)
  } catch {
    // Then it is ours.
  }
  fchmodSync(descriptor, mode & 0o777)
}

/** A rename is lasting once its folder is synced; systems that cannot do that lose nothing else. */
function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r')
    fsyncSync(descriptor)
    closeSync(descriptor)
  } catch {
    // Not every file system lets a folder be opened.
  }
}
