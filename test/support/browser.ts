/** A real Chromium for tests: $CHROMIUM, or one on the PATH (scripts/ensure-chromium.mjs sees to it). */
import { execFileSync } from 'node:child_process'
import { chromium } from 'playwright-core'

function find(): string {
  for (const name of [process.env.CHROMIUM, 'chromium', 'chromium-browser', 'google-chrome']) {
    if (!name) continue
    try {
      return execFileSync('which', [name], { encoding: 'utf8' }).trim()
    } catch {
      // Try the next one.
    }
  }
  throw new Error('no Chromium: node scripts/ensure-chromium.mjs')
}

export const launchChromium = () =>
  chromium.launch({
    executablePath: find(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
