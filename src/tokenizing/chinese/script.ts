/** Which script of Chinese a text is written in, as its beginning tells. */
import { ofSimplifiedAlone, pairs } from './traditional.js'

export type ChineseScript = 'simplified' | 'traditional'

/** Texts of a set by the script of Chinese that they are written in; others are not counted. */
export interface ScriptCounts {
  readonly simplified: number
  readonly traditional: number
}

/** Counts as a member of an object that has it where both scripts occur. */
export const bothScripts = (scripts: ScriptCounts): { readonly scripts?: ScriptCounts } =>
  scripts.simplified && scripts.traditional ? { scripts } : {}

/** Scripts by the numbers that the kernel gives them. */
export const SCRIPTS = [undefined, 'simplified', 'traditional'] as const satisfies readonly (ChineseScript | undefined)[]

/**
 * Bytes of UTF-8 that tell the script of a text, how many telling characters are looked at, and how many of one script tell it.
 * assembly/traditional.ts has the same numbers.
 */
const BEGINNING = 2048
const TELLING = 32
const ENOUGH = 4
const TIMES = 8

/** The main block begins here: characters before it are too rare to tell anything. */
const IDEOGRAPHS = 0x4e00

const encoder = new TextEncoder()
let known: ReadonlyMap<number, ChineseScript> | undefined

/** Each character that one script has and the other does not. A few that both have, as 后 and 里, pass for simplified ones. */
function scripts(): ReadonlyMap<number, ChineseScript> {
  known ??= new Map([
    ...ofSimplifiedAlone().map((to) => [to, 'simplified'] as const),
    ...[...pairs().keys()].map((from) => [from, 'traditional'] as const),
  ])
  return known
}

/**
 * The script of a text: of its first 32 characters that tell one, within 2048 bytes, at least four are of that script alone, and eight times as
 * many as of the other one and of Japanese kana together.
 *
 * @returns undefined for texts that are not Chinese, too short to tell, or of both scripts
 * @example scriptOf('這個問題還沒有說清楚') // 'traditional'
 */
export function scriptOf(text: string): ChineseScript | undefined {
  const { read } = encoder.encodeInto(text, new Uint8Array(BEGINNING))
  const counts = { simplified: 0, traditional: 0 }
  let kana = 0
  for (const character of text.slice(0, read)) {
    const cp = character.codePointAt(0) as number
    const script = cp < IDEOGRAPHS ? undefined : scripts().get(cp)
    if (script) counts[script]++
    else if (cp >= 0x3040 && cp < 0x3100) kana++
    if (counts.simplified + counts.traditional + kana >= TELLING) break
  }
  const isOf = (script: ChineseScript, other: ChineseScript) => counts[script] >= ENOUGH && counts[script] >= TIMES * (counts[other] + kana)
  return isOf('traditional', 'simplified') ? 'traditional' : isOf('simplified', 'traditional') ? 'simplified' : undefined
}
