/** Writers of texts, and the steps that they share. */
import type { Draft } from './draft.js'
import type { Expand, Voice } from './grammar.js'
import type { Random } from './random.js'
import type { Topic } from './vocabulary/topic.js'

/** A text of a kind, and what goes with it. */
export interface Written {
  readonly draft: Draft
  readonly keywords: string[]
  readonly tags: string[]
  readonly references: string[]
}

/** One kind of text on one topic. */
export interface Writer {
  /** A new document. `length` is what the body should have, in characters, more or less by a sentence. */
  write(random: Random, length: number): Written
  /** Sentences as they might stand in a document of this kind. */
  sentence(voice: Voice): string
}

/** Writers of one kind of text, by topic. */
export type Kind = (topic: Topic) => Writer

/** Some different expansions of a slot. */
export function several(voice: Voice, slot: Expand, count: number): string[] {
  const found = new Set<string>()
  for (let tries = 0; tries < count * 3 && found.size < count; tries++) found.add(slot(voice))
  return [...found]
}

/** Paragraphs of sentences until they have the length. */
export function paragraphs(
  voice: Voice,
  sentence: (voice: Voice) => string,
  length: number,
  perParagraph: readonly [number, number],
): string[][] {
  const body: string[][] = []
  let written = 0
  let left = 0
  while (written < length) {
    if (left === 0) {
      body.push([])
      left = voice.random.between(...perParagraph)
    }
    const text = sentence(voice)
    body.at(-1)?.push(text)
    written += text.length
    left--
  }
  return body
}

/** A writer for each topic, made when it is first needed. */
export function writers(make: (topic: Topic) => Writer): Kind {
  const made = new Map<Topic, Writer>()
  return (topic) => {
    const found = made.get(topic) ?? make(topic)
    made.set(topic, found)
    return found
  }
}

/** The first letter of an English sentence. */
export function capital(text: string): string {
  const at = text.startsWith('"') ? 1 : 0
  return text.slice(0, at) + text.charAt(at).toUpperCase() + text.slice(at + 1)
}
