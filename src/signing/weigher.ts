/** Signs and measures texts by weighted features, where the kernel's fast path (every occurrence alike) does not do. */
import { LeitongError } from '../errors.js'
import type { EntryBlock } from '../kernel/entry-block.js'
import type { KernelExports } from '../kernel/exports.js'
import { scoped } from '../kernel/memory.js'
import { prepareText } from '../kernel/text.js'
import type { Form } from '../options/methods.js'
import type { Options } from '../options/options.js'
import type { RowFeatures } from '../sources/rows/row-features.js'
import type { CorpusModel } from '../weighting/model.js'
import { WEIGHTS } from '../weighting/weights.js'
import { isBlog, signBlog } from './blog.js'
import { RowWeigher } from './row-weigher.js'
import { WeighedFeatures } from './weighed-features.js'

/** A text with all that a signature may be made from. */
export interface WeighableText {
  readonly text: string | Uint8Array
  readonly title?: string | undefined
  /** Elements of other information. */
  readonly info?: readonly string[] | undefined
  /** Of a row of a table: fields with weights of their own. */
  readonly row?: RowFeatures | undefined
}

/** Whole numbers to a weight of 1, where weights of two texts are compared: finer than any weight differs, and room up to 32768. */
const FINE = 2 ** 16

/** The heaviest whole number that a set holds as a count. */
const HEAVIEST_COUNT = 0x7fffffff

/** Whether the fast path of the kernel does not do, which weighs by tf or unit and with the default hash. */
export function needsWeighing(form: Form, options: Options): boolean {
  const { weight, hash, measure } = options
  if (isBlog(options) || measure === 'weighted') return true
  return form === 'bits' && (hash !== 'lane64' || (weight !== 'tf' && weight !== 'unit'))
}

/** Whether weights ask how many documents have a feature. */
export function needsModel(form: Form, options: Options): boolean {
  return needsWeighing(form, options) && !isBlog(options) && WEIGHTS[options.weight].needsModel
}

export class Weigher {
  readonly #kernel: KernelExports
  readonly #options: Options
  readonly #features: WeighedFeatures
  /** Whether titles weigh, so that equal texts under unlike titles have fingerprints of their own. */
  readonly usesTitles: boolean
  readonly #rows: RowWeigher

  /**
   * @param kernel  configured; the model is laid out below its text
   * @throws {LeitongError} `MODEL_NEEDED` when the weight asks for a model and there is none, `MEMORY`
   */
  constructor(form: Form, kernel: KernelExports, options: Options, model: CorpusModel | undefined) {
    const withModel = needsModel(form, options)
    if (withModel && !model) throw new LeitongError('MODEL_NEEDED', options.weight)
    this.#kernel = kernel
    this.#options = options
    this.usesTitles = !isBlog(options) && WEIGHTS[options.weight].needsRecord
    this.#features = new WeighedFeatures(kernel, options, withModel ? model : undefined)
    this.#rows = new RowWeigher(kernel, this.#features)
  }

  /**
   * Writes the fingerprint of a text, and its digest if asked, into an entry.
   *
   * @returns the number of its features; -1 without room
   */
  sign(record: WeighableText, entry: EntryBlock, withDigest: boolean): number {
    const title = this.#features.titleHashes(record.title)
    const features = prepareText(this.#kernel, record.text)
    if (features < 0) return -1
    if (withDigest) entry.writeDigest()
    if (isBlog(this.#options)) return signBlog(record.text, this.#options, entry)
    if (record.row) return this.#rows.sign(record.row, title, entry)
    return scoped(this.#kernel, () => {
      if (!this.#features.weigh(features, title)) return -1
      this.#features.writeSimhash(entry)
      return features
    })
  }

  /**
   * The distinct features of a text with their weights as whole numbers in place of counts, as `copySet` gives them; undefined
   * without room.
   */
  weightedSet(record: WeighableText): Uint8Array<ArrayBuffer> | undefined {
    const title = this.#features.titleHashes(record.title)
    const features = prepareText(this.#kernel, record.text)
    if (features < 0) return undefined
    return scoped(this.#kernel, () => {
      if (!this.#features.weigh(features, title)) return undefined
      const { weights, table } = this.#features
      const into = table.weights
      // A weight of 0 counts a little: texts of words that all documents have are still compared, by those words.
      for (let i = 0; i < into.length; i++) into[i] = Math.max(1, Math.min(HEAVIEST_COUNT, Math.round((weights[i] as number) * FINE)))
      return table.toSet()
    })
  }
}
