/** Texts of which nothing is left without the passages that an index leaves out. Apart from what holds those, which a browser has no use for. */
import type { Options } from '../../options/options.js'
import { leftOutOf, NOTHING_LEFT } from '../../signing/lexicons.js'

/** Tells why a text cannot be in an index: nothing is left of it. Undefined for options that leave nothing out. */
export function emptiness({ ignore }: Options): ((text: string) => string | undefined) | undefined {
  const leftOut = leftOutOf(ignore)
  return leftOut && ((text) => (text.trim() && !leftOut.cut(text).text ? NOTHING_LEFT : undefined))
}
