/** The pairs that a live index in memory finds among texts that come one after the other, as `older newer` by their places. */
import { openIndex } from '../../src/index.js'

export async function livePairs(find: 'copies' | 'versions' | 'all', texts: readonly string[], threshold?: number): Promise<string[]> {
  const index = await openIndex('memory:', { find, ...(threshold === undefined ? {} : { threshold }) })
  const pairs: string[] = []
  for (const [id, text] of texts.entries()) {
    for (const { id: other } of await index.query(text)) pairs.push(`${other} ${id}`)
    await index.add({ id, text })
  }
  await index.close()
  return pairs
}
