/**
 * Takes the pictures of the report in docs/images: a wide and a narrow window, light and dark, from generated letters.
 * Needs `npm run build`, Chromium and a font with Chinese characters (Debian: fonts-noto-cjk).
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'

const root = new URL('../', import.meta.url).pathname
const SHOTS = [
  { name: 'report-light', width: 1440, height: 1000, colorScheme: 'light', locale: 'en-US' },
  { name: 'report-dark', width: 1440, height: 1000, colorScheme: 'dark', locale: 'zh-CN' },
  { name: 'report-phone-light', width: 390, height: 844, colorScheme: 'light', locale: 'zh-CN' },
  { name: 'report-phone-dark', width: 390, height: 844, colorScheme: 'dark', locale: 'en-US' },
]

if (!execFileSync('fc-list', [':lang=zh'], { encoding: 'utf8' }).trim()) {
  console.error('no font with Chinese characters: install fonts-noto-cjk')
  process.exit(1)
}
const folder = mkdtempSync(join(tmpdir(), 'leitong-pictures-'))
const leitong = (...args) => execFileSync(process.execPath, [join(root, 'dist/cli/main.js'), ...args], { cwd: folder })
leitong('generate', 'petitions', '--size', '600', '--seed', '7', '-o', 'letters.jsonl')
leitong('dedupe', 'letters.jsonl', '--threshold', '0.5', '--report', 'report.html')

const images = join(root, 'docs/images')
mkdirSync(images, { recursive: true })
const executablePath = execFileSync('which', [process.env.CHROMIUM ?? 'chromium'], { encoding: 'utf8' }).trim()
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  for (const { name, width, height, colorScheme, locale } of SHOTS) {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme, locale })
    await page.goto(`file://${join(folder, 'report.html')}`)
    await page.waitForSelector('#app[data-ready]')
    await page.locator('.head').first().click()
    await page.locator('.member').nth(1).waitFor()
    await page.screenshot({ path: join(images, `${name}.png`) })
    await page.close()
  }
} finally {
  await browser.close()
  rmSync(folder, { recursive: true })
}
console.log(`${SHOTS.length} pictures in docs/images`)
