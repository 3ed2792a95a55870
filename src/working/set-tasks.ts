/** Feature sets, collected once in shared memory and measured there as often as pairs ask for them. */
import { type Measure, measure } from '../comparing/measures.js'
import { isSimilar } from '../comparing/similar.js'
import { unreachable } from '../errors.js'
import type { KernelExports } from '../kernel/exports.js'
import { featureBytes, sharedFeaturesOf } from '../kernel/feature-set.js'
import type { Options } from '../options/options.js'
import { isSignatureMeasure, requireNoRowMeasure } from '../options/resolve.js'
import type { RecordReader } from '../reading/records.js'
import { featureSet, isCounted } from '../signing/feature-sets.js'
import type { Fingerprinter } from '../signing/fingerprinter.js'
import type { CollectedSets, CollectTask, CompareTask, MeasuredPairs } from './tasks.js'

const NONE = new Float64Array()

function exactMeasure({ measure: by }: Options): Measure {
  requireNoRowMeasure(by, 'a pair of texts has none')
  return isSignatureMeasure(by) ? unreachable(`the measure ${by} is of signatures`) : by
}

/** @param reader  of the thread that runs the task */
export function collectTask(task: CollectTask, signer: Fingerprinter, reader: RecordReader): CollectedSets {
  const by = exactMeasure(task.options)
  const counted = isCounted(by)
  const records = { ...task, maxRecord: task.options.maxRecord }
  const sets = Array.from(task.places.file, (_, record) => featureSet(signer, reader.textAt(records, record), by))
  const starts = new Float64Array(sets.length)
  let length = 0
  sets.forEach(({ bytes }, i) => {
    starts[i] = length
    length += Math.ceil(bytes.length / 8) * 8
  })
  const bytes = new Uint8Array(new SharedArrayBuffer(length))
  sets.forEach((set, i) => {
    bytes.set(set.bytes, starts[i])
  })
  return {
    bytes,
    starts,
    sizes: Uint32Array.from(sets, ({ size }) => size),
    totals: counted ? Float64Array.from(sets, ({ total }) => total) : NONE.slice(),
    squares: counted ? Float64Array.from(sets, ({ square }) => square) : NONE.slice(),
  }
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
  const similarity = new Float64Array(pairs.length / 2).fill(Number.NaN)
  // One object for all pairs: this runs millions of times.
  const overlap = { left: 0, right: 0, shared: 0, leftTotal: 0, rightTotal: 0, sharedTotal: 0, leftSquare: 0, rightSquare: 0, dot: 0 }
  sharedFeaturesOf(kernel, { setOf, longest, counted }, pairs, wants, (pair, shared, sharedTotal, dot) => {
    const [a, b] = [pairs[2 * pair] as number, pairs[2 * pair + 1] as number]
    overlap.left = sizes[a] as number
    overlap.right = sizes[b] as number
    overlap.shared = shared
    overlap.sharedTotal = sharedTotal
    overlap.dot = dot
    overlap.leftTotal = counted ? (totals[a] as number) : overlap.left
    overlap.rightTotal = counted ? (totals[b] as number) : overlap.right
    overlap.leftSquare = counted ? (squares[a] as number) : overlap.left
    overlap.rightSquare = counted ? (squares[b] as number) : overlap.right
    similarity[pair] = measure(overlap, by)
  })
  return { similarity, allowed: new Uint8Array(pairs.length / 2).fill(1) }
}
