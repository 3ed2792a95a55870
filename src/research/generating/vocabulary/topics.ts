/** The shelf of topics. */
import { coinedTopic } from './coined.js'
import { construction } from './construction.js'
import { education } from './education.js'
import { finance } from './finance.js'
import { housing } from './housing.js'
import { artificialIntelligence } from './intelligence.js'
import { internet } from './internet.js'
import { medicine } from './medicine.js'
import type { Topic } from './topic.js'
import { transport } from './transport.js'
import { urbanManagement } from './urban.js'

/** Every written topic, in the order in which `topics: n` takes them. */
export const TOPICS: readonly Topic[] = [
  education,
  housing,
  medicine,
  finance,
  transport,
  urbanManagement,
  construction,
  internet,
  artificialIntelligence,
]

/** A topic by its number: the written ones first, then those that are put together. */
export const topicAt = (number: number): Topic => TOPICS[number] ?? coinedTopic(number - TOPICS.length)
