/** Digests of contents in a live index, and the decisions of a file, which is read again when it has changed. */
import { statSync } from 'node:fs'
import { Partners } from '../../../deciding/partners.js'
import { LeitongError } from '../../../errors.js'
import { textOfPayload } from '../../../methods/live/payload.js'
import { recordFromJson } from '../../../methods/rows/record-judge.js'
import { contentDigest } from '../../../reading/decisions/content-digest.js'
import { readDecisions } from '../../../reading/decisions/decisions-file.js'
import { rowFeatures } from '../../../sources/rows/row-features.js'
import type { StoredRecord } from '../../../stores/store.js'
import { type LiveDocument, ROW, textOf, VALUES } from '../document.js'
import type { LiveSetup } from '../settings.js'
import { type ContentDigest, type Deciding, digestBytes } from './deciding.js'

export class LiveDecisions implements Deciding {
  readonly keepsDigests: boolean
  partners: Partners | undefined
  readonly #setup: LiveSetup
  readonly #path: string | undefined
  /** What the file looked like when it was read. */
  #seen = ''
  #known: ReadonlyMap<string, unknown> = new Map()
  /** Contents of pairs that are new since {@link takeNew}; undefined: nothing is. */
  #new: Set<string> | undefined

  /**
   * @param path  of the file; undefined where the index only keeps digests
   * @throws {LeitongError} `SOURCE_READ`, `DECISIONS_FILE`
   */
  constructor(setup: LiveSetup, keepsDigests: boolean, path: string | undefined) {
    this.#setup = setup
    this.keepsDigests = keepsDigests
    this.#path = path
    this.refresh()
  }

  /** Reads the file again where it is another one than before. @throws {LeitongError} `SOURCE_READ`, `DECISIONS_FILE` */
  refresh(): void {
    if (this.#path === undefined) return
    const seen = lookOf(this.#path)
    if (seen === this.#seen) return
    this.partners = new Partners(readDecisions(this.#path))
    this.#seen = seen
    const names = this.partners.names()
    this.#new ??= new Set()
    for (const [name, contents] of names) if (!this.#known.has(name)) for (const content of contents) this.#new.add(content)
    this.#known = names
  }

  /** Contents of pairs that were decided since the last call; undefined where the file is as it was. */
  takeNew(): ReadonlySet<string> | undefined {
    const taken = this.#new
    this.#new = undefined
    return taken
  }

  /** Takes contents back that groups could not be brought in line with: they are still new. */
  putBack(contents: Iterable<string>): void {
    this.#new = new Set([...contents, ...(this.#new ?? [])])
  }

  digestOf(document: LiveDocument | string): ContentDigest {
    const hex = contentDigest(typeof document === 'string' ? { text: document } : this.#contentOf(document))
    return { bytes: digestBytes(hex), hex }
  }

  /** As a batch reads the same document. */
  #contentOf(document: LiveDocument): Parameters<typeof contentDigest>[0] {
    const { rows, options } = this.#setup
    if (rows) {
      const values = document[VALUES]
      return { text: '', row: rowFeatures(values ? Object.fromEntries(values) : document, values ? this.#namedPlan : rows.plan) }
    }
    const value = document[options.textField[0] as string]
    // A fingerprint that is a number.
    if (typeof value === 'number' || typeof value === 'bigint') return { text: String(value) }
    return { text: textOf(document, options), row: document[ROW] }
  }

  /** The plan for values that a source has read, which have the names under which fields are known. */
  get #namedPlan() {
    const { plan } = this.#setup.rows as NonNullable<LiveSetup['rows']>
    return { ...plan, fields: plan.fields.map((field) => ({ ...field, name: field.as ?? field.name })) }
  }

  digestOfRecord({ digest, payload }: Pick<StoredRecord, 'payload' | 'digest'>): string | undefined {
    if (digest) return Buffer.from(digest.buffer, digest.byteOffset, digest.length).toString('hex')
    if (this.#setup.payload !== 'text') return undefined
    const text = textOfPayload(payload)
    if (!this.#setup.rows) return contentDigest({ text })
    return contentDigest({ text: '', row: rowFeatures(Object.fromEntries(recordFromJson(text)), this.#namedPlan) })
  }
}

/** Another text, or another file in its place, looks otherwise. */
function lookOf(path: string): string {
  try {
    const { ino, size, mtimeMs } = statSync(path)
    return `${ino} ${size} ${mtimeMs}`
  } catch (error) {
    throw new LeitongError('SOURCE_READ', path, (error as Error).message)
  }
}
