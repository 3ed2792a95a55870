/** Where the values of a JSON record stand in its text, so that one can be changed and all else stays as it is written. */

/** A value and its place, end excluded. */
interface Span {
  readonly start: number
  readonly end: number
  /** Of an object, by name; of equal names the last one counts. */
  readonly members?: ReadonlyMap<string, Span>
  readonly elements?: readonly Span[]
}

/** Where a text stands in a record: its quotes included. */
export type TextSpan = readonly [start: number, end: number]

/**
 * The strings that a field leads to, as `reach` finds them: one, or those of a list.
 *
 * @param record  sound JSON
 * @example textSpans('{"a":{"b":"x"}}', 'a.b') // [[10, 13]]
 */
export function textSpans(record: string, field: string): TextSpan[] {
  const [value] = readValue(record, skipSpace(record, 0))
  return reachSpans(value, field)
    .flatMap((span) => span.elements ?? [span])
    .filter(({ start }) => record[start] === '"')
    .map(({ start, end }) => [start, end])
}

function reachSpans(span: Span, name: string): Span[] {
  const { members } = span
  const own = members?.get(name)
  if (own) return [own]
  for (let dot = name.indexOf('.'); dot > 0; dot = name.indexOf('.', dot + 1)) {
    const inner = members?.get(name.slice(0, dot))
    if (!inner) continue
    const rest = name.slice(dot + 1)
    return (inner.elements ?? [inner]).flatMap((element) => reachSpans(element, rest))
  }
  return []
}

function readValue(text: string, start: number): readonly [value: Span, end: number] {
  const first = text[start]
  if (first === '"') {
    const end = stringEnd(text, start)
    return [{ start, end }, end]
  }
  if (first !== '{' && first !== '[') {
    const end = start + (/[^\s,\]}]*/y.exec(text.slice(start, start + 400))?.[0].length ?? 0)
    return [{ start, end }, end]
  }
  const isObject = first === '{'
  const members = new Map<string, Span>()
  const elements: Span[] = []
  let at = skipSpace(text, start + 1)
  while (text[at] !== '}' && text[at] !== ']') {
    let name = ''
    if (isObject) {
      const end = stringEnd(text, at)
      name = JSON.parse(text.slice(at, end)) as string
      at = skipSpace(text, skipSpace(text, end) + 1)
    }
    const [value, end] = readValue(text, at)
    if (isObject) members.set(name, value)
    else elements.push(value)
    at = skipSpace(text, end)
    if (text[at] === ',') at = skipSpace(text, at + 1)
  }
  return [isObject ? { start, end: at + 1, members } : { start, end: at + 1, elements }, at + 1]
}

function skipSpace(text: string, at: number): number {
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at++
  return at
}

function stringEnd(text: string, start: number): number {
  for (let at = start + 1; ; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at + 1
  }
}

/**
 * A string of JSON without some stretches of what it says.
 *
 * @param literal  with its quotes
 * @param gaps     start and end of each stretch, in UTF-16 units of the string, ascending
 * @example withoutStretches('"a\\nbc"', [1, 3]) // '"ac"'
 */
export function withoutStretches(literal: string, gaps: ArrayLike<number>): string {
  let kept = ''
  let [at, unit] = [1, 0]
  const advance = (to: number) => {
    const from = at
    for (; unit < to; unit++) at += literal[at] !== '\\' ? 1 : literal[at + 1] === 'u' ? 6 : 2
    return from
  }
  for (let i = 0; i < gaps.length; i += 2) {
    const from = advance(gaps[i] as number)
    kept += literal.slice(i ? from : 0, at)
    advance(gaps[i + 1] as number)
  }
  return gaps.length ? kept + literal.slice(at) : literal
}
