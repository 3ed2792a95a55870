/** Figures of a run, as they are recorded: one text for each, under the method, the topic and what is counted. */
import { readFileSync } from 'node:fs'
import { wilson } from '../../dist/evaluating/intervals.js'

export interface Record {
  readonly commit: string
  readonly flags: readonly string[]
  readonly generate?: readonly string[]
  /** By `METHOD documents`, `METHOD pairs`, `METHOD TOPIC`: precision and recall, of documents with the 95 % interval of the recall. */
  readonly figures: Readonly<{ [key: string]: string }>
}

export const recordPath = (name: string): string => new URL(`record/${name}.json`, import.meta.url).pathname
export const recordOf = (name: string): Record => JSON.parse(readFileSync(recordPath(name), 'utf8'))

interface Share {
  readonly value: number
  readonly low: number
  readonly high: number
}
interface Counted {
  readonly found: number
  readonly right: number
  readonly precision: number
  readonly recall: number
}
interface Result {
  readonly method: string
  readonly documents: {
    readonly precision: Share
    readonly recall: Share
    readonly topics: readonly { readonly topic: string; readonly precision: Share; readonly recall: Share }[]
  }
  readonly pairwise: { readonly precision: Share; readonly recall: Share }
}
interface Topic extends Counted {
  readonly method: string
  readonly topic: string
  readonly similar: number
}

/** What `leitong evaluate --json` printed, of sets and of experiments, in one piece or topic by topic. */
interface Printed {
  readonly evaluation?: { readonly results: readonly Result[] }
  readonly evaluations?: readonly { readonly results: readonly Result[] }[]
  readonly measured?: { readonly topics?: readonly Topic[]; readonly pairs?: readonly (Counted & { readonly method: string })[] }
}

/** A precision of nothing found is none. */
const three = (value: number | undefined | null) => value?.toFixed(3) ?? '–'
const both = (precision: number, recall: number) => `${three(precision)}, ${three(recall)}`
const withInterval = (precision: number, { value, low, high }: Share) => `${both(precision, value)} (${three(low)}–${three(high)})`

export function figuresOf({ evaluation, evaluations = [], measured }: Printed): Record['figures'] {
  const figures: { [key: string]: string } = {}
  if (measured?.topics) {
    for (const { method, topic, right, similar, precision, recall } of measured.topics)
      figures[topic === 'all' ? `${method} documents` : `${method} ${topic}`] =
        topic === 'all' ? withInterval(precision, wilson(right, similar)) : both(precision, recall)
    for (const { method, precision, recall } of measured.pairs ?? []) figures[`${method} pairs`] = both(precision, recall)
    return figures
  }
  for (const { method, documents, pairwise } of (evaluation ?? evaluations[0])?.results ?? []) {
    figures[`${method} documents`] = withInterval(documents.precision.value, documents.recall)
    figures[`${method} pairs`] = both(pairwise.precision.value, pairwise.recall.value)
    for (const { topic, precision, recall } of documents.topics) figures[`${method} ${topic}`] = both(precision.value, recall.value)
  }
  return figures
}
