/** Dictionaries for cutting Chinese into words: built, and handed over where there are no files. */
import { LeitongError } from '../errors.js'
import { buildAutomaton } from '../tokenizing/chinese/automaton.js'
import { createDictionary } from '../tokenizing/chinese/dictionary.js'
import { type DictionaryParts, setLexiconHost } from './lexicons.js'

/** @throws {LeitongError} `DICTIONARY` for a line of a user dictionary that cannot be understood */
export function buildDictionary({ main, files, toWord, identity }: DictionaryParts): Uint8Array {
  const built = createDictionary(
    new TextDecoder().decode(main),
    files.map(({ text }) => text),
    toWord,
  )
  const [bad] = built.bad
  if (bad) throw new LeitongError('DICTIONARY', `${files[bad.dictionary]?.name}:${bad.line}`, bad.text)
  return buildAutomaton(built, identity)
}

/**
 * Gives the library its dictionary where there are no files, as in a browser. Node needs no such call.
 *
 * @param dictionary  `word frequency tag` lines in UTF-8, as in `dict.txt` of @node-rs/jieba
 * @param files       user dictionaries and stop words by the names that options call them by
 */
export function provideDictionary(dictionary: Uint8Array, files: Readonly<Record<string, string>> = {}): void {
  const built = new Map<string, Uint8Array>()
  setLexiconHost({
    dictionary: () => dictionary,
    build: buildDictionary,
    read(name) {
      const text = files[name]
      if (text === undefined) throw new LeitongError('SOURCE_MISSING', name)
      return { name, text }
    },
    cached(identity, build) {
      const bytes = built.get(identity) ?? build()
      built.set(identity, bytes)
      return bytes
    },
  })
}
