/**
 * Topics beyond the written ones, for noise on as many topics as asked: a field of subjects that nobody else begins with, aspects, and a
 * choice of clauses. Subjects change from clause to clause: were a document to keep to one, that word alone would decide its fingerprint.
 */
import { even, type Rules, type Written, writtenRules } from '../grammar.js'
import { Random } from '../random.js'
import coined from './coined.json' with { type: 'json' }
import type { Topic } from './topic.js'

/** Chinese and English side by side: a word, a space, and what it is called in English. */
const inBoth = (pairs: readonly string[]) =>
  pairs.map((pair) => {
    const [zh = '', ...en] = pair.split(' ')
    return { zh, en: en.join(' ') }
  })

/** What a topic is about. */
const SUBJECTS = inBoth(coined.subjects)
/** What is said of a subject. */
const ASPECTS = inBoth(coined.aspects)
/** Things that people handle or complain about, behind a subject. */
const OBJECTS = inBoth(coined.objects)

/** Subjects of a field, and aspects of each topic: few enough to belong together, enough to choose from. */
const FIELD = 30
const CHOSEN_ASPECTS = 24
const CHOSEN_OBJECTS = 10

/** Numbers there are: each subject leads that many topics, whose fields and aspects differ. */
export const COINED = 4 * SUBJECTS.length

const made = new Map<number, Topic>()

/** The coined topic with that number, from 0; always the same. */
export function coinedTopic(number: number): Topic {
  const known = made.get(number)
  if (known) return known
  const random = new Random().start(1, number, 7)
  const choose = <Item>(items: readonly Item[], count: number): Item[] =>
    random
      .order(items.length)
      .slice(0, count)
      .map((place) => items[place] as Item)
  const lead = SUBJECTS[number % SUBJECTS.length] as (typeof SUBJECTS)[number]
  const field = [lead, ...choose(SUBJECTS, FIELD).filter((subject) => subject !== lead)]
  const aspects = choose(ASPECTS, CHOSEN_ASPECTS)
  const objects = choose(OBJECTS, CHOSEN_OBJECTS)
  const pool = (list: readonly string[], count: number) => even(choose(list, count).join('\n'))
  const list = (items: readonly { readonly zh: string }[]) => even(items.map(({ zh }) => zh).join('\n'))
  const zh: Rules = {
    ...writtenRules(coined.zh.rules),
    focus: list(field),
    second: list(field),
    aspect: list(aspects),
    object: list(objects),
    stem: list(field),
    head: list(aspects),
    role: even(coined.zh.roles.join('\n')),
    fault: pool(coined.zh.faults, 10),
    effect: pool(coined.zh.effects, 8),
    wish: pool(coined.zh.wishes, 7),
    finding: pool(coined.zh.findings, 12),
    measure: pool(coined.zh.measures, 8),
  }
  const listEn = (items: readonly { readonly en: string }[]) => even(items.map(({ en }) => en).join('\n'))
  const en: Rules = {
    ...writtenRules(coined.en.rules as Written),
    focus: listEn(field),
    second: listEn(field),
    aspect: listEn(aspects),
    object: listEn(objects),
    finding: pool(coined.en.findings, 9),
    effect: pool(coined.en.effects, 6),
    measure: pool(coined.en.measures, 6),
  }
  const topic: Topic = { name: `coined_${number + 1}`, label: lead.zh, zh, en }
  made.set(number, topic)
  return topic
}
