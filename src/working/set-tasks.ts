/** Feature sets, collected once in shared memory and measured there as often as pairs ask for them. */
import { containment, jaccard, type Measure, measure } from '../comparing/measures.js'
import { isSimilar } from '../comparing/similar.js'
import { unreachable } from '../errors.js'
import { sharedMemory } from '../hashing/shared.js'
import { withRoom } from '../hashing/typed-list.js'
import type { KernelExports } from '../kernel/exports.js'
import { featureBytes, sharedFeaturesOf } from '../kernel/feature-set.js'
import { isSignatureMeasure } from '../methods/derive.js'
import { requireNoRowMeasure } from '../methods/refusals.js'
import type { Options } from '../options/options.js'
import { isPlainLines, type RecordReader } from '../reading/records.js'
import { featureSet, isCounted } from '../signing/feature-sets.js'
import type { Fingerprinter } from '../signing/fingerprinter.js'
import { isUtf8 } from '../sources/formats/utf8.js'
import type { CollectedSets, CollectTask, CompareTask, MeasuredPairs } from './tasks.js'

/** Bytes of sets that a task has room for at first: those of about as many bytes of text as a task has. */
const ROOM = 2 << 20

function exactMeasure({ measure: by }: Options): Measure {
  requireNoRowMeasure(by, 'a pair of texts has none')
  return isSignatureMeasure(by) ? unreachable(`the measure ${by} is of signatures`) : by
}

/** @param reader  of the thread that runs the task */
export function collectTask(task: CollectTask, signer: Fingerprinter, reader: RecordReader): CollectedSets {
  const by = exactMeasure(task.options)
  return collectLines(task, by, signer, reader) ?? collectEach(task, by, signer, reader)
}

/** Sets that the kernel makes of JSON lines, all at once; undefined where the records are others, or not all in sound UTF-8. */
function collectLines(task: CollectTask, by: Measure, signer: Fingerprinter, reader: RecordReader): CollectedSets | undefined {
  const records = { ...task, maxRecord: task.options.maxRecord }
  const { length } = task.places
  const count = length.length
  const ends = new Uint32Array(count)
  let total = 0
  for (let record = 0; record < count; record++) {
    total += length[record] as number
    ends[record] = total
  }
  if (isCounted(by) || !signer.takesLines || !signer.linesFit(total, count) || !task.files.every(isPlainLines)) return undefined
  const [fields = task.fields, ...others] = new Set(task.files.map((file) => file.fields ?? task.fields))
  if (others.length) return undefined
  const room = signer.reserveLines(total, fields)
  for (let record = 0; record < count; record++)
    reader.readInto(records, record, room.subarray(record ? ends[record - 1] : 0, ends[record]))
  if (!isUtf8(room)) return undefined
  const sets = new SetsBehindEachOther(count)
  for (let record = 0; record < count; ) {
    const { next, sizes, bytes } = signer.lineSets(ends, record)
    if (!record && next === count) return sets.finish(sizes, bytes)
    sets.add(sizes, bytes)
    record = next
    // What the kernel stops at twice is decoded here.
    if (sizes.length || record === count) continue
    const made = featureSet(signer, reader.textAt(records, record), by)
    sets.add([made.size], made.bytes)
    record++
  }
  return sets.finish([], NOTHING)
}

const NOTHING = new Uint8Array()

/** Sets without counts, as a task hands them on. */
class SetsBehindEachOther {
  readonly #starts: Float64Array<ArrayBuffer>
  readonly #sizes: Uint32Array<ArrayBuffer>
  readonly #parts: Uint8Array[] = []
  #count = 0
  #length = 0

  constructor(count: number) {
    this.#starts = new Float64Array(count)
    this.#sizes = new Uint32Array(count)
  }

  /** @param bytes  copied here */
  add(sizes: ArrayLike<number>, bytes: Uint8Array): void {
    this.#place(sizes)
    this.#parts.push(bytes.slice())
  }

  #place(sizes: ArrayLike<number>): void {
    for (let i = 0; i < sizes.length; i++) {
      this.#starts[this.#count] = this.#length
      this.#sizes[this.#count++] = sizes[i] as number
      this.#length += (sizes[i] as number) * featureBytes(false)
    }
  }

  /** Adds the last ones; they are copied once. */
  finish(sizes: ArrayLike<number>, last: Uint8Array): CollectedSets {
    this.#place(sizes)
    const bytes = new Uint8Array(sharedMemory(this.#length))
    let at = 0
    for (const part of [...this.#parts, last]) {
      bytes.set(part, at)
      at += part.length
    }
    return { bytes, starts: this.#starts, sizes: this.#sizes, totals: new Float64Array(), squares: new Float64Array() }
  }
}

/** Sets one by one, from records of any kind. */
function collectEach(task: CollectTask, by: Measure, signer: Fingerprinter, reader: RecordReader): CollectedSets {
  const counted = isCounted(by)
  const records = { ...task, maxRecord: task.options.maxRecord }
  const count = task.places.file.length
  const starts = new Float64Array(count)
  const sizes = new Uint32Array(count)
  const [totals, squares] = [new Float64Array(counted ? count : 0), new Float64Array(counted ? count : 0)]
  let held = new Uint8Array(ROOM)
  let length = 0
  for (let record = 0; record < count; record++) {
    const made = featureSet(signer, reader.textAt(records, record), by)
    held = withRoom(held, length + made.bytes.length + 8)
    held.set(made.bytes, length)
    starts[record] = length
    sizes[record] = made.size
    if (counted) {
      totals[record] = made.total
      squares[record] = made.square
    }
    length += Math.ceil(made.bytes.length / 8) * 8
  }
  const bytes = new Uint8Array(sharedMemory(length))
  bytes.set(held.subarray(0, length))
  return { bytes, starts, sizes, totals, squares }
}

/** Measures pairs of sets; what their sizes alone rule out is not looked at. */
export function compareTask({ options, sets, pairs, exact }: CompareTask, kernel: KernelExports): MeasuredPairs {
  const by = exactMeasure(options)
  const counted = isCounted(by)
  const { threshold } = options
  const { chunks, chunkOf, starts, sizes, totals, squares } = sets
  const each = featureBytes(counted)
  const bytesOf = (position: number) => (sizes[position] as number) * each
  const setOf = (position: number) => {
    const start = starts[position] as number
    const chunk = chunks[chunkOf[position] as number] as Uint8Array
    return { size: sizes[position] as number, bytes: chunk.subarray(start, start + bytesOf(position)) }
  }
  const wants = (a: number, b: number) => {
    if (exact || by !== 'jaccard') return true
    const [left, right] = [sizes[a] as number, sizes[b] as number]
    return !left || !right || isSimilar(Math.min(left, right) / Math.max(left, right), threshold)
  }
  let longest = 0
  for (let i = 0; i < sizes.length; i++) longest = Math.max(longest, bytesOf(i))
  // A loop of its own: Node 22 has lost what a function called from inside the other loop wrote into an array, from some pair on.
  const { shared, sharedTotal, dot } = sharedFeaturesOf(kernel, { setOf, longest, counted }, pairs, wants)
  const similarity = new Float64Array(pairs.length / 2).fill(Number.NaN)
  for (let pair = 0; pair < similarity.length; pair++) {
    const both = shared[pair] as number
    if (Number.isNaN(both)) continue
    const [a, b] = [pairs[2 * pair] as number, pairs[2 * pair + 1] as number]
    const [left, right] = [sizes[a] as number, sizes[b] as number]
    similarity[pair] = counted
      ? measure(
          {
            left,
            right,
            shared: both,
            leftTotal: totals[a] as number,
            rightTotal: totals[b] as number,
            sharedTotal: sharedTotal[pair] as number,
            leftSquare: squares[a] as number,
            rightSquare: squares[b] as number,
            dot: dot[pair] as number,
          },
          by,
        )
      : by === 'jaccard'
        ? jaccard(left, right, both)
        : containment(left, right, both)
  }
  return { similarity, allowed: new Uint8Array(pairs.length / 2).fill(1) }
}
