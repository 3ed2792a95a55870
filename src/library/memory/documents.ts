/** Documents in memory: read once, signed as they come, and held with their texts to be measured. */
import { LeitongError } from '../../errors.js'
import type { Ranked } from '../../jobs/dedupe/ordering.js'
import { fieldsOf } from '../../methods/fields.js'
import { methodOf } from '../../methods/methods.js'
import { searchOf } from '../../methods/searches.js'
import { rankOf } from '../../options/keep-rule.js'
import type { Options } from '../../options/options.js'
import { type DocumentInput, lineWriter, type Many } from '../../reading/document-line.js'
import { FieldSearch, namedFields } from '../../reading/named-fields.js'
import type { Selectors } from '../../reading/selectors.js'
import { tooLong } from '../../reading/too-long.js'
import { untilStopped } from '../../reading/until-aborted.js'
import type { TextFeatures } from '../../searching/containing/text-features.js'
import type { Postings } from '../../searching/rare.js'
import type { Fingerprinter } from '../../signing/fingerprinter.js'
import type { WeighableText } from '../../signing/weigher.js'
import { decodeJson, jsonRow } from '../../sources/formats/json-record.js'
import type { Rejected } from '../decided.js'
import type { RunHooks } from './hooks.js'
import { MemorySignatures } from './signatures.js'

const encoder = new TextEncoder()
/** The input in messages, as the command would name a file. */
const PLACE = 'the documents'

/** Documents that can be judged are numbered from 0, in their order; all documents by their position. */
export class MemoryDocuments implements Ranked {
  readonly options: Options
  readonly signer: Fingerprinter
  readonly signatures: MemorySignatures
  /** Under method `rare` only. */
  readonly postings: Postings | undefined
  /** Under method `features` only. */
  readonly features: TextFeatures | undefined
  /** All documents as they were handed over. */
  readonly originals: DocumentInput[] = []
  readonly rejects: Rejected[] = []
  readonly texts: WeighableText[] = []
  /** Bytes of the documents that can be judged, as lines of JSON. */
  bytes = 0
  readonly #positions: number[] = []
  readonly #ids: (string | undefined)[] = []
  readonly #lengths: number[] = []
  readonly #ranks: number[] = []

  constructor(options: Options) {
    this.options = options
    const method = methodOf(options)
    // Signatures that come with the records were refused before.
    this.signer = method.createSigner(options, 'search') as Fingerprinter
    this.signatures = new MemorySignatures(options)
    const { postings, features } = searchOf(options).collect(options, { bytes: options.memory })
    this.postings = postings
    this.features = features
  }

  /** Documents that can be judged. */
  get count(): number {
    return this.texts.length
  }

  /**
   * Reads and signs documents.
   *
   * @throws {LeitongError} `FIELD_MISSING`, `NOTHING_JUDGED`, `STRICT`
   */
  async read(documents: Many<DocumentInput>, selectors: Selectors | undefined, hooks: RunHooks): Promise<void> {
    const { options, rejects } = this
    const lineOf = lineWriter(options, selectors)
    const fields = fieldsOf(options)
    const search = new FieldSearch()
    search.want(namedFields(options, undefined))
    const row = new Uint8Array(this.signer.entryBytes)
    const rejectedLines: string[] = []
    for await (const document of untilStopped(documents, hooks.signal)) {
      hooks.signal?.throwIfAborted()
      const line = lineOf(document)
      // A line ends with a line feed.
      const bytes = encoder.encode(line).length + 1
      this.originals.push(document)
      const reason = bytes > options.maxRecord ? tooLong(bytes, options.maxRecord) : this.#take(decodeJson(line, fields), row)
      if (reason !== undefined) {
        rejects.push({ source: '', line: this.originals.length, reason })
        if (!search.isDone && bytes <= options.maxRecord) rejectedLines.push(line)
        continue
      }
      this.bytes += bytes
      if (!search.isDone) search.addRecord(jsonRow(line))
      hooks.onProgress?.('read', this.originals.length, undefined)
    }
    this.#check(search, rejectedLines)
  }

  /** Signs a document and holds it; the reason why it cannot be judged, where there is one. */
  #take(decoded: ReturnType<typeof decodeJson>, row: Uint8Array): string | undefined {
    if (!decoded) return 'the text is empty'
    if ('reason' in decoded) return decoded.reason
    const { postings, signer } = this
    try {
      signer.sampleEvery(postings?.sample ?? 1)
      const { length, grams } = signer.fingerprint(decoded, row)
      this.signatures.add(row)
      postings?.add(grams, Uint32Array.of(grams.length / 2))
      this.features?.add(grams, Uint32Array.of(grams.length / 2))
      this.#positions.push(this.originals.length - 1)
      this.#ids.push(decoded.id)
      this.#lengths.push(length)
      this.#ranks.push(rankOf(decoded.rank, this.options.keep))
      this.texts.push({ text: decoded.text, title: decoded.title })
      return undefined
    } catch (error) {
      if (!(error instanceof LeitongError)) throw error
      return error.message
    }
  }

  /** Refuses an input in which nothing, or not what was named, can be compared. */
  #check(search: FieldSearch, rejectedLines: readonly string[]): void {
    const [first] = this.rejects
    if (!first && !this.count) return
    for (const line of rejectedLines) if (!search.isDone) search.addRecord(jsonRow(line))
    search.finish(PLACE)
    const described = first && `:${first.line}: ${first.reason}`
    if (described !== undefined && !this.count) throw new LeitongError('NOTHING_JUDGED', PLACE, this.rejects.length, described)
    if (described !== undefined && this.options.strict) throw new LeitongError('STRICT', this.rejects.length, described)
  }

  lengthOf(document: number): number {
    return this.#lengths[document] as number
  }

  rankOf(document: number): number {
    return this.#ranks[document] as number
  }

  /** The id as JSON: its own, or its position. */
  idOf(document: number): string {
    return this.#ids[document] ?? String(this.#positions[document])
  }

  /** Documents that stay, in their order, also those that could not be judged. */
  *kept(removed: Uint32Array): Generator<DocumentInput> {
    const gone = new Uint8Array(this.originals.length)
    for (const document of removed) gone[this.#positions[document] as number] = 1
    for (const [position, document] of this.originals.entries()) if (!gone[position]) yield document
  }
}
