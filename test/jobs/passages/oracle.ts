/** Passages by comparing every place with every other: the definition, spelled out. */

export interface NaivePassage {
  readonly items: string
  readonly places: readonly (readonly [text: number, offset: number])[]
}

/**
 * @param texts  lists of items
 * @param sides  by text, 1 or 2; across, passages are what of side 1 stands on side 2
 */
export function naivePassages(texts: readonly (readonly string[])[], least: number, sides?: readonly number[]): NaivePassage[] {
  const all = texts.flatMap((items, text) => items.map((_, offset) => [text, offset] as const))
  const sharedAt = (t: number, i: number, u: number, j: number) => {
    const [a, b] = [texts[t] as readonly string[], texts[u] as readonly string[]]
    let length = 0
    while (i + length < a.length && j + length < b.length && a[i + length] === b[j + length]) length++
    return length
  }
  const longest = (t: number, i: number) => {
    let most = 0
    for (const [u, j] of all) {
      if (u === t && i === j) continue
      if (sides && sides[u] !== 2) continue
      most = Math.max(most, sharedAt(t, i, u, j))
    }
    return most
  }
  const found = new Map<string, NaivePassage>()
  texts.forEach((items, t) => {
    if (sides && sides[t] !== 1) return
    let before = 0
    for (let i = 0; i < items.length; i++) {
      const length = longest(t, i)
      // In the one that begins before.
      const isPart = i > 0 && before > length
      before = length
      if (length < least || isPart) continue
      const passage = items.slice(i, i + length)
      const key = passage.join('\u0001')
      if (found.has(key)) continue
      const places = all.filter(([u, j]) => sharedAt(t, i, u, j) >= length)
      found.set(key, { items: key, places })
    }
  })
  return [...found.values()]
}
