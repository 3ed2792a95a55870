/** Lines of results, the same from every command. Ids are JSON already, in the type they came in: lines are put together by hand. */

/** Numbers of a pair; undefined where there are none. */
export interface Scores {
  /** 0 to 1. */
  readonly similarity: number | undefined
  /** Bits. */
  readonly distance: number | undefined
  /** Under containment: the share of the first document that the second has, and of the second that the first has. */
  readonly aInB?: number | undefined
  readonly bInA?: number | undefined
}

/** A similarity as it is written: more than six decimals say nothing of texts. */
export const round = (similarity: number | undefined) => (similarity === undefined ? null : Math.round(similarity * 1e6) / 1e6)

const scored = ({ similarity, distance, aInB, bInA }: Scores) =>
  `"similarity":${round(similarity)},"distance":${distance ?? null}${aInB === undefined ? '' : `,"a_in_b":${round(aInB)},"b_in_a":${round(bInA)}`}`

/** What one field says of a pair of rows; undefined where one of them has no value. */
export interface Contribution {
  readonly field: string
  readonly level: string | undefined
  readonly similarity: number | undefined
  /** Its share of the weights, or what it adds to the odds as a logarithm to base 2. */
  readonly weight?: number
  readonly bits?: number
}

/**
 * @param sides          of a link within both sides: on which side each one is, as `AB`
 * @param contributions  of rows: what each field says
 */
export const pairLine = (a: string, b: string, scores: Scores, { sides, contributions, answers }: PairParts = {}) =>
  `{"a":${a},"b":${b},${sides === undefined ? '' : `"sides":"${sides}",`}${scored(scores)}${answers ? `,"answers":"${answers}"` : ''}${contributions ? `,"contributions":${listed(contributions)}` : ''}}`

interface PairParts {
  readonly sides?: string
  /** The questions that it answers, where both were asked. */
  readonly answers?: string | undefined
  readonly contributions?: readonly Contribution[] | undefined
}

const listed = (contributions: readonly Contribution[]) =>
  JSON.stringify(
    contributions.map(({ field, level, similarity, weight, bits }) => ({
      field,
      level: level ?? null,
      similarity: round(similarity),
      ...(weight === undefined ? {} : { weight: round(weight) }),
      ...(bits === undefined ? {} : { bits: round(bits) }),
    })),
  )

/** @param a  undefined without a match */
export const matchLine = (b: string, a: string | undefined, scores: Scores) => `{"b":${b},"a":${a ?? null},${scored(scores)}}`

export const removedLine = (id: string, kept: string, scores: Scores, group: number) =>
  `{"id":${id},"duplicate_of":${kept},${scored(scores)},"group":${group}}`

/** A member of a group, with its side where groups have sides. */
export const memberOf = (id: string, scores: Scores, side?: string) => `{${named(id, side)},${scored(scores)}}`

/** The fields that name a document. */
export const named = (id: string, side?: string) => `${side === undefined ? '' : `"side":"${side}",`}"id":${id}`

/**
 * A group in parts: a line of millions of members is longer than a string may be.
 *
 * @param kept     as JSON
 * @param members  each by {@link memberOf}
 * @param further  what else is said of the group, each with a comma before it
 */
export function* groupLine(number: number, size: number, kept: string, members: Iterable<string>, further = ''): Generator<string> {
  yield `{"group":${number},"size":${size},"kept":${kept},"members":[`
  let separator = ''
  for (const member of members) {
    yield `${separator}${member}`
    separator = ','
  }
  yield `]${further}}`
}

/** A line with further fields at its end. */
export const withFields = (line: string, names: readonly string[], values: readonly unknown[]) =>
  `${line.slice(0, -1)}${names.map((name, i) => `,${JSON.stringify(name)}:${JSON.stringify(values[i] ?? null)}`).join('')}}`

/** @param line  from 1; 0 where there are none */
export const rejectLine = (source: string, line: number, reason: string) => JSON.stringify({ source, line: line || null, reason })

/** A line without its end, whole or in parts. */
export type Line = string | Iterable<string>

const encoder = new TextEncoder()

/** UTF-16 units in one block of bytes: more make few calls fewer, and a string ends at 2^29. */
const BLOCK = 1 << 18

/** Texts behind each other, in blocks of bytes. */
export function* blocks(texts: Iterable<string>): Generator<Uint8Array> {
  let block = ''
  for (const text of texts) {
    // A long text makes a block by itself.
    if (block && block.length + text.length > BLOCK) {
      yield encoder.encode(block)
      block = ''
    }
    block += text
  }
  if (block) yield encoder.encode(block)
}

/** Lines in blocks of bytes. */
export const lines = (all: Iterable<Line>): Generator<Uint8Array> => blocks(withEnds(all))

function* withEnds(all: Iterable<Line>): Generator<string> {
  for (const line of all) {
    if (typeof line === 'string') yield line
    else yield* line
    yield '\n'
  }
}
