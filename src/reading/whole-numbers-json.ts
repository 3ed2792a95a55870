/**
 * JSON that keeps whole numbers: those beyond 2^53, like the keys of many databases, are BigInts here and digits there. Otherwise two
 * neighbouring ids would become one.
 */

/** Strings, and whole numbers of 16 digits and more, which a double may not hold. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g
const MARK = '\u0000whole '

/** @throws {SyntaxError} */
export function parseJson(json: string): unknown {
  let isMarked = false
  const marked = /\d{16}/.test(json)
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
  let isMarked = false
  const json = JSON.stringify(value, (_, part) => {
    if (typeof part !== 'bigint') return part
    isMarked = true
    return MARK + String(part)
  }) as string | undefined
  return isMarked ? json?.replace(/"\\u0000whole (-?\d+)"/g, '$1') : json
}
