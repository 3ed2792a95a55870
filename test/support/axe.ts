/** What axe finds in a page, as lines: rule and places. */
import axe from 'axe-core'
import type { Page } from 'playwright-core'

export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { axe: found } = window as unknown as {
      axe: { run: (options: object) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
    }
    // A name that says another thing than what is seen is no rule by itself.
    const rules = { 'label-content-name-mismatch': { enabled: true } }
    return (await found.run({ rules })).violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`,
    )
  })
}
