/** Documents in memory: read once, signed as they come, and held with their texts to be measured. */
import { LeitongError } from '../../errors.js'
import { fnv1a32 } from '../../hashing/fnv.js'
import type { Ranked } from '../../jobs/dedupe/ordering.js'
import type { Identified } from '../../jobs/dedupe/shared-id.js'
import { fieldsOf } from '../../methods/fields.js'
import { SameSize } from '../../methods/given/same-size.js'
import type { GivenSigner } from '../../methods/given/signer.js'
import { methodOf } from '../../methods/methods.js'
import { searchOf } from '../../methods/searches.js'
import type { Options } from '../../options/options.js'
import { noRanks, RankColumn, type RankTally } from '../../options/ranks.js'
import { type DocumentInput, lineWriter, type Many, ownFields } from '../../reading/document-line.js'
import { FieldSearch, namedFields } from '../../reading/named-fields.js'
import type { Selectors } from '../../reading/selectors.js'
import { tooLong } from '../../reading/too-long.js'
import { untilStopped } from '../../reading/until-aborted.js'
import type { TextFeatures } from '../../searching/containing/text-features.js'
import type { Postings } from '../../searching/rare.js'
import type { Fingerprinter } from '../../signing/fingerprinter.js'
import type { WeighableText } from '../../signing/weigher.js'
import type { Decoded, Fields } from '../../sources/formats/format.js'
import { decodeJson, jsonRow } from '../../sources/formats/json-record.js'
import type { RowPlan } from '../../sources/rows/plan.js'
import type { Rejected } from '../decided.js'
import type { RunHooks } from './hooks.js'
import { MemorySignatures } from './signatures.js'

const encoder = new TextEncoder()
/** The input in messages, as the command would name a file. */
const PLACE = 'the documents'

/** A document that was read. */
export type Judged = Extract<Decoded, { readonly text: string }>

/** A record on its way into a run. */
interface RecordRead {
  /** Its bytes, its line end included. */
  readonly bytes: number
  /** Where it stands, from 1, for messages. */
  readonly line: number
  /** What of it is wanted; undefined where it is empty. */
  decode(fields: Fields): Decoded | undefined
  /** All its fields. */
  row(): Readonly<Record<string, unknown>> | undefined
}

/** What is known of a document that was taken. */
interface Took {
  readonly length: number
  readonly script?: 'simplified' | 'traditional' | undefined
  /** Features, or how large a signature is that came with the record. */
  readonly size?: number
}

/** What of documents is compared, taken from each as it comes. */
export interface Taken {
  /** Which fields are read. */
  readonly fields: Fields
  /** Rows: what of them is compared. */
  readonly row?: RowPlan | undefined
  /**
   * @param document  its number
   * @throws {LeitongError} where it cannot be judged
   */
  take(decoded: Judged, document: number): Took
}

/** Texts, signed, and held to be measured. */
export class TakenTexts implements Taken {
  readonly fields: Fields
  readonly signer: Fingerprinter | GivenSigner
  readonly signatures: MemorySignatures
  /** Under method `rare` only. */
  readonly postings: Postings | undefined
  /** Under method `features` only. */
  readonly features: TextFeatures | undefined
  readonly texts: WeighableText[] = []
  readonly row: RowPlan | undefined
  readonly #entry: Uint8Array
  readonly #keepsTexts: boolean

  /**
   * @param row  of rows that are signed by their fields: which those are
   */
  constructor(options: Options, row?: RowPlan) {
    this.row = row
    this.fields = { ...fieldsOf(options), ...(row ? { row } : {}) }
    const method = methodOf(options)
    // Signatures that come with the records are all that is compared.
    this.#keepsTexts = method.given === undefined
    this.signer = method.createSigner(options, 'search')
    this.signatures = new MemorySignatures(options)
    const { postings, features } = searchOf(options).collect(options, { bytes: options.memory })
    this.postings = postings
    this.features = features
    this.#entry = new Uint8Array(this.signer.entryBytes)
  }

  take(decoded: Judged) {
    const { postings, signer } = this
    signer.sampleEvery(postings?.sample ?? 1)
    const { length, grams, script, features } = signer.fingerprint(decoded, this.#entry)
    this.signatures.addRow(this.#entry)
    postings?.add(grams, Uint32Array.of(grams.length / 2))
    this.features?.add(grams, Uint32Array.of(grams.length / 2))
    if (this.#keepsTexts) this.texts.push({ text: decoded.text, title: decoded.title, row: decoded.row })
    return { length, script, size: features }
  }
}

/** Documents that can be judged are numbered from 0, in their order; all documents by their position. */
export class MemoryDocuments implements Ranked {
  /** Those of the run; once all is read, with the size of signatures that came with the records. */
  options: Options
  /** All documents as they were handed over. */
  readonly originals: DocumentInput[] = []
  readonly rejects: Rejected[] = []
  /** Bytes of the documents that can be judged, as lines of JSON. */
  bytes = 0
  /** Texts in each script of Chinese. */
  readonly scripts = { simplified: 0, traditional: 0 }
  /** Records that came, whether they can be judged or not. */
  #read = 0
  readonly #positions: number[] = []
  readonly #ids: (string | undefined)[] = []
  readonly #lengths: number[] = []
  readonly #ranks: RankColumn | undefined
  readonly #taken: Taken
  readonly #sizes: SameSize
  #lineOf: ((document: DocumentInput) => string) | undefined

  constructor(options: Options, taken: Taken) {
    this.options = options
    this.#taken = taken
    this.#sizes = new SameSize(methodOf(options).given, (document) => `document ${this.positionOf(document) + 1}`)
    this.#ranks = options.keep.includes(':') ? new RankColumn(options.keep, options.dateOrder) : undefined
  }

  /** Documents that can be judged. */
  get count(): number {
    return this.#ids.length
  }

  /**
   * Reads documents.
   *
   * @throws {LeitongError} `FIELD_MISSING`, `NOTHING_JUDGED`, `STRICT`
   */
  async read(documents: Many<DocumentInput>, selectors: Selectors | undefined, hooks: RunHooks): Promise<void> {
    const lineOf = lineWriter(this.options, selectors)
    this.#lineOf = lineOf
    const { originals } = this
    const records = async function* (): AsyncGenerator<RecordRead> {
      for await (const document of untilStopped(documents, hooks.signal)) {
        const line = lineOf(document)
        originals.push(document)
        // A line ends with a line feed.
        const bytes = encoder.encode(line).length + 1
        yield { bytes, line: originals.length, decode: (fields) => decodeJson(line, fields), row: () => jsonRow(line) }
      }
    }
    await this.#readRecords(records(), hooks)
  }

  async #readRecords(records: AsyncIterable<RecordRead>, hooks: RunHooks): Promise<void> {
    const { options, rejects } = this
    const { fields, row } = this.#taken
    const search = new FieldSearch()
    search.want(namedFields(options, row))
    const rejected: RecordRead[] = []
    for await (const record of records) {
      hooks.signal?.throwIfAborted()
      const { bytes, line } = record
      const position = this.#read++
      const reason = bytes > options.maxRecord ? tooLong(bytes, options.maxRecord) : this.#take(record.decode(fields), position)
      if (reason !== undefined) {
        rejects.push({ source: '', line, reason })
        if (!search.isDone && bytes <= options.maxRecord) rejected.push(record)
        continue
      }
      this.bytes += bytes
      if (!search.isDone) search.addRecord(record.row())
      hooks.onProgress?.('read', this.#read, undefined)
    }
    this.#check(search, rejected)
    this.options = this.#sizes.sized(options)
  }

  /** Takes what is compared; the reason why a document cannot be judged, where there is one. */
  #take(decoded: Decoded | undefined, position: number): string | undefined {
    if (!decoded) return 'the text is empty'
    if ('reason' in decoded) return decoded.reason
    try {
      const { length, script, size } = this.#taken.take(decoded, this.count)
      if (script) this.scripts[script]++
      this.#positions.push(position)
      if (size !== undefined) this.#sizes.note(this.count, [size])
      this.#ids.push(decoded.id)
      this.#lengths.push(length)
      this.#ranks?.set(this.#ids.length - 1, decoded.rank)
      return undefined
    } catch (error) {
      // Signatures of two sizes are a fault of the whole input.
      if (!(error instanceof LeitongError) || error.code === 'SIGNATURES_MIXED') throw error
      return error.message
    }
  }

  /** Refuses an input in which nothing, or not what was named, can be compared. */
  #check(search: FieldSearch, rejected: readonly RecordRead[]): void {
    const [first] = this.rejects
    if (!first && !this.count) return
    for (const record of rejected) if (!search.isDone) search.addRecord(record.row())
    search.finish(PLACE)
    const described = first && `:${first.line}: ${first.reason}`
    if (described !== undefined && !this.count) throw new LeitongError('NOTHING_JUDGED', PLACE, this.rejects.length, described)
    if (described !== undefined && this.options.strict) throw new LeitongError('STRICT', this.rejects.length, described)
  }

  /** How the values of the field of a keep rule were read. */
  get ranked(): RankTally {
    return this.#ranks?.tally ?? noRanks()
  }

  lengthOf(document: number): number {
    return this.#lengths[document] as number
  }

  rankOf(document: number): number {
    return this.#ranks?.of(document) ?? 0
  }

  /** The place of a document among all records that came, from 0. */
  positionOf(document: number): number {
    return this.#positions[document] as number
  }

  /** The id as JSON: its own, or its position. */
  idOf(document: number): string {
    return this.#ids[document] ?? String(this.positionOf(document))
  }

  /** All fields of a record, by its place among all that came. */
  recordAt(position: number): Readonly<Record<string, unknown>> | undefined {
    const row = jsonRow(this.#lineOf?.(this.originals[position] as DocumentInput) ?? '')
    return row && ownFields(row)
  }

  get identified(): Identified {
    const ids = this.#ids
    const hashOfId = (document: number) => {
      const id = ids[document]
      return id === undefined ? undefined : fnv1a32(encoder.encode(id))
    }
    return { files: [], fileOf: () => 0, idOf: (document) => this.idOf(document), hashOfId }
  }

  /** Documents that stay, in their order, also those that could not be judged. */
  *kept(removed: Uint32Array): Generator<DocumentInput> {
    const gone = new Uint8Array(this.originals.length)
    for (const document of removed) gone[this.#positions[document] as number] = 1
    for (const [position, document] of this.originals.entries()) if (!gone[position]) yield document
  }
}
