/** Fields inside of fields: `address.city`, as MongoDB names them. */

type Row = Readonly<Record<string, unknown>>

/**
 * The value under a name: a field of that very name, else what the dots lead to; of a list what they lead to in each element.
 *
 * @example reach({ address: { city: 'Wien' }, tags: [{ name: 'a' }, { name: 'b' }] }, 'tags.name') // ['a', 'b']
 */
export function reach(row: Row, name: string): unknown {
  if (Object.hasOwn(row, name)) return row[name]
  for (let dot = name.indexOf('.'); dot > 0; dot = name.indexOf('.', dot + 1)) {
    const head = name.slice(0, dot)
    if (!Object.hasOwn(row, head)) continue
    const rest = name.slice(dot + 1)
    const inner = row[head]
    if (!Array.isArray(inner)) return isRow(inner) ? reach(inner, rest) : undefined
    const found = inner.flatMap((element) => (isRow(element) ? [reach(element, rest)] : [])).filter((value) => value !== undefined)
    return found.length ? found : undefined
  }
  return undefined
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null

/** The row with what dotted names lead to under these names. */
export function withReached(row: Row, names: Iterable<string>): Row {
  let copy: Record<string, unknown> | undefined
  for (const name of names) {
    if (!name.includes('.') || Object.hasOwn(row, name)) continue
    const value = reach(row, name)
    if (value === undefined) continue
    copy ??= { ...row }
    copy[name] = value
  }
  return copy ?? row
}
