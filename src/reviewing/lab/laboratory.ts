/** The pairs below and above the threshold of a review, so that it can be chosen by what it does: found by one more run, at a lower threshold. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LeitongError } from '../../errors.js'
import { withRoom } from '../../hashing/typed-list.js'
import { runBatch } from '../../jobs/dedupe/dedupe.js'
import { pairsOf } from '../../jobs/dedupe/pairs/pairs.js'
import { besideOf } from '../../jobs/dedupe/reporting/page.js'
import { contentDigest } from '../../reading/decisions/content-digest.js'
import { type Payload, PayloadReader, PayloadWriter } from '../files.js'
import { batchOf, payloadOf } from '../run.js'
import type { WorkHooks } from '../work/kinds.js'

/** Pairs that are held; a set with more of them is not judged by eye. */
const MOST_PAIRS = 4_000_000
/** How far below the threshold pairs are looked for, and never below. */
const BELOW = 0.3
const LEAST = 0.1
/** Documents that are read at once. */
const BATCH = 128

export interface LabHead {
  readonly at: string
  /** Pairs below it were not looked for. */
  readonly floor: number
  readonly threshold: number
  readonly documents: number
  readonly groupBy: 'star' | 'components'
  /** Pairs beyond what is held. */
  readonly leftOut: number
}

/** Pairs by places of documents; documents stand in the order in which they are preferred, pairs by their second one, then the first. */
export interface LabPairs {
  readonly first: Uint32Array
  readonly second: Uint32Array
  readonly similarity: Float32Array
}

export interface Lab extends LabPairs {
  readonly head: LabHead
  /** Of each document. */
  readonly digests: readonly string[]
  payload(place: number): Payload
  close(): void
}

/**
 * Looks for pairs and writes them into a folder, which is made.
 *
 * @param threshold  of the review
 * @throws {LeitongError} as a batch does
 */
export async function makeLab(
  source: readonly string[],
  given: Readonly<Record<string, unknown>>,
  folder: string,
  threshold: number,
  { progress }: WorkHooks = {},
): Promise<void> {
  const floor = Math.min(threshold, Math.max(LEAST, Math.round((threshold - BELOW) * 100) / 100))
  const { inputs, options } = await batchOf(source, { ...given, threshold: floor })
  const run = await runBatch(inputs, options, 'all', progress ? { progress } : {})
  const temporary = partOfLab(folder)
  try {
    const { context, decisions } = run
    let [first, second, similarity] = [new Uint32Array(1024), new Uint32Array(1024), new Float64Array(1024)]
    let [count, leftOut] = [0, 0]
    const node = (document: number) => {
      const own = decisions.nodeOf(decisions.copies.first[document] as number)
      return own === NO_NODE ? document : own
    }
    // Documents in the order in which they are preferred.
    const used = new Set<number>()
    for (const pair of pairsOf(decisions, options.maxCopies)) {
      if (pair.similarity === undefined) continue
      if (count === MOST_PAIRS) {
        leftOut++
        continue
      }
      first = withRoom(first, count + 1)
      second = withRoom(second, count + 1)
      similarity = withRoom(similarity, count + 1)
      first[count] = pair.a
      second[count] = pair.b
      similarity[count++] = pair.similarity
      used.add(pair.a).add(pair.b)
      if (count % 65_536 === 0) await context.pause()
    }
    const documents = Uint32Array.from(used).sort((a, b) => node(a) - node(b) || a - b)
    const placeOf = new Map(Array.from(documents, (document, place) => [document, place] as const))
    const order = Uint32Array.from({ length: count }, (_, i) => i)
    for (let i = 0; i < count; i++) {
      const [a, b] = [placeOf.get(first[i] as number) as number, placeOf.get(second[i] as number) as number]
      first[i] = Math.min(a, b)
      second[i] = Math.max(a, b)
    }
    order.sort((x, y) => (second[x] as number) - (second[y] as number) || (first[x] as number) - (first[y] as number))
    rmSync(temporary, { recursive: true, force: true })
    mkdirSync(temporary, { recursive: true, mode: 0o700 })
    using writer = new PayloadWriter(temporary)
    const beside = besideOf(context)
    const digests: string[] = []
    for (let from = 0; from < documents.length; from += BATCH) {
      const some = Array.from(documents.subarray(from, from + BATCH))
      for (const [i, read] of context.textsOf(some).entries()) {
        digests.push(contentDigest(read))
        writer.add(payloadOf(context, some[i] as number, read, beside))
      }
      await context.pause()
      progress?.('write', digests.length, documents.length)
    }
    writer.close()
    const write = (name: string, column: Uint32Array | Float32Array | Float64Array) =>
      writeFileSync(join(temporary, `${name}.bin`), new Uint8Array(column.buffer, column.byteOffset, column.byteLength))
    write(
      'first',
      order.map((i) => first[i] as number),
    )
    write(
      'second',
      order.map((i) => second[i] as number),
    )
    write(
      'similarity',
      Float32Array.from(order, (i) => similarity[i] as number),
    )
    write('payloads', Float64Array.from(writer.ends))
    writeFileSync(join(temporary, 'digests'), digests.join('\n'))
    const head: LabHead = {
      at: new Date().toISOString(),
      floor,
      threshold,
      documents: context.documents.count,
      groupBy: options.groupBy,
      leftOut: leftOut + run.unpaired,
    }
    writeFileSync(join(temporary, 'head.json'), JSON.stringify(head))
    rmSync(folder, { recursive: true, force: true })
    renameSync(temporary, folder)
  } finally {
    await run.context.close()
    rmSync(temporary, { recursive: true, force: true })
  }
}

/** A laboratory that is not whole yet. */
export const partOfLab = (folder: string): string => `${folder}.new`

/** The node of documents that no other one is a candidate for. */
const NO_NODE = 0xffffffff

/** @throws {LeitongError} `SOURCE_READ` */
export function openLab(folder: string): Lab {
  try {
    const bytes = (name: string) => {
      const { buffer, byteOffset, length } = readFileSync(join(folder, name))
      return buffer.slice(byteOffset, byteOffset + length) as ArrayBuffer
    }
    const payloads = new Float64Array(bytes('payloads.bin'))
    const reader = new PayloadReader(folder, { payloads })
    return {
      head: JSON.parse(readFileSync(join(folder, 'head.json'), 'utf8')) as LabHead,
      first: new Uint32Array(bytes('first.bin')),
      second: new Uint32Array(bytes('second.bin')),
      similarity: new Float32Array(bytes('similarity.bin')),
      digests: readFileSync(join(folder, 'digests'), 'utf8').split('\n').filter(Boolean),
      payload: (place) => reader.get(place),
      close: () => reader.close(),
    }
  } catch (error) {
    throw new LeitongError('SOURCE_READ', folder, (error as Error).message)
  }
}
