/** Passages that are left out of every text before it is signed and measured: boilerplate that says nothing of what a text is. */
import { LeitongError } from '../errors.js'
import { identify } from '../tokenizing/lexicon.js'
import { type LeftOut, type NamedText, shelveLeftOut } from './lexicons.js'

/** The passages of files; undefined when there are none in them. */
export function readIgnored(files: readonly NamedText[]): LeftOut | undefined {
  const passages = [...new Set(files.flatMap(({ name, text }) => passagesOf(name, text)))].sort()
  return passages.length ? new Ignored(passages) : undefined
}

/**
 * Passages that an index holds, as the option `ignore` takes them: by a name that stands for them in this thread.
 *
 * @param passages  at least one, none of them empty
 */
export function holdIgnored(passages: readonly string[]): string[] {
  const held = new Ignored(passages)
  const name = `passages ${held.name} of an index`
  shelveLeftOut(name, held)
  return [name]
}

/** A file of JSON lines has a passage in the `text` of each; any other text is one passage. */
function passagesOf(name: string, content: string): string[] {
  if (!/\.(jsonl|ndjson)$/i.test(name)) return content.trim() ? [content.trim()] : []
  return content.split('\n').flatMap((line, i) => (line.trim() ? [passageOf(line, `${name}:${i + 1}`)] : []))
}

function passageOf(line: string, place: string): string {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (error) {
    throw new LeitongError('SOURCE_READ', place, (error as Error).message)
  }
  const { text } = (typeof value === 'object' && value !== null ? value : {}) as { readonly text?: unknown }
  if (typeof text !== 'string' || !text) throw new LeitongError('SOURCE_READ', place, 'it has no "text" with a passage to leave out')
  return text
}

/** Units of a passage that are hashed at each place of a text, at most. */
const LONGEST_WINDOW = 32
const BASE = 0x01000193
/** Bits that tell in most places that no passage begins there. */
const FILTER = 1 << 16

/** Cuts out every place at which one of some passages stands whole; places that overlap go together. */
export class Ignored implements LeftOut {
  readonly name: string
  readonly passages: readonly string[]
  readonly #byHash = new Map<number, string[]>()
  readonly #filter = new Uint8Array(FILTER)
  /** UTF-16 units that are hashed: those of the shortest passage, if it is no longer. */
  readonly #window: number
  /** What the first unit of a window counts in its hash. */
  readonly #first: number

  /** @param passages  none of them empty, at least one */
  constructor(passages: readonly string[]) {
    this.passages = passages
    this.name = identify(new TextEncoder().encode(JSON.stringify(passages))).slice(0, 16)
    const window = Math.min(LONGEST_WINDOW, ...passages.map(({ length }) => length))
    let first = 1
    for (let i = 1; i < window; i++) first = Math.imul(first, BASE)
    this.#window = window
    this.#first = first
    for (const passage of new Set(passages)) {
      const hash = hashOf(passage, window)
      this.#filter[bucketOf(hash)] = 1
      const known = this.#byHash.get(hash)
      if (known) known.push(passage)
      else this.#byHash.set(hash, [passage])
    }
    // The first that stands at a place is the longest then.
    for (const alike of this.#byHash.values()) alike.sort((a, b) => b.length - a.length)
  }

  /**
   * A text without the passages, and all else as it was; empty where nothing but white space is left.
   *
   * @param given  a text, or its bytes in UTF-8
   *
   * @example new Ignored(['b']).cut('abc') // { text: 'ac', ignored: 1 }
   */
  cut(given: string | Uint8Array): { readonly text: string; readonly ignored: number } {
    const text = typeof given === 'string' ? given : decoder.decode(given)
    let rest = ''
    let ignored = 0
    /** Up to here everything is in `rest`, or left out. */
    let done = 0
    for (const [start, end] of this.#stretches(text)) {
      rest += text.slice(done, start)
      ignored += countOf(text, start, end)
      done = end
    }
    if (!done) return { text, ignored: 0 }
    rest += text.slice(done)
    return { text: rest.trim() ? rest : '', ignored }
  }

  /** What is left out: start and end in UTF-16 units, ascending, apart from each other. */
  #stretches(text: string): [start: number, end: number][] {
    const window = this.#window
    const stretches: [number, number][] = []
    if (text.length < window) return stretches
    let hash = hashOf(text, window)
    for (let at = 0; ; at++) {
      if (this.#filter[bucketOf(hash)]) {
        const passage = this.#byHash
          .get(hash)
          ?.find((one) => text.startsWith(one, at) && !splits(text, at) && !splits(text, at + one.length))
        const last = stretches.at(-1)
        if (passage !== undefined) {
          if (last && at <= last[1]) last[1] = Math.max(last[1], at + passage.length)
          else stretches.push([at, at + passage.length])
        }
      }
      if (at + window >= text.length) return stretches
      hash = (Math.imul(hash - Math.imul(text.charCodeAt(at), this.#first), BASE) + text.charCodeAt(at + window)) | 0
    }
  }
}

function hashOf(text: string, length: number): number {
  let hash = 0
  for (let i = 0; i < length; i++) hash = (Math.imul(hash, BASE) + text.charCodeAt(i)) | 0
  return hash
}

const bucketOf = (hash: number) => (hash ^ (hash >>> 16)) & (FILTER - 1)

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

const isHigh = (unit: number) => unit >= 0xd800 && unit < 0xdc00
const isLow = (unit: number) => unit >= 0xdc00 && unit < 0xe000

/** Whether a place is inside a character. */
const splits = (text: string, at: number) => at > 0 && isLow(text.charCodeAt(at)) && isHigh(text.charCodeAt(at - 1))

function countOf(text: string, start: number, end: number): number {
  let count = end - start
  for (let i = start + 1; i < end; i++) if (splits(text, i)) count--
  return count
}
