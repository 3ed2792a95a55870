/** Names of options, as callers write them and as the command, files and stored indexes spell them. */
import type { OptionName, Options } from '../options/options.js'
import { camel, kebab } from '../options/spelling.js'
import { OPTIONS } from './table.js'

export { kebab }

/** How the command, files and stored indexes spell an option, in camel case. */
export const spellingOf = (name: string): string => OPTIONS[name as OptionName]?.spelled ?? name
/** @example flagOf('bandRows') // 'rows' */
export const flagOf = (name: string): string => kebab(spellingOf(name))

const SPELLED = new Map(Object.keys(OPTIONS).map((name) => [spellingOf(name), name]))

/** The option that a name means, in camel, kebab or snake case and in either spelling; what means none comes back in camel case. */
export const nameOf = (given: string): string => SPELLED.get(camel(given)) ?? camel(given)

/** Whether there is an option of this name. */
export const isOption = (name: string): name is OptionName => Object.hasOwn(OPTIONS, name)

/** Options as files and printed JSON spell them. */
export const spelledOptions = (options: Options): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(options).map(([name, value]) => [spellingOf(name), value]))

/** The known name closest to a misspelt one, if it is close. */
export function nearestName(name: string): string | undefined {
  const scored = [...SPELLED.keys()].map((known) => [editDistance(name.toLowerCase(), known.toLowerCase()), known] as const)
  const [distance, best] = scored.reduce((a, b) => (b[0] < a[0] ? b : a))
  return distance <= Math.max(2, name.length / 3) ? kebab(best) : undefined
}

/** Letters to insert, leave out or replace until two words are equal. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min((row[j] as number) + 1, (next[j - 1] as number) + 1, (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1))
    }
    row = next
  }
  return row[b.length] as number
}
