/** Words and tags that a tokenizer knows, beyond the letters of a text. Plain data, so that a lexicon travels to workers. */
import { hexOfWords } from '../hashing/bits.js'
import { identityOf } from './chinese/automaton.js'
import { DictionaryCutter } from './chinese/segment.js'
import { keptTags, TAGS } from './chinese/tags.js'

export interface Lexicon {
  /** The dictionary, made by buildAutomaton; the tokenizer `chinese` needs one. */
  readonly automaton?: Uint8Array
  /** Let the model join characters that the dictionary leaves single. */
  readonly hmm: boolean
  /** Words that are left out, normalised as the text is. */
  readonly stopWords: readonly string[]
  /** Tags to keep, by how they begin; with a leading `-`, tags to drop. Empty: all are kept. */
  readonly tags: readonly string[]
}

/** A lexicon ready for use. */
interface Opened {
  readonly cutter?: DictionaryCutter
  readonly tagNames: readonly string[]
  readonly stopWords: ReadonlySet<string>
  /** A byte a tag id, 1 to keep; undefined when all are kept. */
  readonly keptTags?: Uint8Array
}

/** Opening a dictionary takes longer than cutting a text: done once a lexicon, and let go with it. */
const opened = new WeakMap<Lexicon, Opened>()

/** The lexicon ready for use; the same one for the same lexicon. */
export function openLexicon(lexicon: Lexicon): Opened {
  const known = opened.get(lexicon)
  if (known) return known
  const cutter = lexicon.automaton && new DictionaryCutter(lexicon.automaton, lexicon.hmm)
  const tagNames = cutter?.tagNames ?? TAGS
  const made = {
    ...(cutter ? { cutter } : {}),
    tagNames,
    stopWords: new Set(lexicon.stopWords),
    ...(lexicon.tags.length ? { keptTags: keptTags(lexicon.tags, tagNames) } : {}),
  }
  opened.set(lexicon, made)
  return made
}

/** Names everything in a lexicon that tokens depend on; empty when that is nothing. */
export function lexiconName({ automaton, hmm, stopWords, tags }: Lexicon): string {
  const parts = [
    automaton ? `dictionary=${identityOf(automaton)}${hmm ? '+hmm' : ''}` : '',
    stopWords.length ? `stop_words=${identify(new TextEncoder().encode([...stopWords].sort().join('\n')))}` : '',
    tags.length ? `tags=${tags.join(',')}` : '',
  ]
  return parts.filter(Boolean).join(' ')
}

/** 16 hexadecimal digits for bytes; against accidents, not against attacks. */
export function identify(...parts: readonly Uint8Array[]): string {
  let a = 0x2545f491
  let b = 0x6c8e9cf5
  for (const bytes of parts) {
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i] as number
      a = Math.imul(a ^ byte, 0x01000193)
      b = Math.imul((b << 5) ^ (b >>> 27) ^ byte, 0x9e3779b1)
    }
    a = Math.imul(a ^ bytes.length ^ (a >>> 15), 0x85ebca6b)
    b = Math.imul(b ^ bytes.length ^ (b >>> 13), 0xc2b2ae35)
  }
  a ^= a >>> 16
  b ^= b >>> 16
  return hexOfWords([a, b])
}
