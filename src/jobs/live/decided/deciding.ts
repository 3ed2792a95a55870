/** What decisions of people mean to a document that comes to an index, or is asked about. Pure: digests are made elsewhere. */
import type { Content, Partners } from '../../../deciding/partners.js'
import type { StoredRecord } from '../../../stores/store.js'
import type { LiveDocument } from '../document.js'

/** The digest of a content, as bytes for the store and in hexadecimal as decisions have it. */
export interface ContentDigest {
  readonly bytes: Uint8Array
  readonly hex: string
}

/** Digests of contents, and decisions about them; what a live index knows of both. */
export interface Deciding {
  /** Undefined where the index obeys none, and only keeps digests for later. */
  readonly partners: Partners | undefined
  /** Whether records are stored with the digests of their contents. */
  readonly keepsDigests: boolean
  digestOf(document: LiveDocument | string): ContentDigest
  /** Of a record: as it is kept, or made of the text that is; undefined where there is neither. */
  digestOfRecord(record: Pick<StoredRecord, 'payload' | 'digest'>): string | undefined
}

/** Bytes of a digest in hexadecimal. */
export const digestBytes = (hex: string) =>
  Uint8Array.from({ length: hex.length / 2 }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16))

/** Records that decisions speak of, beside one document. */
export interface Related {
  readonly must: readonly StoredRecord[]
  readonly cannot: ReadonlySet<StoredRecord>
}

/** A document that decisions speak of. */
export class Asked {
  readonly #deciding: Deciding
  readonly #partners: Partners
  readonly #content: Content
  /** Contents that it is paired with, as stores want them. */
  readonly about: readonly Uint8Array[]
  /** Contents that it must be with alone. */
  readonly mustBeWith: readonly Uint8Array[]

  private constructor(deciding: Deciding, partners: Partners, content: Content) {
    this.#deciding = deciding
    this.#partners = partners
    this.#content = content
    const all = partners.of(content.digest)
    this.about = [...new Set(all.map(({ digest }) => digest))].map(digestBytes)
    this.mustBeWith = all.flatMap(({ kind, digest }) => (kind === 'must' ? [digestBytes(digest)] : []))
  }

  /** Undefined where no decision speaks of the content. @param id  as JSON */
  static of(deciding: Deciding | undefined, digest: ContentDigest | undefined, id: string | undefined): Asked | undefined {
    const partners = deciding?.partners
    if (!deciding || !partners || !digest || !partners.of(digest.hex).length) return undefined
    // Without an id it is none of the copies that ids tell apart.
    return new Asked(deciding, partners, { digest: digest.hex, id: id ?? '' })
  }

  /** Those of the records that it must be with, the oldest first, and those that it must not be with. */
  related(records: Iterable<StoredRecord>): Related {
    const must: StoredRecord[] = []
    const cannot = new Set<StoredRecord>()
    const seen = new Set<number>()
    for (const record of records) {
      const digest = this.#deciding.digestOfRecord(record)
      const kind = digest === undefined ? undefined : this.#partners.kindOf(this.#content, { digest, id: record.id })
      if (kind === 'cannot') cannot.add(record)
      else if (kind === 'must' && !seen.has(record.seq)) must.push(record)
      seen.add(record.seq)
    }
    return { must: must.sort((a, b) => a.seq - b.seq), cannot }
  }

  /** Whether a record has the content of the document. */
  isContentOf(record: StoredRecord): boolean {
    return this.#deciding.digestOfRecord(record) === this.#content.digest
  }
}

/**
 * The name of a group of its own: the id, unless those that it must not be with are in the group of that name.
 *
 * @param id  as JSON
 * @returns   a name as JSON
 */
export function ownGroup(id: string, barred: ReadonlySet<string>): string {
  if (!barred.has(id)) return id
  const spelled = id.startsWith('"') ? (JSON.parse(id) as string) : id
  for (let number = 2; ; number++) {
    const name = JSON.stringify(`${spelled}~${number}`)
    if (!barred.has(name)) return name
  }
}
