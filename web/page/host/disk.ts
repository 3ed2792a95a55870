/** What src/reading/disk.ts has from Node: here files are blobs that were handed over under their paths. */
import { FileBytes, Held } from './file-bytes.js'

const files: FileBytes[] = []
const numbers = new Map<string, number>()

/**
 * From now on these paths lead to these blobs, and no others to anything.
 *
 * @param room  bytes that may be held of them
 */
export function hold(blobs: readonly (readonly [path: string, file: Blob])[], room: number): void {
  const held = new Held(room)
  files.length = 0
  numbers.clear()
  for (const [path, blob] of blobs) numbers.set(path, files.push(new FileBytes(blob, held)) - 1)
}

export function openFile(path: string): number {
  const number = numbers.get(path)
  if (number === undefined) throw new Error(`${path} is not here`)
  return number
}

export const closeFile = (_descriptor: number): void => {}

const bytesOf = (descriptor: number) => files[descriptor] as FileBytes

export const fileOf = (path: string): FileBytes => bytesOf(openFile(path))

export const readFully = (descriptor: number, into: Uint8Array, position: number): number => bytesOf(descriptor).readInto(into, position)

export const sizeOf = (path: string): number => fileOf(path).size

export function readWhole(path: string): Uint8Array {
  const bytes = fileOf(path)
  return bytes.read(0, bytes.size)
}

export const unfilled = (bytes: number): Uint8Array<ArrayBuffer> => new Uint8Array(bytes)
