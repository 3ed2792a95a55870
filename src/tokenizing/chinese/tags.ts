/**
 * Parts of speech. Ids 0 to TAGS.length - 1 are the same everywhere; a dictionary may add names of its own after them (see
 * automaton.ts). Id 0 is no tag at all.
 */

/** jieba's tags, and those of the ICTCLAS set that tagged text brings along. */
export const TAGS: readonly string[] = [
  '',
  ...'a ad ag al an b bg bl c cc d df dg dl e eng f g h i j k l m mg mq n nd ng nh ni nl nn nr nrf nrfg nrj nrt ns nsf nt nx nz'.split(' '),
  ...'o p pba pbei q qt qv r rg rr rz ry s t tg u ud ug uj ul uv uz v vd vf vg vi vl vn vq vx vyou vshi x xe xm xs xu xx y z zg'.split(' '),
  ...'w wb wd wf wh wj wk wky wkz wm wn wp ws wt wu ww wy wyy wyz'.split(' '),
  // Levels in place of a part of speech, see weighting/counts.ts.
  ...'1 2 3 4 5'.split(' '),
]

/** Ids by name. */
const ids = new Map(TAGS.map((name, id) => [name, id]))

/** Bytes of a tag that count; longer tags are cut. */
export const TAG_LENGTH = 4

/**
 * The id of a tag as it stands in tagged text: lower-cased, its first four letters; what is not known goes by the longest
 * beginning that is, and a tag of which not even the first letter is known is `x`.
 */
export function tagId(tag: string): number {
  const name = tag.toLowerCase().slice(0, TAG_LENGTH)
  for (let length = name.length; length; length--) {
    const id = ids.get(name.slice(0, length))
    if (id !== undefined) return id
  }
  return ids.get('x') as number
}

/** The tag of a word that no dictionary has: `m` for digits, `eng` for letters and digits, else `x`. */
export function guessTag(word: string): number {
  let digits = 0
  let letters = 0
  for (let i = 0; i < word.length; i++) {
    const c = word.charCodeAt(i) | 32
    const isDigit = (word.charCodeAt(i) - 48) >>> 0 < 10
    if (isDigit) digits++
    if (isDigit || ((c - 97) >>> 0 < 26 && word.charCodeAt(i) < 128)) letters++
  }
  return tagId(!letters ? 'x' : letters === digits ? 'm' : 'eng')
}

/**
 * The tags that a filter keeps: those that begin with one of its names, or all if it has none; tags with a leading `-` are dropped from what
 * is kept. Words without a tag are kept unless some tag is asked for.
 *
 * @returns one byte a tag id, 1 to keep
 */
export function keptTags(filter: readonly string[], names: readonly string[]): Uint8Array {
  const wanted = filter.filter((name) => !name.startsWith('-'))
  const refused = filter.filter((name) => name.startsWith('-')).map((name) => name.slice(1))
  const kept = new Uint8Array(256)
  names.forEach((name, id) => {
    const begins = (prefix: string) => name.startsWith(prefix)
    kept[id] = (!wanted.length || wanted.some(begins)) && !refused.some((prefix) => prefix && begins(prefix)) ? 1 : 0
  })
  return kept
}
