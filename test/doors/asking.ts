/** What the doors of all tests share: how an index is asked, and how answers are compared with the table. */
import { expect } from 'vitest'
import { openIndex } from '../../src/index.js'
import type { DoorCase } from './cases.js'

export type Pairs = readonly (readonly [number, number])[]

export const ordered = (pairs: Iterable<readonly [number, number]>): Pairs =>
  [...new Set(Array.from(pairs, ([a, b]) => (a < b ? `${a} ${b}` : `${b} ${a}`)))]
    .map((pair) => pair.split(' ').map(Number) as [number, number])
    .sort(([a, b], [c, d]) => a - c || b - d)

export const optionsOf = ({ options, fields }: DoorCase) => ({ ...options, ...(fields ? { fields: { fields } as never } : {}) })

/** Documents one at a time, then a question for each. */
export async function throughIndex(url: string, given: DoorCase): Promise<Pairs> {
  const index = await openIndex(url, optionsOf(given))
  try {
    for (const document of given.documents) await index.add(document)
    const found: [number, number][] = []
    for (const document of given.documents)
      for (const { id } of await index.query(document)) if (id !== document['id']) found.push([Number(document['id']), Number(id)])
    return fromBothSides(found)
  } finally {
    await index.close()
  }
}

/** Pairs that are found whichever of the two is asked. */
export function fromBothSides(found: Pairs): Pairs {
  const asked = new Set(found.map(([a, b]) => `${a} ${b}`))
  expect(found.filter(([a, b]) => !asked.has(`${b} ${a}`))).toEqual([])
  return ordered(found)
}

/** The code of a refusal, of the command its exit, and its words in one line. */
export const refusalOf = (error: unknown): string => {
  const { code, exit, message } = error as { code?: string; exit?: number; message: string }
  return `${code ?? `exit ${exit}`}: ${message.replaceAll('\n', ' ')}`
}
