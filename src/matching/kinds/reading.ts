/** How Chinese characters are read aloud, by a package that is loaded when it is asked for. */
import { createRequire } from 'node:module'
import { LeitongError } from '../../errors.js'

let pinyin: typeof import('pinyin-pro').pinyin | undefined
const known = new Map<string, string>()

/**
 * The most usual reading of a character without its tone; '' for what is none.
 *
 * @throws {LeitongError} `PACKAGE_MISSING`
 * @example pinyinOf('晓') // 'xiao'
 */
export function pinyinOf(character: string): string {
  const found = known.get(character)
  if (found !== undefined) return found
  pinyin ??= load()
  const reading = /\p{Script=Han}/u.test(character) ? pinyin(character, { toneType: 'none', nonZh: 'removed' }) : ''
  known.set(character, reading)
  return reading
}

function load() {
  try {
    return (createRequire(import.meta.url)('pinyin-pro') as typeof import('pinyin-pro')).pinyin
  } catch {
    throw new LeitongError('PACKAGE_MISSING', 'pinyin-pro', 'compare Chinese names by their sound')
  }
}
