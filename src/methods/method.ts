/** The interface of methods: one file or folder for each on this shelf (methods.ts). A door calls members, and never asks which method it is. */
import type { Measure } from '../comparing/measures.js'
import type { Judge as PairJudge } from '../grouping/candidates.js'
import type { KernelExports } from '../kernel/exports.js'
import type { Form } from '../options/methods.js'
import type { OptionName, Options } from '../options/options.js'
import type { Overflow, TextFeatures } from '../searching/containing/text-features.js'
import type { Enough } from '../searching/enough.js'
import type { SearchSpec } from '../searching/index-keys.js'
import type { Postings } from '../searching/rare.js'
import type { Fingerprinter } from '../signing/fingerprinter.js'
import type { EntryContent } from '../signing/signature.js'
import type { StoreDriver, StoredRecord } from '../stores/store.js'
import type { Tokenizer } from '../tokenizing/tokenize.js'
import type { CorpusModel } from '../weighting/model.js'
import type { Candidates } from './candidates.js'
import type { Decider } from './decision.js'
import type { GivenValues } from './given/method.js'
import type { GivenSigner } from './given/signer.js'
import type { IndexSetup, Payload } from './live/setup.js'
import type { CandidateRecord, Content, Match, Scores, SignedText } from './live/signed.js'
import type { BandKeys, RunSearch } from './minhash/band-buckets.js'

/** How one asks for a method, as the option and value that it takes: `method simhash`. */
export type Asked = readonly [option: OptionName, ...values: string[]]

/** The signatures of all documents as a search asks for them; `documents` ascend. */
export interface SearchedSignatures extends BandKeys {
  /** In 64-bit words: one each, of 128 bits two, of 256 four; of each the first bytes where they are told. */
  fingerprints(documents: Uint32Array, bytes?: number): BigUint64Array
  /** Signatures of other information, behind each other; empty where there are none. */
  infos(documents: Uint32Array): Uint8Array
  /** The low bytes of MinHash positions, behind each other, each document padded to whole words. */
  lowBytes(documents: Uint32Array): Uint32Array
}

/** Features of a whole batch, where a method collects them beside signatures. */
export interface Collected {
  readonly postings: Postings | undefined
  /** All features of each text, or its vector as so many words. */
  readonly features: TextFeatures | undefined
}

/** What features may take, and where they go beyond it. */
export interface Room {
  readonly bytes: number
  /** Bytes of features that a search reads back: less than all, since it has lists of its own. */
  readonly share?: number
  readonly overflow?: () => Overflow
}

/** A verdict on pairs of nodes that may hold what it has read: to be released when no more pairs come. */
export type PairsJudge = PairJudge & { readonly release?: () => void }

/** All that proposing asks of the documents of a run. */
export interface Batch {
  readonly options: Options
  readonly store: SearchedSignatures
  readonly collected: Collected
  /** For each document the first one with the same text, and those first ones, ascending. */
  readonly copies: { readonly first: Uint32Array; readonly distinct: Uint32Array }
  /** Of two sides of which only pairs across are wanted: the sides of each text by its first document, 1, 2 or 3 for both. */
  readonly sides?: Uint8Array | undefined
  /** Orders distinct texts, by their first documents, the more preferred first. */
  readonly ordering: (a: number, b: number) => number
  /** Texts that have a node in any case, by their first documents. */
  readonly wanted: Uint32Array
  /** Who looks for equal keys of a band. */
  readonly runs: RunSearch
  /** Lets others have their turn in long work, or throws where the run is to stop. */
  pause(): Promise<void>
  /** Measures texts exactly: pairs of places in a list of documents. */
  measure(options: Options, documents: Uint32Array): PairsJudge
}

/** What a live index needs of a method. */
export interface Indexed {
  /** The kind of search that its store carries out, with its settings. */
  search(options: Options): SearchSpec
  /** The exact measure that verifies. @throws {LeitongError} `OPTION_CONFLICT` for a measure that an index cannot have */
  measure(options: Options): Measure
  /**
   * The part of a document that is kept, where the method leaves no choice; undefined where it does.
   *
   * @throws {LeitongError} `OPTION_CONFLICT` for a choice that it leaves no room for
   */
  payload(options: Options, asked: Payload | undefined): Payload | undefined
  /** The name of the signature of its entries, where they hold more than one. */
  name?(options: Options): string
  /** What fields of rows are for: entries are judged by them, or only signed. */
  readonly fields: 'judged' | 'signed'
  /** How documents are signed for the search unless stated otherwise. @param named  the options that were stated */
  defaults?(named: ReadonlySet<string>): Partial<Options>
  /** Signs documents and judges records. */
  createJudge(setup: IndexSetup): EntryJudge
  /** Whether documents have a text or fields, by which decisions of people know them. */
  readonly hasContent: boolean
  /** @throws {LeitongError} `OPTION_CONFLICT` where options are missing, or a store cannot carry the search out */
  requireIndexable?(options: Options, driver: Pick<StoreDriver, 'searchesInMemory'>): void
  /** Options that follow from others, so that an index does not remember them. */
  readonly follows: readonly OptionName[]
}

/** The verdict on records of an index. */
export interface EntryJudge {
  /** Whether candidates are judged together, and not one by one. */
  readonly judgesTogether: boolean
  /** Candidates after which the search for the best match may stop; undefined where all are looked at. */
  readonly enough: Enough | undefined
  /** @throws {LeitongError} `TEXT_TOO_LARGE`, `SIGNATURE_VALUE` */
  sign(content: Content): SignedText
  /** The candidates that are similar, in their order. */
  matches(text: SignedText, candidates: readonly CandidateRecord[]): Match[]
  /** The similarity to a record, alike or not; nothing where signatures decide. */
  measure(text: SignedText, record: StoredRecord): Scores
}

/** How a cluster searches: by keys of bands, by tables of fingerprints, by equal digests alone, or by fields, in one task that reads all rows. */
export type ClusterSearch = 'bands' | 'fingerprints' | 'digests' | 'rows'

/** What signatures say of two texts. */
export interface Said {
  readonly distance: number
  readonly bits: number
  readonly estimate: number
  readonly numPerm: number
}

/** Differing bits, and how many may differ; or agreeing values of so many. */
export type Proposal =
  | { readonly distance: number; readonly bits: number; readonly most: number }
  | { readonly agreeing: number; readonly values: number }

export interface Told {
  /** What finds pairs: signatures, keys of rows, or a join of all features. */
  readonly by?: 'MinHash' | 'Simhash' | 'keys' | 'join'
  /** What is measured, where no option names it. */
  readonly measure?: 'rare' | 'vectors'
}

export interface Method {
  readonly name: string
  /** What the help says of it, in a few words, where its name does not say all. */
  readonly help?: string
  /** The options that are its own, perhaps with other methods: without effect under those that do not name them. */
  readonly own: readonly OptionName[]
  /** How one asks for it. */
  readonly asked: Asked

  // What follows for options: asked by derive.ts alone.
  /** The similarity from 0 to 1 from which texts are duplicates, unless said otherwise. */
  readonly threshold: number
  /** The tokenizer of the method, whatever the option says. */
  readonly tokenizer?: Tokenizer
  /** The measure of the method, unless said otherwise; it takes no other. */
  readonly measure?: 'containment' | 'bits' | 'cosine'
  /** The reason why verification cannot be left out. */
  readonly alwaysVerifies?: string
  /** The reason why no other measure than the default applies. */
  readonly ownMeasure?: string
  /** Whether the texts of candidates are measured, by any exact measure and by the rules of rows. */
  readonly measuresTexts: boolean

  /** What an entry holds behind its digest. */
  readonly form: Form
  /** What is read of a record: its text, a signature that comes with it, or the values of its fields. */
  readonly reads: 'text' | 'given' | 'values'
  /** Where signatures, or what they are made of, come with the records. */
  readonly given?: GivenValues
  /** What a signature is made by, as a part of its name. */
  signs(options: Options): string
  /**
   * Signs records.
   *
   * @throws {LeitongError} `MODEL_NEEDED`, `MEMORY`; errors of dictionaries
   */
  createSigner(options: Options, content: EntryContent, model?: CorpusModel, kernel?: KernelExports): Fingerprinter | GivenSigner
  /** The reason why one text, or two, have no signature by themselves; undefined where they have. */
  readonly alone?: { readonly signature?: string; readonly comparison?: string }

  /** What signatures say of a pair, as an explanation shows it; absent where none propose pairs. */
  proposal?(said: Said, options: Pick<Options, 'distance'>): Proposal
  /** What a report tells of it, where its options do not say it. */
  readonly told?: Told
  /** What decides whether two are alike. */
  decider(options: Pick<Options, 'measure' | 'verify'>): Decider
  /** Absent where a cluster does not carry it out. */
  readonly cluster?: ClusterSearch
}

/** How a method searches: apart from {@link Method}, so that who compares two texts loads none of it. */
export interface Search {
  /** What a batch collects of its documents beside signatures. */
  collect(options: Options, room: Room): Collected
  /** Texts of a batch that may be alike, with the verdict on them. */
  propose(batch: Batch): Promise<Candidates>
  readonly index: Indexed
}
