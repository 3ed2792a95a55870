/** Cutting by the dictionary: runs of characters to words with tags, as the tokenizer asks; raw text, as the library does. */
import { openAutomaton } from './automaton.js'
import { isHan, isModelled, LONGEST_RUN, type Path, PathFinder } from './path.js'
import { guessTag } from './tags.js'

/** A word as a range of the characters it was cut from. */
export interface Piece {
  readonly start: number
  readonly end: number
  /** Tag id. */
  readonly tag: number
}

const isAlphanumeric = (cp: number) => cp < 128 && /[A-Za-z0-9]/.test(String.fromCharCode(cp))

/** Cuts by one dictionary, with or without the model for words that it does not have. */
export class DictionaryCutter {
  readonly tagNames: readonly string[]
  readonly #finder: PathFinder
  readonly #tags: Uint8Array
  readonly #hmm: boolean

  /**
   * @param automaton  made by buildAutomaton
   * @param hmm        let the model join characters that the dictionary leaves single
   */
  constructor(automaton: Uint8Array, hmm: boolean) {
    const opened = openAutomaton(automaton)
    this.tagNames = opened.tagNames
    this.#tags = opened.tags
    this.#finder = new PathFinder(opened)
    this.#hmm = hmm
  }

  /**
   * Words of a run of letters and digits. A run without ideographs is one word. In others, single letters and digits that the
   * dictionary leaves over are joined, and with the model, single ideographs as it says.
   */
  cutRun(run: readonly number[]): Piece[] {
    if (!run.some(isHan)) return [{ start: 0, end: run.length, tag: guessTag(textOf(run)) }]
    const pieces: Piece[] = []
    for (let start = 0; start < run.length; start += LONGEST_RUN) this.#cutPart(run.slice(start, start + LONGEST_RUN), start, pieces)
    return pieces
  }

  #cutPart(run: readonly number[], offset: number, pieces: Piece[]): void {
    const path = this.#finder.find(run)
    const { ends } = path
    const push = (start: number, end: number) =>
      pieces.push({ start: offset + start, end: offset + end, tag: this.#tagOf(run, start, end, path) })
    for (let at = 0; at < run.length; ) {
      let end = at
      while (end < run.length && ends[end] === end + 1) end++
      if (end === at) {
        end = ends[at] as number
        push(at, end)
      } else this.#joinSingles(run, at, end, push)
      at = end
    }
  }

  /** Characters that the best path leaves single: letters and digits are joined, ideographs as the model says. */
  #joinSingles(run: readonly number[], start: number, end: number, push: (start: number, end: number) => void): void {
    const modelled = this.#hmm && !this.#isWord(run, start, end)
    for (let at = start; at < end; ) {
      let to = at
      while (to < end && !isHan(run[to] as number)) to++
      if (to > at) push(at, to)
      else {
        while (modelled && to < end && isModelled(run[to] as number)) to++
        if (to - at > 1) this.#model(run, at, to, push)
        else {
          to = at + 1
          push(at, to)
        }
      }
      at = to
    }
  }

  /** Single characters that are a word together stay apart: the best path has preferred it so. */
  #isWord(run: readonly number[], start: number, end: number): boolean {
    return end - start > 1 && this.#finder.numberOf(run.slice(start, end)) > 0
  }

  #model(run: readonly number[], start: number, end: number, push: (start: number, end: number) => void): void {
    let from = start
    for (const to of this.#finder.model(run.slice(start, end))) {
      push(from, start + to)
      from = start + to
    }
  }

  #tagOf(run: readonly number[], start: number, end: number, { ends, numbers }: Path): number {
    const number = ends[start] === end ? (numbers[start] as number) : this.#finder.numberOf(run.slice(start, end))
    return number ? (this.#tags[number] as number) : guessTag(textOf(run.slice(start, end)))
  }

  /** Words of raw text as jieba cuts it: nothing is dropped. */
  cutText(characters: readonly number[]): Piece[] {
    const pieces: Piece[] = []
    for (let at = 0; at < characters.length; ) {
      let end = at
      while (end < characters.length && end - at < LONGEST_RUN && isBlock(characters[end] as number)) end++
      if (end > at) this.#cutBlock(characters.slice(at, end), at, pieces)
      else {
        const isLineBreak = characters[at] === 13 && characters[at + 1] === 10
        end = at + (isLineBreak ? 2 : 1)
        pieces.push({ start: at, end, tag: guessTag(' ') })
      }
      at = end
    }
    return pieces
  }

  #cutBlock(block: readonly number[], offset: number, pieces: Piece[]): void {
    const path = this.#finder.find(block)
    const { ends } = path
    const push = (start: number, end: number) =>
      pieces.push({ start: offset + start, end: offset + end, tag: this.#tagOf(block, start, end, path) })
    for (let at = 0; at < block.length; ) {
      let end = at
      while (end < block.length && ends[end] === end + 1 && (this.#hmm || isAlphanumeric(block[end] as number))) end++
      if (end - at > 1 && this.#hmm) {
        if (this.#isWord(block, at, end)) for (let i = at; i < end; i++) push(i, i + 1)
        else this.#joinRaw(block, at, end, push)
      } else {
        if (end === at) end = ends[at] as number
        push(at, end)
      }
      at = end
    }
  }

  #joinRaw(block: readonly number[], start: number, end: number, push: (start: number, end: number) => void): void {
    for (let at = start; at < end; ) {
      let to = at
      while (to < end && isModelled(block[to] as number)) to++
      if (to - at > 1) this.#model(block, at, to, push)
      else if (to > at) push(at, to)
      else {
        while (to < end && !isModelled(block[to] as number)) to++
        // Any character may stand before the digits, as in the jieba that is measured against.
        for (const [word] of textOf(block.slice(at, to)).matchAll(/[A-Za-z0-9]+(?:.\d+)?%?|[^A-Za-z0-9]+/gsu)) {
          const length = Array.from(word).length
          push(at, at + length)
          at += length
        }
      }
      at = to
    }
  }
}

/** Characters that jieba cuts together: ideographs, letters, digits and some signs. */
const isBlock = (cp: number) => isHan(cp) || (cp < 128 && /[\w+#&.%-]/.test(String.fromCharCode(cp)))

const textOf = (characters: readonly number[]) => characters.map((cp) => String.fromCodePoint(cp)).join('')
