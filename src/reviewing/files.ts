/** The files of a run: columns as typed arrays, and what is shown of members as JSON, one behind the other. */
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, readSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { plain } from '../comparing/spellings.js'
import { LeitongError } from '../errors.js'

/** What a run says of its groups and members; members of one group stand behind each other, the kept one first. */
export interface RunColumns {
  /** Where the members of each group begin, and the end of the last. */
  readonly starts: Uint32Array
  readonly risk: Float32Array
  readonly low: Float32Array
  readonly high: Float32Array
  readonly marks: Uint8Array
  /** Code points of the longest member. */
  readonly length: Uint32Array
  /** The time of the reference in milliseconds since 1970; NaN where it has none. */
  readonly time: Float64Array
  /** The file of the reference, by its number in the head. */
  readonly source: Uint32Array
  /** Of each member, to the reference. */
  readonly similarity: Float32Array
  /** Four words of each member. */
  readonly digests: Uint32Array
  /** Where each member begins in the file of payloads, and the end of the last. */
  readonly payloads: Float64Array
}

const KINDS = {
  starts: Uint32Array,
  risk: Float32Array,
  low: Float32Array,
  high: Float32Array,
  marks: Uint8Array,
  length: Uint32Array,
  time: Float64Array,
  source: Uint32Array,
  similarity: Float32Array,
  digests: Uint32Array,
  payloads: Float64Array,
} as const

/** The head of a run. */
export interface RunHead {
  readonly at: string
  readonly documents: number
  readonly groups: number
  readonly members: number
  readonly sources: readonly string[]
  readonly ids: readonly string[]
  readonly threshold: number
  /** As `--json` prints it. */
  readonly summary: Readonly<Record<string, unknown>>
  /** The field that says the time of a record; undefined: none does. */
  readonly timeField?: string
  /** Passages that were left out of the texts; undefined: none. */
  readonly leftOut?: number
  /** The run before, so that the effect of a change can be told. */
  readonly before?: RunFigures
}

/** A run in numbers. */
export interface RunFigures {
  readonly at: string
  readonly documents: number
  readonly groups: number
  /** Documents in groups. */
  readonly members: number
  readonly threshold: number
  /** Passages that were left out of the texts. */
  readonly leftOut: number
}

export const figuresOf = ({ at, documents, groups, members, threshold, leftOut = 0 }: RunHead): RunFigures => ({
  at,
  documents,
  groups,
  members,
  threshold,
  leftOut,
})

/** What is shown of a member. */
export interface Payload {
  /** The id as JSON. */
  readonly id: string
  readonly title: string
  readonly text: string
  readonly fields?: readonly (readonly [name: string, value: string])[]
  /** Fields that were asked for beside the text, as `withFields` names them. */
  readonly extra?: readonly (readonly [name: string, value: string])[]
  /** The name of a person. */
  readonly person?: string
  readonly contributions?: readonly object[]
}

export function writeRun(folder: string, head: RunHead, columns: RunColumns): void {
  for (const [name, column] of Object.entries(columns))
    writeFileSync(join(folder, `${name}.bin`), new Uint8Array(column.buffer, column.byteOffset, column.byteLength))
  writeFileSync(join(folder, 'head.json'), JSON.stringify(head))
}

/** @throws {LeitongError} `SOURCE_READ` */
export function readRun(folder: string): { readonly head: RunHead; readonly columns: RunColumns } {
  try {
    const read = (name: string) => readFileSync(join(folder, name))
    const head = JSON.parse(read('head.json').toString()) as RunHead
    const columns = Object.fromEntries(
      Object.entries(KINDS).map(([name, Kind]) => {
        // Runs of before there was a facet of time.
        if (name === 'time' && !existsSync(join(folder, 'time.bin'))) return [name, new Float64Array(head.groups).fill(Number.NaN)]
        const bytes = read(`${name}.bin`)
        // Runs of before there could be more files than 65 535.
        if (name === 'source' && bytes.length === 2 * head.groups)
          return [name, Uint32Array.from({ length: head.groups }, (_, group) => bytes.readUInt16LE(2 * group))]
        return [name, new Kind(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer)]
      }),
    )
    return { head, columns: columns as unknown as RunColumns }
  } catch (error) {
    throw new LeitongError('SOURCE_READ', folder, (error as Error).message)
  }
}

/** Bytes that are written at once. */
const BLOCK = 1 << 20

/** Payloads as they are written; beside them, in lower case, what a search looks through. */
export class PayloadWriter {
  /** Of payloads, and of what is searched. */
  readonly #files: number[] = []
  readonly ends: number[] = [0]
  #waiting: [payload: Buffer[], searched: Buffer[]] = [[], []]
  #held = 0

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    for (const name of ['payloads', 'searched']) this.#files.push(openSync(join(folder, name), 'w', 0o600))
  }

  add(payload: Payload): void {
    const bytes = Buffer.from(JSON.stringify(payload))
    const fields = [...(payload.fields ?? []), ...(payload.extra ?? [])].map(([, value]) => value).join('\n')
    const words = `${payload.id}\n${payload.title}\n${payload.text}\n${fields}\n${payload.person ?? ''}`
    this.ends.push((this.ends.at(-1) as number) + bytes.length)
    this.#waiting[0].push(bytes)
    this.#waiting[1].push(Buffer.from(`${folded(words).replaceAll('\u0000', ' ')}\u0000`))
    this.#held += bytes.length
    if (this.#held >= BLOCK) this.#flush()
  }

  #flush(): void {
    for (const [i, file] of this.#files.entries()) {
      const bytes = Buffer.concat(this.#waiting[i] as Buffer[])
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
    }
    this.#waiting = [[], []]
    this.#held = 0
  }

  /** Writes what is still held. */
  close(): void {
    this.#flush()
    this[Symbol.dispose]()
  }

  /** Closes the files as they are, after a failure. */
  [Symbol.dispose](): void {
    for (const file of this.#files.splice(0)) closeSync(file)
  }
}

/** A text as a search sees it: case and width make no difference. */
export const folded = plain

/** Reads payloads back. */
export class PayloadReader {
  /** Undefined once it is closed: another file may have its number by then. */
  #file: number | undefined
  readonly #columns: Pick<RunColumns, 'payloads'>

  constructor(folder: string, columns: Pick<RunColumns, 'payloads'>) {
    this.#file = openSync(join(folder, 'payloads'), 'r')
    this.#columns = columns
  }

  /** @throws {LeitongError} `SERVICE_CONFLICT` once it is closed, `SOURCE_READ` */
  get(member: number): Payload {
    if (this.#file === undefined) throw new LeitongError('SERVICE_CONFLICT', 'the review was run again meanwhile')
    const { payloads } = this.#columns
    const [from, to] = [payloads[member] as number, payloads[member + 1] as number]
    const bytes = Buffer.allocUnsafe(to - from)
    for (let at = 0; at < bytes.length; ) {
      const read = readSync(this.#file, bytes, at, bytes.length - at, from + at)
      if (!read) throw new LeitongError('SOURCE_READ', 'the texts of a review', 'the file has become shorter')
      at += read
    }
    return JSON.parse(bytes.toString()) as Payload
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }
}
