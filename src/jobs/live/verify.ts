/** Verification in a live index: what a document says goes to the judge of the method of the index (methods/). */
import { LeitongError } from '../../errors.js'
import type { CandidateRecord, Content, Match, Scores, SignedText } from '../../methods/live/signed.js'
import type { EntryJudge } from '../../methods/method.js'
import { methodOf } from '../../methods/methods.js'
import { requireTexts } from '../../methods/refusals.js'
import { searchOf } from '../../methods/searches.js'
import type { Options } from '../../options/options.js'
import { type Enough, firstOf } from '../../searching/enough.js'
import type { RowFeatures } from '../../sources/rows/row-features.js'
import type { StoredRecord } from '../../stores/store.js'
import { scriptOf } from '../../tokenizing/chinese/script.js'
import { givenOf, idOf, infoOf, type LiveDocument, ROW, textOf, titleOf, VALUES } from './document.js'
import { emptiness } from './emptiness.js'
import type { LiveSetup } from './settings.js'

export class LiveVerifier {
  readonly #setup: LiveSetup
  readonly #judge: EntryJudge
  readonly #reads: 'text' | 'given' | 'values'
  /** Why a text is left without content, where passages are left out. */
  readonly #emptiness: ReturnType<typeof emptiness>

  constructor(setup: LiveSetup) {
    const method = methodOf(setup.options)
    this.#setup = setup
    this.#emptiness = emptiness(setup.options)
    this.#judge = searchOf(setup.options).index.createJudge(setup)
    this.#reads = method.reads
  }

  /** Texts that were signed, by their script of Chinese; none are counted where scripts make no difference. */
  readonly scripts = { simplified: 0, traditional: 0 }

  get options(): Options {
    return this.#setup.options
  }

  /** Whether candidates are judged together, and not one by one. */
  get judgesTogether(): boolean {
    return this.#judge.judgesTogether
  }

  /** Candidates after which {@link bestMatch} may stop; undefined where it looks at all of them. */
  get enough(): Enough | undefined {
    return this.#judge.enough
  }

  /**
   * Signs a document that is to be stored.
   *
   * @throws {LeitongError} `INDEX_DOCUMENT`, also without content: all such documents would be copies of each other; `TEXT_TOO_LARGE`
   */
  signNew(document: LiveDocument): SignedText {
    if (this.#reads === 'text') {
      const text = textOf(document, this.options)
      if (!text.trim()) throw new LeitongError('INDEX_DOCUMENT', `the text of ${idOf(document, this.options)} is empty`)
      const reason = this.#emptiness?.(text)
      if (reason !== undefined) throw new LeitongError('INDEX_DOCUMENT', `${idOf(document, this.options)}: ${reason}`)
    }
    return this.sign(document)
  }

  /** @throws {LeitongError} `INDEX_DOCUMENT`, `TEXT_TOO_LARGE`, `SIGNATURE_VALUE` with the id of the document */
  sign(document: LiveDocument): SignedText {
    try {
      return this.#sign(this.#contentOf(document))
    } catch (error) {
      if (!(error instanceof LeitongError) || error.code !== 'SIGNATURE_VALUE') throw error
      const id = document[this.options.idField]
      const [shown, what, why] = error.args as [string, string, string]
      throw new LeitongError('SIGNATURE_VALUE', shown, what, why, id === undefined ? undefined : `document ${String(id)}`)
    }
  }

  #contentOf(document: LiveDocument): Content {
    const { options, rows } = this.#setup
    if (rows) return { text: '', record: rows.recordOf(document, document[VALUES]) }
    if (this.#reads === 'given') return { text: '', given: givenOf(document, options) }
    const text = textOf(document, options)
    if (options.measure === 'combined') return { text, info: infoOf(document, options) }
    return { text, row: document[ROW], title: titleOf(document, options) }
  }

  /**
   * @param row    of a document that is a row
   * @param title  of a document that has one
   * @throws {LeitongError} `TEXT_TOO_LARGE`, `OPTION_CONFLICT` for a row where passages are left out of texts
   */
  signText(text: string, row?: RowFeatures, title?: string): SignedText {
    if (this.#setup.rows) throw new LeitongError('INDEX_DOCUMENT', 'this index holds rows, and a text has no fields')
    return this.#sign({ text, row, title })
  }

  #sign(content: Content): SignedText {
    requireTexts(this.options, content.row !== undefined)
    this.note(content.text)
    return this.#judge.sign(content)
  }

  /** Counts a text by its script. */
  note(text: string): void {
    if (!this.tellsScripts) return
    const script = scriptOf(text)
    if (script) this.scripts[script]++
  }

  /** Whether a text is another one in the other script. */
  get tellsScripts(): boolean {
    return this.#reads === 'text' && !this.options.normalize.includes('traditional')
  }

  /** The candidates that are similar, in their order. */
  matches(text: SignedText, candidates: readonly CandidateRecord[]): Match[] {
    return this.#judge.matches(text, candidates)
  }

  /** The similarity to a record, alike or not; nothing where signatures decide. */
  measure(text: SignedText, record: StoredRecord): Scores {
    return this.#judge.measure(text, record)
  }

  /**
   * The best match among the candidates, in the order of {@link compareMatches}. Beyond {@link enough} it measures the newest first, and
   * the others where none of these is a match: so whether there is one is certain, and which is best is said to be approximate.
   *
   * @param candidates  ascending by number
   */
  bestMatch(text: SignedText, candidates: readonly CandidateRecord[]): Match | undefined {
    const { first, isAll } = firstOf(candidates, this.enough)
    const best = this.#best(text, first)
    if (isAll) return best
    return best ? { ...best, approximate: true } : this.#best(text, candidates.slice(0, -first.length))
  }

  #best(text: SignedText, candidates: readonly CandidateRecord[]): Match | undefined {
    let best: Match | undefined
    for (const match of this.matches(text, candidates)) if (!best || compareMatches(match, best) < 0) best = match
    return best
  }
}

/** Sorts matches, the best first: the most similar, of equally similar ones the nearest, then the oldest. */
export function compareMatches(a: Match, b: Match): number {
  return (b.similarity ?? 0) - (a.similarity ?? 0) || (a.distance ?? 0) - (b.distance ?? 0) || a.record.seq - b.record.seq
}
