/** Objects: files that a store keeps and hands over in ranges of bytes. */
import { LeitongError } from '../../errors.js'

/** What a store says of an object. */
export interface ObjectState {
  /** Bytes; undefined where the store does not say. */
  readonly size: number | undefined
  /** Changes with the content; undefined where the store has nothing of the kind. */
  readonly version: string | undefined
  /** Whether ranges of it can be asked for. */
  readonly inRanges: boolean
}

/** An object of a listing. */
export interface ListedObject {
  readonly url: string
  /** Where the listing tells it. */
  readonly state?: ObjectState
}

/** A kind of URL. Each is one file on this shelf. */
export interface ObjectStore {
  readonly schemes: readonly string[]
  /** The URL as it may be shown: without what opens it. */
  nameOf(url: string): string
  /**
   * @param signal  ends the request
   * @throws {ObjectFault}
   */
  stateOf(url: string, signal?: AbortSignal): Promise<ObjectState>
  /**
   * The bytes from `from` up to `to`, or all that there are; perhaps fewer, where the connection breaks.
   *
   * @param signal  ends the request, also while it waits for bytes
   * @throws {ObjectFault}
   */
  read(url: string, state: ObjectState, from: number, to: number | undefined, signal?: AbortSignal): AsyncIterable<Uint8Array>
  /**
   * All objects whose URL begins so, in the order of their names; undefined for stores that cannot tell.
   *
   * @throws {ObjectFault}
   */
  readonly list?: (prefix: string) => AsyncIterable<ListedObject>
  /** Sends a file whole, or not at all; undefined for stores that are read alone. */
  readonly send?: (path: string, url: string) => Promise<void>
  /** Sees that objects may be written there. */
  readonly requireWritable?: (url: string) => Promise<void>
}

/** `broken` may go better the next time; the others do not. */
type FaultKind = 'missing' | 'changed' | 'refused' | 'broken'

/** What went wrong with an object, without its URL and without anything that opens it. */
export class ObjectFault extends Error {
  readonly kind: FaultKind
  /** Milliseconds to wait before the next try, where the store says so. */
  readonly wait: number | undefined

  constructor(kind: FaultKind, message: string, wait?: number) {
    super(message)
    this.kind = kind
    this.wait = wait
  }
}

/** A fault as an error that a user sees; anything else as it is. */
export function errorOf(fault: unknown, name: string): unknown {
  if (!(fault instanceof ObjectFault)) return fault
  if (fault.kind === 'missing') return new LeitongError('SOURCE_MISSING', name, 'the store has no such object')
  if (fault.kind === 'changed') return new LeitongError('SOURCE_CHANGED', name)
  return new LeitongError('SOURCE_READ', name, fault.message)
}

/** The fault that a status of HTTP stands for. */
export function faultOfStatus(status: number, said = '', wait?: number): ObjectFault {
  const answer = `the server answered ${status}${said && ` ${said}`}`
  if (status === 404 || status === 410) return new ObjectFault('missing', answer)
  if (status === 412) return new ObjectFault('changed', answer)
  if (status === 408 || status === 425 || status === 429 || status >= 500) return new ObjectFault('broken', answer, wait)
  return new ObjectFault('refused', answer)
}

/** Sees that bytes are of the state that was seen first, where it had a mark. @throws {ObjectFault} */
export function requireSame(before: ObjectState, now: ObjectState): void {
  if (
    (before.version !== undefined && before.version !== now.version) ||
    (before.size !== undefined && now.size !== undefined && before.size !== now.size)
  )
    throw new ObjectFault('changed', '')
}
