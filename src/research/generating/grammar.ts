/**
 * Sentences from templates. A template is text with slots:
 *
 *   {name}       something of the rule of that name
 *   {@name}      the same, but one and the same throughout a document
 *   {a|b|}       one of the texts between the bars, which may be empty
 *   {5-60}       an integer of that range
 */
import type { Random } from './random.js'

/** The choices of one document so far, so that it keeps to its names and rarely repeats itself. */
export class Voice {
  readonly random: Random
  /** Values of the `{@name}` slots, by the number of the name. */
  readonly bound: (string | undefined)[] = []
  /** Templates spoken already: a document rarely uses one twice. */
  readonly spoken = new Set<Expand>()
  /** The latest choice of each rule. */
  readonly latest: number[] = []

  constructor(random: Random) {
    this.random = random
  }
}

export type Expand = (voice: Voice) => string
/** A rule is made for a grammar, so that its texts can have slots themselves. */
export type Rule = (grammar: Grammar) => Expand
export type Rules = { readonly [name: string]: Rule }

/** Steps of a table of ranks, a power of two: ten bits of a random number choose one. Ranks with a smaller share than one step may never come. */
const ZIPF_STEPS = 1024
/** By length of list; computed once, and constant. */
const zipfTables = new Map<number, Uint16Array>()

/** Steps to ranks after Zipf and Mandelbrot: the share of rank r of n falls as 1 / (r + 2). */
function zipfTable(n: number): Uint16Array {
  const known = zipfTables.get(n)
  if (known) return known
  let total = 0
  for (let r = 0; r < n; r++) total += 1 / (r + 2)
  const table = new Uint16Array(ZIPF_STEPS)
  let sum = 0
  let step = 0
  for (let r = 0; r < n; r++) {
    sum += 1 / (r + 2)
    for (; step < ZIPF_STEPS && step < (sum / total) * ZIPF_STEPS; step++) table[step] = r
  }
  zipfTables.set(n, table)
  return table
}

/** Words of which the first are the most frequent, written with spaces between them. */
export const words = (list: string): Rule => ranked(list.trim().split(/\s+/))

/** Like `words`, with commas between: for phrases that contain spaces. */
export const phrases = (list: string): Rule => ranked(list.split(',').map((phrase) => phrase.trim()))

const ranked =
  (list: readonly string[]): Rule =>
  (grammar) => {
    const table = zipfTable(list.length)
    const parts = list.map((phrase) => grammar.compile(phrase))
    const rule = grammar.ranked++
    return (voice) => {
      // Not the same word twice in a row.
      let rank = table[voice.random.next() >>> 22] as number
      for (let tries = 0; tries < 2 && voice.latest[rule] === rank; tries++) rank = table[voice.random.next() >>> 22] as number
      voice.latest[rule] = rank
      return (parts[rank] as Expand)(voice)
    }
  }

/** Texts that are all as likely, one a line; a document rarely says the same twice. */
export const even =
  (list: string): Rule =>
  (grammar) =>
    grammar.pool(list)

/** Rules as a file of vocabulary has them: each a list of words, of phrases with commas between, or of lines that are as likely. */
export type Written = {
  readonly [name: string]: { readonly words: string } | { readonly phrases: string } | { readonly even: readonly string[] }
}

export const writtenRules = (written: Written): Rules =>
  Object.fromEntries(
    Object.entries(written).map(([name, rule]) => [
      name,
      'words' in rule ? words(rule.words) : 'phrases' in rule ? phrases(rule.phrases) : even(rule.even.join('\n')),
    ]),
  )

/** One of two rules, each as likely. */
export const either =
  (one: string, other: string): Rule =>
  (grammar) => {
    const rules = [grammar.slot(one), grammar.slot(other)]
    return (voice) => voice.random.pick(rules)(voice)
  }

/** Something that is computed. */
export const computed =
  (make: (random: Random) => string): Rule =>
  () =>
  (voice) =>
    make(voice.random)

const linesOf = (list: string) =>
  list
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** Rules by name, compiled when first used. */
export class Grammar {
  readonly #rules: Rules
  readonly #compiled = new Map<string, Expand>()
  readonly #bound = new Map<string, number>()
  /** How many ranked rules there are. */
  ranked = 0

  constructor(...rules: readonly Rules[]) {
    this.#rules = Object.assign({}, ...rules) as Rules
  }

  slot(name: string): Expand {
    let found = this.#compiled.get(name)
    if (!found) {
      const rule = this.#rules[name]
      if (!rule) throw new Error(`no rule "${name}"`)
      found = rule(this)
      this.#compiled.set(name, found)
    }
    return found
  }

  compile(template: string): Expand {
    const parts = template
      .split(/(\{[^}]*\})/)
      .filter(Boolean)
      .map((part) => (part.startsWith('{') ? this.#slotPart(part.slice(1, -1)) : part))
    if (parts.length === 0) return () => ''
    const [only] = parts
    if (parts.length === 1) return typeof only === 'string' ? () => only : (only as Expand)
    return (voice) => {
      let text = ''
      for (const part of parts) text += typeof part === 'string' ? part : part(voice)
      return text
    }
  }

  #slotPart(inside: string): Expand {
    if (inside.includes('|')) {
      const options = inside.split('|')
      return (voice) => voice.random.pick(options)
    }
    const range = /^(\d+)-(\d+)$/.exec(inside)
    if (range) return (voice) => String(voice.random.between(Number(range[1]), Number(range[2])))
    if (!inside.startsWith('@')) {
      // Rules may refer to each other in any order.
      let found: Expand | undefined
      return (voice) => {
        found ??= this.slot(inside)
        return found(voice)
      }
    }
    const name = inside.slice(1)
    const number = this.#bound.get(name) ?? this.#bound.size
    this.#bound.set(name, number)
    return (voice) => {
      let value = voice.bound[number]
      if (value === undefined) voice.bound[number] = value = this.slot(name)(voice)
      return value
    }
  }

  /** Templates one a line, of which a document takes one after the other, rarely the same again. */
  pool(list: string): Expand {
    const all = linesOf(list).map((line) => this.compile(line))
    return (voice) => {
      let chosen = voice.random.pick(all)
      for (let tries = 0; tries < 4 && voice.spoken.has(chosen); tries++) chosen = voice.random.pick(all)
      voice.spoken.add(chosen)
      return chosen(voice)
    }
  }
}
