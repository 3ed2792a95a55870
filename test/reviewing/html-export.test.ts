/**
 * The exported page of a review: what stands in texts, ids, notes and names stays text.
 *
 * Oracle   a parser of HTML: no element and no attribute of the page is one that a document brought.
 * Covers   markup in texts, ids, authors and notes of the decisions, and the name of a file.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Parser } from 'htmlparser2'
import { expect, it } from 'vitest'
import { temporaryFolder, writeLines } from '../support/files.js'
import { reviewsIn } from '../support/reviews/reviews-in.js'

const HOSTILE = `"'><img src=x onerror=alert(1)><script>alert(2)</script></textarea></title><svg onload=alert(3)>`

it('has no markup of the documents', async () => {
  const folder = temporaryFolder()
  const { request, ask } = reviewsIn(folder)
  const text = `${HOSTILE} the harbour master counted every crate twice before the last ferry left`
  writeLines(join(folder, 'a.jsonl'), [
    { id: `1${HOSTILE}`, text },
    { id: `2${HOSTILE}`, text: `${text} today` },
    { id: 3, text: 'nothing like the others' },
  ])
  await ask('', { name: 'marked', source: ['a.jsonl'], options: { threshold: 0.5 } })
  await ask('/marked/run', {})
  const [group] = (await ask<{ groups: { id: string }[] }>('/marked/queue')).groups
  expect(group).toBeDefined()
  const members = [{ group: group?.id, place: 0 }]
  expect(await ask('/marked/acts', { act: 'note', note: HOSTILE, by: HOSTILE, run: 1, members })).toMatchObject({ status: 201 })
  const { file } = (await request('/marked/export/review.html')) as { file: string }
  const page = readFileSync(file, 'utf8')
  expect(page).toContain('harbour master')
  const found = { tags: new Set<string>(), attributes: new Set<string>() }
  const parser = new Parser({
    onopentag(name, attributes) {
      found.tags.add(name)
      for (const attribute of Object.keys(attributes)) found.attributes.add(attribute)
    },
  })
  parser.end(page)
  expect([...found.tags].filter((tag) => ['img', 'script', 'svg', 'textarea'].includes(tag))).toEqual([])
  expect([...found.attributes].filter((name) => name.startsWith('on'))).toEqual([])
})
