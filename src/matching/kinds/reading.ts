/** How Chinese characters are read aloud, by a package that the host brings when it is asked for. */
import { LeitongError } from '../../errors.js'

/** The most usual reading of a character, without its tone. */
export type ReadCharacter = (character: string) => string

let load: () => ReadCharacter = () => {
  throw new LeitongError('PACKAGE_MISSING', 'pinyin-pro', 'compare Chinese names by their sound')
}
let read: ReadCharacter | undefined
const known = new Map<string, string>()

/** @param loader  called when the first character is read */
export function readAloudBy(loader: () => ReadCharacter): void {
  load = loader
}

/**
 * The reading of a character; '' for what is no Chinese one.
 *
 * @throws {LeitongError} `PACKAGE_MISSING`
 * @example pinyinOf('晓') // 'xiao'
 */
export function pinyinOf(character: string): string {
  const found = known.get(character)
  if (found !== undefined) return found
  read ??= load()
  const reading = /\p{Script=Han}/u.test(character) ? read(character) : ''
  known.set(character, reading)
  return reading
}
