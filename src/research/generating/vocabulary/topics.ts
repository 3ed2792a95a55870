/** The shelf of topics: those that are written, in topics.json, and beyond them those that are put together. */
import { type Written, writtenRules } from '../grammar.js'
import { coinedTopic } from './coined.js'
import type { Topic } from './topic.js'
import topics from './topics.json' with { type: 'json' }

/** Every written topic, in the order in which `topics: n` takes them. */
export const TOPICS: readonly Topic[] = topics.map(({ name, label, zh, en }) => ({
  name,
  label,
  zh: writtenRules(zh as Written),
  en: writtenRules(en as Written),
}))

/** A topic by its number: the written ones first, then those that are put together. */
export const topicAt = (number: number): Topic => TOPICS[number] ?? coinedTopic(number - TOPICS.length)
