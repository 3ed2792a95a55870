/** Labelled corpora: documents of which it is known, because they are made here, which is an edited copy of which. */
import { LeitongError } from '../../errors.js'
import { textOf } from './draft.js'
import { CHINESE_PHRASES } from './edits/chinese.js'
import type { Phrasebook } from './edits/edit.js'
import { applyEdit, type EditKind } from './edits/edits.js'
import { ENGLISH_PHRASES } from './edits/english.js'
import { copyFields, type RowFields, writeFields } from './fields.js'
import { Voice } from './grammar.js'
import { articleEn } from './kinds/article-en.js'
import { articleZh } from './kinds/article-zh.js'
import { matter, petition } from './kinds/petition.js'
import { type CorpusKind, type CorpusOptions, resolveCorpus } from './options.js'
import { createPlan } from './plan.js'
import { Random } from './random.js'
import type { Topic } from './vocabulary/topic.js'
import { topicAt } from './vocabulary/topics.js'
import type { Kind, Written } from './wording.js'

/** The edit that made a copy of its base. */
export interface EditLabel<Id> {
  /** The base. */
  readonly of: Id
  readonly kind: EditKind
  /**
   * Share of characters changed, 0 to 1: those taken out or those put in, whichever are more, over the length of the longer
   * text. A moved character counts as both. In a mixed copy a passage that was changed twice counts twice.
   */
  readonly strength: number
}

interface Labelled<Id> {
  readonly id: Id
  /** Documents with the same number are one base and its copies; the number is the base's place in the corpus, from 1. */
  readonly group: number
  /** Only copies have it. */
  readonly edit?: EditLabel<Id>
}

export interface CorpusDocument extends Labelled<string> {
  readonly title: string
  readonly text: string
  readonly topic: string
  /** ISO 8601, UTC; a copy is later than its base. */
  readonly time: string
  readonly keywords: readonly string[]
  readonly tags: readonly string[]
  /** Cited works, of articles only. */
  readonly references?: readonly string[]
}

export interface CorpusRow extends Readonly<RowFields>, Labelled<number> {
  readonly matter: string
}

export type CorpusRecord<Of extends CorpusKind = CorpusKind> = Of extends 'rows' ? CorpusRow : CorpusDocument

/** Two duplicates, a before b in the corpus. */
export interface TruePair<Id = string | number> {
  readonly a: Id
  readonly b: Id
}

/** A corpus of which any part can be made at any time. */
export interface Corpus<Of extends CorpusKind = CorpusKind> {
  readonly size: number
  /** Groups of two documents and more. */
  readonly groups: number
  /** The document with this number, from 0 to size - 1. It does not depend on which others were made. */
  at(ordinal: number): CorpusRecord<Of>
  /** The name of the topic of that document; rows do not carry it themselves. */
  topicOf(ordinal: number): string
  /** Documents from one number to before another; all without them. */
  records(from?: number, to?: number): Generator<CorpusRecord<Of>>
  /** Every pair of duplicates, group by group. */
  pairs(): Generator<TruePair<CorpusRecord<Of>['id']>>
}

/** One kind of corpus: its writer, its language, its ids. */
interface KindOfCorpus {
  readonly kind: Kind
  readonly phrasebook: Phrasebook
  readonly idOf: (ordinal: number) => string | number
  readonly hasReferences?: boolean
}

const KINDS: { readonly [Name in CorpusKind]: KindOfCorpus } = {
  petitions: { kind: petition, phrasebook: CHINESE_PHRASES, idOf: (ordinal) => `p${ordinal + 1}` },
  articles_zh: { kind: articleZh, phrasebook: CHINESE_PHRASES, idOf: (ordinal) => `z${ordinal + 1}`, hasReferences: true },
  articles_en: { kind: articleEn, phrasebook: ENGLISH_PHRASES, idOf: (ordinal) => `e${ordinal + 1}`, hasReferences: true },
  rows: { kind: matter, phrasebook: CHINESE_PHRASES, idOf: (ordinal) => ordinal + 1 },
}

/** Purposes of random numbers, each with a stream of its own, so that a change in one part of a document leaves the others as they are. */
const Purpose = { text: 1, fields: 2, time: 3, edit: 4, copiedFields: 5 } as const

/** The earliest time of a document. */
const START = Date.UTC(2023, 0, 1)
/** Milliseconds. */
const MINUTE = 60_000
const DAY = 1440 * MINUTE
const isoTime = (time: number) => `${new Date(time).toISOString().slice(0, 19)}Z`

/**
 * A labelled corpus by its options. Nothing is made until it is asked for, and nothing is kept: a document follows from the
 * options and its number alone, so parts of one corpus can be made in different places.
 *
 * @throws {LeitongError} `OPTION_UNKNOWN`, `OPTION_VALUE`, `OPTION_CONFLICT`
 * @example
 * createCorpus({ kind: 'petitions', size: 1000 }).at(0).id // 'p1'
 */
export function createCorpus<Of extends CorpusKind>(options: CorpusOptions & { readonly kind: Of }): Corpus<Of> {
  const { kind: name, size, seed, edits, strength, length, keepFields } = resolveCorpus(options)
  const { kind, phrasebook, idOf, hasReferences = false } = KINDS[name]
  const plan = createPlan(resolveCorpus(options))
  const random = new Random()

  const at = (ordinal: number): CorpusDocument | CorpusRow => {
    if (!Number.isInteger(ordinal) || ordinal < 0 || ordinal >= size)
      throw new LeitongError('OPTION_VALUE', 'ordinal', String(ordinal), `an integer from 0 to ${size - 1}`)
    const { slot, base, topic: number } = plan.roleAt(ordinal)
    const topic = topicAt(number)
    const isCopy = slot !== base
    const basePosition = isCopy ? plan.positionOf(base) : ordinal
    random.start(seed, base, Purpose.text)
    const written = kind(topic).write(random, random.between(...length))
    random.start(seed, base, Purpose.time)
    const firstTime = START + random.below(730) * DAY + random.between(7 * 60, 22 * 60) * MINUTE
    const labels = { id: idOf(ordinal), group: basePosition + 1 }
    let time = firstTime
    let edit: { edit: EditLabel<string | number> } | undefined
    let isExact = true
    if (isCopy) {
      random.start(seed, slot, Purpose.edit)
      time += random.between(60, 60 * 1440) * MINUTE
      const editKind = random.pick(edits)
      const share = strength[0] + ((strength[1] - strength[0]) * random.next()) / 2 ** 32
      isExact = share === 0
      edit = { edit: { of: idOf(basePosition), kind: editKind, strength: editWritten(written, editKind, share, topic) } }
    }
    const text = textOf(written.draft, phrasebook.join)
    if (name !== 'rows') {
      const { draft, keywords, tags, references } = written
      const known = { ...labels, title: draft.title, text, topic: topic.name, time: isoTime(time), keywords, tags }
      return { ...known, ...(hasReferences ? { references } : {}), ...edit } as CorpusDocument
    }
    random.start(seed, base, Purpose.fields)
    let fields = writeFields(random, topic.label, isoTime(firstTime))
    if (isCopy && !keepFields && !isExact) fields = copyFields(fields, random.start(seed, slot, Purpose.copiedFields), isoTime(time))
    const { id, group } = labels
    return { id, ...fields, matter: text, group, ...edit } as CorpusRow
  }

  /** Edits the text, lets some of the other information go, and says how strong the edit of the text was. */
  const editWritten = (written: Written, editKind: EditKind, share: number, topic: Topic): number => {
    const writer = kind(topic)
    const voice = new Voice(random)
    const { strength: changed } = applyEdit(editKind, written.draft, share, { random, phrasebook, sentence: () => writer.sentence(voice) })
    for (const list of [written.keywords, written.tags, written.references]) {
      for (let i = list.length - 1; i > 0; i--) if (random.chance(share / 2)) list.splice(i, 1)
    }
    return Math.round(changed * 1e4) / 1e4
  }

  return {
    size,
    groups: plan.groups,
    at: at as Corpus<Of>['at'],
    topicOf: (ordinal) => topicAt(plan.roleAt(ordinal).topic).name,
    *records(from = 0, to = size) {
      for (let ordinal = Math.max(0, from); ordinal < Math.min(to, size); ordinal++) yield at(ordinal) as CorpusRecord<Of>
    },
    *pairs() {
      for (let group = 0; group < plan.groups; group++) {
        const ids = plan.members(group).map(idOf)
        for (let i = 0; i < ids.length; i++)
          for (let j = i + 1; j < ids.length; j++) yield { a: ids[i], b: ids[j] } as TruePair<CorpusRecord<Of>['id']>
      }
    },
  }
}

/**
 * The documents of a labelled corpus, one after the other, in bounded memory. See {@link createCorpus} for parts and pairs.
 *
 * @throws {LeitongError} `OPTION_UNKNOWN`, `OPTION_VALUE`, `OPTION_CONFLICT`
 * @example
 * for (const { id, text, group } of generateCorpus({ kind: 'articles_en', size: 1000, duplicates: 0.3 })) …
 */
export function generateCorpus<Of extends CorpusKind>(options: CorpusOptions & { readonly kind: Of }): Generator<CorpusRecord<Of>> {
  return createCorpus(options).records()
}
