/** Whether the values of a column are texts that people wrote, or entries of a form that happen to be long: addresses, links, names of offices. */

/** Mean UTF-16 units of a value that is a text. */
const LONG = 20
/** Where a sentence ends: a Chinese mark, or one behind a word, so that `St.`, `No. 5` and `1.5` are none. */
const SENTENCE = /[。！？；…]|\p{Ll}{4,}["'”’)]?[.!?]["'”’)]?(?=\s|$)/u
const LETTER = /[\p{L}]/u
/** Scripts without spaces. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
/** Parts of a Chinese address, from the province to the room, each behind its name or number. */
const PLACES = /[^\s，。、](?:省|自治区|市|自治州|区|县|旗|镇|乡|街道|路|大道|街|巷|弄|胡同|村|组|号|栋|幢|座|楼|单元|层|室)/gu
/** More units than an address has. */
const LONGEST_ADDRESS = 120
/** Shares of values that say what the column is. */
const MOST = 0.6
const FEW = 0.3
/** From so many values on, a column in which they come again and again is a choice of a form. */
const ENOUGH = 20
const REPEATED = 0.2

export function isProse(all: readonly string[]): boolean {
  const values = all.map((value) => value.trim()).filter(Boolean)
  // Of empty values a mean takes note: a column that few rows fill is not what the table is about.
  const mean = values.reduce((sum, { length }) => sum + length, 0) / Math.max(1, all.length)
  if (mean < LONG) return false
  const share = (is: (value: string) => boolean) => values.filter(is).length / values.length
  if (share((value) => SENTENCE.test(value)) >= MOST) return true
  if (share((value) => LETTER.test(value) && (/\s/.test(value) || UNSPACED.test(value))) < MOST) return false
  if (values.length >= ENOUGH && new Set(values).size < values.length * REPEATED) return false
  return share(isAddress) < FEW
}

/** No sentence, and parts of a place: of Chinese by their words, elsewhere a number beside names in capitals, with commas between. */
function isAddress(value: string): boolean {
  if (value.length > LONGEST_ADDRESS || SENTENCE.test(value)) return false
  if (UNSPACED.test(value)) return (value.match(PLACES)?.length ?? 0) >= 3
  const words = value.split(/[\s,]+/).filter((word) => LETTER.test(word))
  const named = words.filter((word) => /^\p{Lu}/u.test(word)).length
  return /\d/.test(value) && named >= words.length * MOST && /,|\n/.test(value)
}
