/** A report that would be too large. Covers: the list of groups, texts, ids that are longer than a page shows. */
import { expect, it } from 'vitest'
import { runBatch } from '../../../src/jobs/dedupe/dedupe.js'
import { batchReport, reportPage } from '../../../src/jobs/dedupe/reporting/page.js'
import { machineDefaults } from '../../../src/options/machine.js'
import { documentsInput } from '../../../src/reading/document-input.js'
import { resolveOptions } from '../../../src/resolving/resolve.js'
import { reportData as dataOf } from '../../support/files.js'

const GROUPS = 60
const options = resolveOptions([{ values: { method: 'exact' }, where: 'here' }], machineDefaults())

async function pageOf(limits?: { texts: number; ids: number; listed: number }): Promise<string> {
  const documents = Array.from({ length: 2 * GROUPS }, (_, i) => ({
    id: i === 0 ? 'x'.repeat(10_000) : i,
    text: `text number ${i % GROUPS} of them`,
  }))
  const run = await runBatch([documentsInput(documents, options, undefined)], options, 'all')
  const page = Buffer.concat([...reportPage(batchReport(run), ...(limits ? [limits] : []))]).toString()
  await run.context.close()
  return page
}

interface Data {
  readonly summary: { readonly groups: number }
  readonly groups: readonly { readonly id: string }[]
}

it('lists all groups where there is room, and the beginning of a long id', async () => {
  const page = await pageOf()
  const { summary, groups } = dataOf(page, 'data') as Data
  expect([summary.groups, groups.length]).toEqual([GROUPS, GROUPS])
  expect(JSON.parse(groups[0]?.id as string)).toBe(`${'x'.repeat(2000)}…`)
  expect((dataOf(page, 'ids') as string[]).length).toBe(GROUPS)
  expect((dataOf(page, 'block-1') as unknown[]).length).toBe(GROUPS - 50)
})

it('lists as many groups as there is room for, and counts all', async () => {
  const page = await pageOf({ texts: 100, ids: 50_000, listed: 6000 })
  const { summary, groups } = dataOf(page, 'data') as Data
  expect(summary.groups).toBe(GROUPS)
  expect(groups.length).toBeGreaterThan(5)
  expect(groups.length).toBeLessThan(GROUPS)
  expect((dataOf(page, 'ids') as string[]).length).toBe(groups.length)
  expect((dataOf(page, 'block-0') as unknown[]).length).toBe(groups.length)
  expect(dataOf(await pageOf({ texts: 100, ids: 100, listed: 6000 }), 'ids')).toBe('')
})
