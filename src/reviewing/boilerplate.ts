/** Frequent passages of the source of a review: listed with counts, and left out of the next run where a person says so. */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { LeitongError } from '../errors.js'
import { documentsIn, textOfPassage } from '../jobs/passages/outputs.js'
import { runPassages } from '../jobs/passages/passages.js'
import { OF_SIMILARITY } from '../jobs/passages/similar-units.js'
import { methodOf } from '../methods/methods.js'
import { replaceFile } from '../writing/atomic-file.js'
import { appendSafely, wholeLines } from './append.js'
import { nameOfWho } from './asked.js'
import { batchOf } from './run.js'
import type { WorkHooks } from './work/kinds.js'

/** Passages that are listed. */
const MOST = 200
/** Characters of a passage, and documents that have it, more than; unless asked for otherwise. */
export const LEAST = 20
export const OVER = 10

/** Options that would ask for passages that are alike, and not equal. */
const SIMILARITY = new Set<string>(OF_SIMILARITY)

/** A passage of the source. */
export interface Frequent {
  /** Names its text. */
  readonly key: string
  /** Documents that have it. */
  readonly documents: number
  /** Characters (code points). */
  readonly length: number
  /** The id of the document where it stands first, as JSON. */
  readonly example: string
  readonly text: string
}

/** What a search found. */
export interface FrequentList {
  readonly at: string
  readonly least: number
  readonly over: number
  /** Documents that were searched. */
  readonly documents: number
  /** Passages in more than `over` documents; of more than are listed, those in the most documents. */
  readonly total: number
  readonly passages: readonly Frequent[]
}

/** A passage that is left out, and who said so. */
export interface LeftOut extends Omit<Frequent, 'example'> {
  readonly by: string
  readonly at: string
}

/**
 * Looks for passages that many documents have, and writes the list.
 *
 * @param path   for the list
 * @param least  characters of a passage, at least
 * @param over   documents that have it, more than this
 * @returns how many there are
 * @throws {LeitongError} `OPTION_CONFLICT` for rows; as reading does; `REPEATS_MEMORY`
 */
export async function findFrequent(
  source: readonly string[],
  given: Readonly<Record<string, unknown>>,
  path: string,
  { least, over }: { readonly least: number; readonly over: number },
  { progress }: WorkHooks = {},
): Promise<number> {
  const { inputs, options } = await batchOf(source, given)
  if (methodOf(options).reads === 'values' || inputs.some(({ row }) => row))
    throw new LeitongError('OPTION_CONFLICT', 'frequent passages are of texts: fields of rows are compared whole')
  // What says how alike documents are is nothing to a passage.
  const reading = Object.fromEntries(Object.entries(given).filter(([name]) => !SIMILARITY.has(name)))
  const run = await runPassages(
    { inputs, unit: 'characters', least },
    (await batchOf(source, reading)).options,
    progress ? { progress: (phase, done) => progress(phase, done, undefined) } : {},
  )
  try {
    const { ends, texts, count } = run.passages
    const documents = Uint32Array.from({ length: count }, (_, p) => documentsIn(texts, p ? (ends[p - 1] as number) : 0, ends[p] as number))
    const found = Array.from(documents.keys()).filter((p) => (documents[p] as number) > over)
    const lengths = run.passages.lengths
    found.sort((a, b) => (documents[b] as number) - (documents[a] as number) || (lengths[b] as number) - (lengths[a] as number) || a - b)
    const passages = found.slice(0, MOST).map((p): Frequent => {
      const text = textOfPassage(run, p)
      const example = run.spool.ids[texts[p ? (ends[p - 1] as number) : 0] as number] as string
      return { key: keyOf(text), documents: documents[p] as number, length: [...text].length, example, text }
    })
    const list: FrequentList = { at: new Date().toISOString(), least, over, documents: run.texts, total: found.length, passages }
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    replaceFile(path, JSON.stringify(list))
    return found.length
  } finally {
    run.close()
  }
}

const keyOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** The passages that a review leaves out: what was said of them, one line for each time, and the file that runs are given. */
export class LeftOutPassages {
  readonly #log: string
  readonly #folder: string
  readonly #now = new Map<string, LeftOut>()

  /**
   * @param folder  of the review
   * @param own     for the file that runs are given, where another process has the review open
   * @throws {LeitongError} `SOURCE_READ`
   */
  constructor(folder: string, own?: string) {
    this.#log = join(folder, 'passages.jsonl')
    this.#folder = own ?? folder
    if (own !== undefined) mkdirSync(own, { recursive: true, mode: 0o700 })
    for (const line of wholeLines(this.#log, own === undefined).split('\n')) {
      if (!line) continue
      let said: { readonly on: boolean } & LeftOut
      try {
        said = JSON.parse(line) as typeof said
      } catch (error) {
        throw new LeitongError('SOURCE_READ', this.#log, (error as Error).message)
      }
      this.#take(said)
    }
    this.#write()
  }

  /** JSON lines with `text`, as `--ignore` of `dedupe` takes them. Its name is of what is in it: a process reads a file of one name once. */
  get path(): string {
    const name = keyOf([...this.#now.keys()].sort().join())
    return join(this.#folder, `ignored-${name}.jsonl`)
  }

  #write(): void {
    const own = this.#now.size ? basename(this.path) : undefined
    const there = readdirSync(this.#folder).filter((name) => /^ignored-.*\.jsonl$/.test(name))
    if (own !== undefined && !there.includes(own)) replaceFile(this.path, this.#lines())
    for (const name of there) if (name !== own) rmSync(join(this.#folder, name), { force: true })
  }

  #lines(): string {
    return this.all.map(({ documents, text }) => `${JSON.stringify({ documents, text })}\n`).join('')
  }

  #take({ on, ...one }: { readonly on: boolean } & LeftOut): void {
    if (on) this.#now.set(one.key, one)
    else this.#now.delete(one.key)
  }

  /** Those that the next run leaves out, in the order in which people said so. */
  get all(): readonly LeftOut[] {
    return [...this.#now.values()]
  }

  has(key: string): boolean {
    return this.#now.has(key)
  }

  /**
   * Leaves a passage out of the runs to come, or takes it in again.
   *
   * @throws {LeitongError} `OPTION_VALUE` without a name; `OUTPUT_WRITE`
   */
  set({ key, documents, length, text }: Omit<Frequent, 'example'>, on: boolean, by: string): void {
    nameOfWho(by)
    if (on === this.#now.has(key)) return
    const said = { on, key, documents, length, text, by, at: new Date().toISOString() }
    appendSafely(this.#log, `${JSON.stringify(said)}\n`)
    this.#take(said)
    this.#write()
  }

  /** The options of a run with the passages in them; without any, the options as they are. */
  in(options: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    if (!this.#now.size) return options
    const own = options['ignore']
    return { ...options, ignore: [...(own === undefined ? [] : [own].flat()), this.path] }
  }
}
