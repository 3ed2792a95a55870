/** Which options somebody stated, also as what they would be anyway. */
import type { OptionName, Options } from './options.js'

/** A symbol goes along where options are spread, and is neither printed nor sent to workers. */
export const STATED = Symbol('stated')
export type Stated = { readonly [STATED]?: ReadonlySet<string> }

/** The options with others in their place, as somebody states them. */
export const withStated = (options: Options, stated: Partial<Options>): Options => {
  const earlier = (options as Options & Stated)[STATED] ?? []
  const all: Options & Stated = { ...options, ...stated, [STATED]: new Set([...earlier, ...Object.keys(stated)]) }
  return all
}

/** Whether an option was stated by somebody, also as what it would be anyway, and not filled in. */
export const isStated = (options: Options, name: OptionName): boolean => (options as Options & Stated)[STATED]?.has(name) ?? false
