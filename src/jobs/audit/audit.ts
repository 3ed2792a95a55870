/**
 * Holds outputs against their input: any tool's, and our own. Nothing that they state is believed: records are read again, similarities are
 * computed again, and what is too alike among the kept ones is looked for by a join that misses none.
 */
import { jaccard } from '../../comparing/measures.js'
import { SET_MEASURES } from '../../comparing/set-measures.js'
import { isSimilar } from '../../comparing/similar.js'
import { LeitongError } from '../../errors.js'
import { PairMap } from '../../grouping/pair-map.js'
import type { Options } from '../../options/options.js'
import type { Input } from '../../reading/input.js'
import { expandInputs } from '../../reading/inputs.js'
import type { ReadFile } from '../../reading/open-input.js'
import type { TextFeatures } from '../../searching/containing/text-features.js'
import { WordSet } from '../../searching/containing/word-set.js'
import { joinSimilar } from '../../searching/joining/join.js'
import { isDocument } from '../../sources/formats/format.js'
import { round } from '../../writing/json-lines.js'
import { type Copies, CopyLists, findCopies } from '../dedupe/copies.js'
import { ComparedCheck } from '../dedupe/nothing-compared.js'
import { RunContext, type RunHooks } from '../dedupe/run-context.js'
import { signInputs } from '../dedupe/signing-pass.js'
import { type Claim, PAIRS, REMOVED, readClaims } from './claims.js'
import { type AuditRecord, type BothSides, bytesOf, type Fates, fatesOf, NO_DOCUMENT, type Removals, readBothSides } from './records.js'

/** Outputs of a run over an input. */
export interface AuditedFiles {
  readonly input: readonly Input[]
  readonly kept: string
  /** JSON lines `{id, duplicate_of, similarity}`; without it, what is not kept counts as removed. */
  readonly removed?: string | undefined
  /** JSON lines `{a, b, similarity}`. */
  readonly pairs?: string | undefined
  /** Kept records may be written anew: those with the same text are the same, in any order. */
  readonly rewritten?: boolean
}

/**
 * What is checked.
 *
 * - `bytes`: every kept record is one of the input, byte for byte
 * - `order`: in the order of the input
 * - `complete`: every record is kept or removed, and none is both
 * - `removed`: every removed record has a kept one at the stated similarity, which reaches the threshold unless chains join
 * - `apart`: no two kept records are as alike as the threshold
 * - `pairs`: every stated pair is as alike as stated, and reaches the threshold
 * - `all-pairs`: no pair that reaches the threshold is left out
 */
export type CheckName = 'bytes' | 'order' | 'complete' | 'removed' | 'apart' | 'pairs' | 'all-pairs'

/** Why something fails; of `removed` and `pairs`. */
export type Why =
  | 'not-of-input'
  | 'changed'
  | 'moved'
  | 'lost'
  | 'both'
  | 'unknown-id'
  | 'twice'
  | 'partner-not-kept'
  | 'no-partner'
  | 'below-threshold'
  | 'other-similarity'
  | 'alike'
  | 'unlisted'

export interface AuditedText {
  /** As JSON; where a record has no id, its file and line. */
  readonly id: string
  readonly text: string
}

export interface Finding {
  readonly why: Why
  readonly a: AuditedText
  readonly b?: AuditedText
  /** As it is, and as it is stated. */
  readonly similarity?: number
  readonly stated?: number
}

export interface Check {
  readonly name: CheckName
  /** How many records or pairs were looked at, and how many of them fail. */
  readonly checked: number
  readonly failed: number
  /** The first of them. */
  readonly findings: readonly Finding[]
}

export interface Audit {
  readonly holds: boolean
  readonly records: number
  readonly kept: number
  readonly removed: number
  /** Records that could not be judged. */
  readonly rejects: number
  readonly threshold: number
  readonly checks: readonly Check[]
  readonly seconds: number
}

/** Of `--memory`, what the index of the join takes. */
const SHARE = 1 / 4
/** Stated similarities are rounded to six decimals. */
const ROUNDED = 1e-6

/**
 * Audits outputs.
 *
 * @param options  with `complete`; threshold and features as the outputs claim them
 * @param shown    findings of each check, at most
 * @throws {LeitongError}
 */
export async function audit(files: AuditedFiles, options: Options, shown: number, hooks: RunHooks = {}): Promise<Audit> {
  const start = performance.now()
  const { input } = files
  const kept = await expandInputs([files.kept], options)
  const all = [...input, ...kept]
  requireRecords(all)
  const removed = files.removed === undefined ? undefined : readClaims(files.removed, REMOVED)
  const pairs = files.pairs === undefined ? undefined : readClaims(files.pairs, PAIRS)
  const context = RunContext.open(all, options, hooks)
  return context.orClose(async () => {
    const { store, features } = await context.timed('read', () => signInputs(context))
    new ComparedCheck(context, 0, input.length).finish()
    const copies = await context.timed('search', () => findCopies(store.takeDigests()))
    store.close()
    const both = await context.timed('verify', () => readBothSides(context, input.length, files.rewritten ? copies.first : undefined))
    const auditor = new Auditor(context, features as TextFeatures, copies, both, shown)
    const checks = await auditor.run({ removed, pairs, isRewritten: files.rewritten === true })
    ;(features as TextFeatures).release()
    await context.close()
    return {
      holds: checks.every(({ failed }) => !failed),
      records: both.input.length,
      kept: both.kept.length,
      removed: auditor.removed,
      rejects: context.documents.rejects.filter(({ file }) => file < input.length).length,
      threshold: options.threshold,
      checks,
      seconds: Math.round(performance.now() - start) / 1000,
    }
  })
}

/** @throws {LeitongError} `OPTION_CONFLICT` for files that are one document each */
export function requireRecords(inputs: readonly Input[]): void {
  const whole = inputs.find(({ format }) => isDocument(format))
  if (whole)
    throw new LeitongError('OPTION_CONFLICT', `${whole.name} is one document: an audit takes files with many records, like JSON lines`)
}

interface Claims {
  readonly removed: readonly Claim[] | undefined
  readonly pairs: readonly Claim[] | undefined
  readonly isRewritten: boolean
}

class Auditor {
  readonly #context: RunContext
  readonly #features: TextFeatures
  readonly #copies: Copies
  readonly #both: BothSides
  readonly #shown: number
  /** Documents of the input; those behind them are kept ones. */
  readonly #documents: number
  readonly #set = new WordSet()
  /** Documents of the input by their ids, of the ids that something is stated of. */
  readonly #byId = new Map<string, number[]>()
  removed = 0

  constructor(context: RunContext, features: TextFeatures, copies: Copies, both: BothSides, shown: number) {
    this.#context = context
    this.#features = features
    this.#copies = copies
    this.#both = both
    this.#shown = shown
    this.#documents = both.input.reduce((count, { document }) => count + (document === NO_DOCUMENT ? 0 : 1), 0)
  }

  async run({ removed, pairs, isRewritten }: Claims): Promise<Check[]> {
    this.#findIds(removed, pairs)
    const fates = fatesOf(this.#both, removed && this.#removalsOf(removed))
    this.removed = fates.isKept.reduce((sum, kept) => sum + (kept ? 0 : 1), 0)
    const join = await this.#join(fates, pairs)
    return [
      this.#bytes(fates, isRewritten),
      ...(isRewritten ? [] : [this.#order(fates)]),
      ...(removed ? [this.#complete(fates), this.#removed(removed, fates)] : [join.partners]),
      join.apart,
      ...(pairs ? [this.#pairs(pairs), join.unlisted] : []),
    ]
  }

  /** The documents of the ids that are stated; a Map of all ids would hold far more. */
  #findIds(...claims: readonly (readonly Claim[] | undefined)[]): void {
    for (const some of claims)
      for (const { a, b } of some ?? []) {
        this.#byId.set(a, [])
        this.#byId.set(b, [])
      }
    if (!this.#byId.size) return
    for (const { document } of this.#both.input)
      if (document !== NO_DOCUMENT) this.#byId.get(this.#context.documents.idOf(document))?.push(document)
  }

  #removalsOf(claims: readonly Claim[]): Removals {
    const numbers = new Map<string, number>()
    const [has, removes]: [number[], number[]] = [[], []]
    for (const { a } of claims) {
      let number = numbers.get(a)
      if (number === undefined) {
        number = numbers.size
        numbers.set(a, number)
        has.push(this.#byId.get(a)?.length ?? 0)
        removes.push(0)
      }
      removes[number] = (removes[number] as number) + 1
    }
    const idOf = Int32Array.from(this.#both.input, ({ document }) =>
      document === NO_DOCUMENT ? -1 : (numbers.get(this.#context.documents.idOf(document)) ?? -1),
    )
    return { idOf, has: Uint32Array.from(has), removes: Uint32Array.from(removes) }
  }

  #bytes({ foreign, lost }: Fates, isRewritten: boolean): Check {
    const { input, kept } = this.#both
    // A record that is changed is gone from the input, and another one with its id is there.
    const gone = new Map(lost.map((i) => [this.#nameOf(input[i] as AuditRecord), i]))
    return this.#check('bytes', kept.length, foreign, (j) => {
      const record = kept[j] as AuditRecord
      const was = isRewritten ? undefined : gone.get(this.#nameOf(record))
      const a = this.#told(record)
      return was === undefined ? { why: 'not-of-input', a } : { why: 'changed', a, b: this.#told(input[was] as AuditRecord) }
    })
  }

  #order({ moved }: Fates): Check {
    const { kept } = this.#both
    return this.#check('order', kept.length, moved, (j) => {
      const behind = kept[j - 1]
      return { why: 'moved', a: this.#told(kept[j] as AuditRecord), ...(behind ? { b: this.#told(behind) } : {}) }
    })
  }

  #complete({ lost, both }: Fates): Check {
    const { input, kept } = this.#both
    const failed: (readonly [Why, AuditRecord])[] = [
      ...lost.map((i) => ['lost', input[i] as AuditRecord] as const),
      ...both.map((j) => ['both', kept[j] as AuditRecord] as const),
    ]
    return this.#check('complete', input.length, failed, ([why, record]) => ({ why, a: this.#told(record) }))
  }

  /** Every stated removal, with the partner that it names. */
  #removed(claims: readonly Claim[], { isKept }: Fates): Check {
    const keptDocuments = new Set<number>()
    this.#both.input.forEach(({ document }, i) => {
      if (isKept[i]) keptDocuments.add(document)
    })
    const stated = new Map<string, number>()
    const failed: { readonly claim: Claim; readonly why: Why; readonly similarity?: number }[] = []
    for (const claim of claims) {
      const { a, b } = claim
      const times = (stated.get(a) ?? 0) + 1
      stated.set(a, times)
      const [left, right] = [this.#byId.get(a) as number[], this.#byId.get(b) as number[]]
      if (!left.length || !right.length) failed.push({ claim, why: 'unknown-id' })
      else if (times > left.length) failed.push({ claim, why: 'twice' })
      else {
        const partners = right.filter((document) => keptDocuments.has(document))
        if (!partners.length) failed.push({ claim, why: 'partner-not-kept', similarity: this.#best(left, right, claim) })
        else {
          const similarity = this.#best(left, partners, claim)
          const why = this.#wrong(similarity, claim, true)
          if (why) failed.push({ claim, why, similarity })
        }
      }
    }
    return this.#check('removed', claims.length, failed, ({ claim, why, similarity }) => this.#finding(claim, why, similarity))
  }

  #pairs(claims: readonly Claim[]): Check {
    const failed: { readonly claim: Claim; readonly why: Why; readonly similarity?: number }[] = []
    for (const claim of claims) {
      const [left, right] = [this.#byId.get(claim.a) as number[], this.#byId.get(claim.b) as number[]]
      if (!left.length || !right.length) {
        failed.push({ claim, why: 'unknown-id' })
        continue
      }
      const similarity = this.#best(left, right, claim)
      const why = this.#wrong(similarity, claim, false)
      if (why) failed.push({ claim, why, similarity })
    }
    return this.#check('pairs', claims.length, failed, ({ claim, why, similarity }) => this.#finding(claim, why, similarity))
  }

  #wrong(similarity: number, { similarity: stated }: Claim, isRemoval: boolean): Why | undefined {
    if (stated !== undefined && Math.abs(stated - similarity) > ROUNDED) return 'other-similarity'
    const { threshold, groupBy } = this.#context.options
    // Chains join what is less alike.
    return isSimilar(similarity, threshold) || (isRemoval && groupBy === 'components') ? undefined : 'below-threshold'
  }

  #finding({ a, b, similarity: stated }: Claim, why: Why, similarity: number | undefined): Finding {
    const told = (id: string): AuditedText => {
      const [document] = this.#byId.get(id) ?? []
      return { id, text: document === undefined ? '' : this.#textOf(document) }
    }
    return { why, a: told(a), b: told(b), ...optional({ similarity, stated }) }
  }

  /** The similarity of two ids; where several records have one, that which is nearest to what is stated, or the highest. */
  #best(left: readonly number[], right: readonly number[], { similarity: stated }: Claim): number {
    let best = Number.NaN
    for (const a of left)
      for (const b of right) {
        if (a === b && left.length + right.length > 2) continue
        const similarity = this.#similarity(a, b)
        const isNearer = stated === undefined ? similarity > best : Math.abs(similarity - stated) < Math.abs(best - stated)
        if (Number.isNaN(best) || isNearer) best = similarity
      }
    return best
  }

  #similarity(a: number, b: number): number {
    const { first } = this.#copies
    if (first[a] === first[b]) return 1
    this.#set.fill(this.#features.of(a))
    const other = this.#features.of(b)
    const [left, right] = [this.#features.sizeOf(a), other.length / 2]
    return jaccard(left, right, right - this.#set.missing(other, right))
  }

  /** One join of all different texts: pairs of kept ones, removed ones that meet a kept one, and pairs that are not listed. */
  async #join(
    { isKept }: Fates,
    claims: readonly Claim[] | undefined,
  ): Promise<Readonly<Record<'apart' | 'partners' | 'unlisted', Check>>> {
    const { options } = this.#context
    const { first, distinct } = this.#copies
    const lists = new CopyLists(this.#copies)
    // By first document: how many kept records have the text, one of them, and whether the text is in the input.
    const keptOnes = new Uint32Array(first.length)
    const oneKept = new Uint32Array(first.length)
    for (const { document } of this.#both.kept) {
      if (document === NO_DOCUMENT) continue
      const text = first[document] as number
      keptOnes[text] = (keptOnes[text] as number) + 1
      oneKept[text] = document
    }
    const listed = new PairMap()
    const keyOf = (a: number, b: number) => Math.min(a, b) * first.length + Math.max(a, b)
    for (const { a, b } of claims ?? [])
      for (const left of this.#byId.get(a) as number[])
        for (const right of this.#byId.get(b) as number[]) {
          const [x, y] = [first[left] as number, first[right] as number]
          if (x !== y && listed.find(keyOf(x, y)) < 0) listed.set(keyOf(x, y), 0)
        }
    const hasPartner = new Uint8Array(first.length)
    const alike = new Counted<readonly [number, number, number]>(this.#shown)
    const unlisted = new Counted<readonly [number, number, number]>(this.#shown)
    for (const text of lists.firsts) {
      const kept = keptOnes[text] as number
      if (kept < 2) continue
      const two = [...lists.of(text)].filter((document) => !this.#isOfInput(document))
      alike.add([two[0] as number, two[1] as number, 1], (kept * (kept - 1)) / 2)
    }
    const ofInput = distinct.filter((text) => this.#isOfInput(text))
    const join = { measure: SET_MEASURES.jaccard, threshold: options.threshold, isSimilar, room: options.memory * SHARE }
    await joinSimilar(
      this.#features,
      distinct,
      join,
      (a, b, similarity) => {
        const [x, y] = [distinct[a] as number, distinct[b] as number]
        const [left, right] = [keptOnes[x] as number, keptOnes[y] as number]
        if (left) hasPartner[y] = 1
        if (right) hasPartner[x] = 1
        if (left && right) alike.add([oneKept[x] as number, oneKept[y] as number, similarity], left * right)
        if (claims && this.#isOfInput(x) && this.#isOfInput(y) && listed.find(keyOf(x, y)) < 0) unlisted.add([x, y, similarity])
        return true
      },
      () => this.#context.pause(),
    )
    const alone = this.#both.input.flatMap(({ document }, i) => {
      const text = first[document] as number
      return isKept[i] || document === NO_DOCUMENT || keptOnes[text] || hasPartner[text] ? [] : [document]
    })
    const told =
      (why: Why) =>
      ([a, b, similarity]: readonly [number, number, number]): Finding => ({
        why,
        a: this.#named(a),
        b: this.#named(b),
        similarity: round(similarity) as number,
      })
    return {
      apart: this.#checkCounted('apart', this.#both.kept.length, alike, told('alike')),
      unlisted: this.#checkCounted('all-pairs', ofInput.length, unlisted, told('unlisted')),
      partners: this.#check('removed', this.removed, alone, (document) => ({ why: 'no-partner', a: this.#named(document) })),
    }
  }

  #isOfInput(document: number): boolean {
    return document < this.#documents
  }

  #check<Failed>(name: CheckName, checked: number, failed: readonly Failed[], tell: (failed: Failed) => Finding): Check {
    return { name, checked, failed: failed.length, findings: failed.slice(0, this.#shown).map(tell) }
  }

  #checkCounted<Failed>(name: CheckName, checked: number, { all, first }: Counted<Failed>, tell: (failed: Failed) => Finding): Check {
    return { name, checked, failed: all, findings: first.map(tell) }
  }

  #nameOf({ document, file }: AuditRecord): string {
    const { documents } = this.#context
    if (document !== NO_DOCUMENT) return documents.idOf(document)
    return JSON.stringify((documents.files[file] as ReadFile).name)
  }

  #told(record: AuditRecord): AuditedText {
    const { document, file, start, end } = record
    const text = document === NO_DOCUMENT ? Buffer.from(bytesOf(this.#context, file, start, end)).toString() : this.#textOf(document)
    return { id: this.#nameOf(record), text }
  }

  #named(document: number): AuditedText {
    return { id: this.#context.documents.idOf(document), text: this.#textOf(document) }
  }

  #textOf(document: number): string {
    return this.#context.textsOf([document])[0]?.text ?? ''
  }
}

/** All are counted, the first are held. */
class Counted<Item> {
  readonly #most: number
  readonly first: Item[] = []
  all = 0

  constructor(most: number) {
    this.#most = most
  }

  add(item: Item, times = 1): void {
    if (this.first.length < this.#most) this.first.push(item)
    this.all += times
  }
}

/** Without what is not known; similarities as they are written. */
function optional({ similarity, stated }: { readonly similarity: number | undefined; readonly stated: number | undefined }) {
  return { ...(similarity === undefined ? {} : { similarity: round(similarity) as number }), ...(stated === undefined ? {} : { stated }) }
}
