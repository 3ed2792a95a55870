/**
 * The best path through the words of a text (dynamic programming from the end) and, for what it leaves in single characters,
 * the hidden Markov model. assembly/chinese.ts does the same sums in the same order.
 */
import { type Automaton, MODEL_COUNT, MODEL_FIRST } from './automaton.js'
import { BEFORE, START, STATES } from './hmm.js'

/** Characters that are cut together. Longer runs are cut here without regard to what follows, so that memory stays bounded. */
export const LONGEST_RUN = 4096

/** Words as jieba counts characters: the ideographs of every block. */
export function isHan(cp: number): boolean {
  return (
    (cp >= 0x4e00 && cp <= 0x9fff) ||
    (cp >= 0x3400 && cp <= 0x4dbf) ||
    (cp >= 0xf900 && cp <= 0xfaff) ||
    (cp >= 0x20000 && cp <= 0x2a6df) ||
    (cp >= 0x2a700 && cp <= 0x2ebef) ||
    (cp >= 0x2f800 && cp <= 0x2fa1f)
  )
}

/** Whether the model has been trained on such characters. */
export const isModelled = (cp: number): boolean => cp >= MODEL_FIRST && cp < MODEL_FIRST + MODEL_COUNT

export interface Path {
  /** The end of the word that starts at each character, on the best path from there on. */
  readonly ends: Uint32Array
  /** The number of that word; 0 when no dictionary has it. */
  readonly numbers: Uint16Array
}

/** Finds the best path. Among equally likely paths the one with the longer first word wins. */
export class PathFinder {
  readonly #automaton: Automaton

  constructor(automaton: Automaton) {
    this.#automaton = automaton
  }

  #codeOf(cp: number): number {
    const { codes, astral } = this.#automaton
    if (cp <= 0xffff) return codes[cp] as number
    for (let i = 0; i < (astral[0] as number); i++) if (astral[1 + 2 * i] === cp) return astral[2 + 2 * i] as number
    return 0
  }

  /** The child of a slot (0: the root), or 0. */
  #child(slot: number, code: number): number {
    if (!code) return 0
    if (!slot) return code
    const { slots } = this.#automaton
    const base = (slots[2 * slot] as number) & 0xffffff
    if (!base) return 0
    const at = base + code
    const parent = ((slots[2 * at] as number) >>> 24) | (((slots[2 * at + 1] as number) & 0xffff) << 8)
    return parent === slot ? at : 0
  }

  #number(slot: number): number {
    return (this.#automaton.slots[2 * slot + 1] as number) >>> 16
  }

  find(characters: readonly number[]): Path {
    const { weights } = this.#automaton
    const count = characters.length
    const codes = characters.map((cp) => this.#codeOf(cp))
    const best = new Float64Array(count + 1)
    const ends = new Uint32Array(count)
    const numbers = new Uint16Array(count)
    for (let i = count - 1; i >= 0; i--) {
      let found = Number.NEGATIVE_INFINITY
      let slot = 0
      for (let j = i; j < count; ) {
        slot = this.#child(slot, codes[j++] as number)
        if (!slot) break
        const number = this.#number(slot)
        if (!number) continue
        const sum = (weights[number] as number) + (best[j] as number)
        if (!ends[i] || sum >= found) {
          found = sum
          ends[i] = j
          numbers[i] = number
        }
      }
      if (!ends[i]) {
        found = (weights[0] as number) + (best[i + 1] as number)
        ends[i] = i + 1
      }
      best[i] = found
    }
    return { ends, numbers }
  }

  /** The number of a word, or 0 when no dictionary has it. */
  numberOf(characters: readonly number[]): number {
    let slot = 0
    for (const cp of characters) {
      slot = this.#child(slot, this.#codeOf(cp))
      if (!slot) return 0
    }
    return this.#number(slot)
  }

  /** Ends of the words that the model makes of two and more characters that it knows of. */
  model(characters: readonly number[]): number[] {
    const { modelNumbers, modelRows } = this.#automaton
    const count = characters.length
    const before = new Uint8Array(count * 4)
    const emitted = (i: number, state: number) =>
      modelRows[(modelNumbers[(characters[i] as number) - MODEL_FIRST] as number) * 4 + state] as number
    let last = START.map((start, state) => start + emitted(0, state))
    for (let i = 1; i < count; i++) {
      last = BEFORE.map(({ states, log }, state) => {
        const a = (last[states[0]] as number) + log[0] + emitted(i, state)
        const b = (last[states[1]] as number) + log[1] + emitted(i, state)
        before[i * 4 + state] = states[b >= a ? 1 : 0]
        return Math.max(b, a)
      })
    }
    const path = new Uint8Array(count)
    path[count - 1] = (last[STATES.single] as number) >= (last[STATES.end] as number) ? STATES.single : STATES.end
    for (let i = count - 1; i > 0; i--) path[i - 1] = before[i * 4 + (path[i] as number)] as number
    const ends: number[] = []
    path.forEach((state, i) => {
      if (state === STATES.end || state === STATES.single || i === count - 1) ends.push(i + 1)
    })
    return ends
  }
}
