/**
 * JSON that keeps whole numbers: those beyond 2^53, like the keys of many databases, are BigInts here and digits there. Otherwise two
 * neighbouring ids would become one.
 */

/** Strings, and whole numbers of 16 digits and more, which a double may not hold. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g
const MARK = '\u0000whole '
/** Digits of a number that a double may not hold. */
const LONG = 16

const isDigit = (code: number) => code >= 48 && code <= 57

/** Whether there are LONG digits in a row; most characters are not looked at, since such a row has one at a multiple of its length. */
function hasLongNumber(json: string): boolean {
  for (let at = LONG - 1; at < json.length; at += LONG) {
    if (!isDigit(json.charCodeAt(at))) continue
    let [from, to] = [at, at + 1]
    while (from > 0 && isDigit(json.charCodeAt(from - 1))) from--
    while (to < json.length && isDigit(json.charCodeAt(to))) to++
    if (to - from >= LONG) return true
  }
  return false
}

/** @throws {SyntaxError} */
export function parseJson(json: string): unknown {
  let isMarked = false
  const marked = hasLongNumber(json)
    ? json.replace(TOKENS, (token) => {
        if (token[0] === '"' || Number.isSafeInteger(Number(token))) return token
        isMarked = true
        return JSON.stringify(MARK + token)
      })
    : json
  if (!isMarked) return JSON.parse(json)
  return JSON.parse(marked, (_, value) => (typeof value === 'string' && value.startsWith(MARK) ? BigInt(value.slice(MARK.length)) : value))
}

/** @returns undefined for what JSON has no word for */
export function toJson(value: unknown): string | undefined {
  if (typeof value === 'bigint') return String(value)
  try {
    // Without a function for each part it takes a third of the time; a BigInt makes it throw.
    return JSON.stringify(value)
  } catch {
    return toJsonWithBigInts(value)
  }
}

function toJsonWithBigInts(value: unknown): string | undefined {
  let isMarked = false
  const json = JSON.stringify(value, (_, part) => {
    if (typeof part !== 'bigint') return part
    isMarked = true
    return MARK + String(part)
  }) as string | undefined
  return isMarked ? json?.replace(/"\\u0000whole (-?\d+)"/g, '$1') : json
}
