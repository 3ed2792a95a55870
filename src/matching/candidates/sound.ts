/**
 * Words by their sound: letters that are often taken for each other become one, vowels behind the first letter go.
 *
 * In the manner of Soundex and NYSIIS, without their tables for one census: spelling mistakes rather than dialects.
 */
const RULES: readonly (readonly [RegExp, string])[] = [
  [/^(?:kn|gn|pn)/, 'n'],
  [/^wr/, 'r'],
  [/^wh/, 'w'],
  [/^ma?c(?=[a-z]{2})/, 'mk'],
  [/ph/g, 'f'],
  [/gh(?=[^aeiouy]|$)/g, ''],
  [/sch|sh|ch|tch/g, 's'],
  [/ck|c(?![eiy])|q|kh/g, 'k'],
  [/c|z|x/g, 's'],
  [/dg|j|g(?=[eiy])/g, 'g'],
  [/th|d/g, 't'],
  [/v/g, 'f'],
  [/b/g, 'p'],
  [/m/g, 'n'],
]

/**
 * For the values of one column, which are made of few words, again and again.
 *
 * @example createSoundOf()(['smyth']) // ['snt'], as for "smith" and "schmidt" nearly
 */
export function createSoundOf(): (words: readonly string[]) => string[] {
  const known = new Map<string, string>()
  const soundOnce = (word: string): string => {
    const heard = known.get(word)
    if (heard !== undefined) return heard
    const made = sound(word)
    if (known.size < REMEMBERED) known.set(word, made)
    return made
  }
  return (words) => words.map(soundOnce).sort()
}

const REMEMBERED = 1 << 17

function sound(word: string): string {
  if (!/^[a-z]+$/.test(word)) return word
  let text = word
  for (const [pattern, by] of RULES) text = text.replace(pattern, by)
  const first = text.slice(0, 1)
  return (
    (/[aeiouy]/.test(first) ? 'a' : first) +
    text
      .slice(1)
      .replace(/[aeiouywh]/g, '')
      .replace(/(.)\1+/g, '$1')
  )
}
