/** Real browsers for tests: $CHROMIUM and $FIREFOX, or those on the PATH (scripts/ensure-browsers.mjs sees to them). */
import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { type Browser, chromium, firefox, type Page } from 'playwright-core'

function find(...names: readonly (string | undefined)[]): string {
  for (const name of names) {
    if (!name) continue
    try {
      return execFileSync('which', [name], { encoding: 'utf8' }).trim()
    } catch {
      // Try the next one.
    }
  }
  throw new Error(`none of ${names.join(', ')}: node scripts/ensure-browsers.mjs chromium firefox`)
}

/** Names of files are UTF-8 to a browser where the language of the machine says so. */
const env = { ...process.env, LC_ALL: 'C.UTF-8' } as Record<string, string>

export const launchChromium = () =>
  chromium.launch({
    executablePath: find(process.env.CHROMIUM, 'chromium', 'chromium-browser', 'google-chrome'),
    env,
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

/** What Playwright and Firefox send each other: messages in JSON. */
interface Socket {
  send(data: string, ...more: unknown[]): void
  emit(event: string, data: unknown, ...more: unknown[]): boolean
}

/**
 * Playwright speaks WebDriver BiDi of the newest Firefox, and Debian's is a year older in two things: it cannot feign colours and motion, which is
 * answered here instead, and does not number downloads, whose addresses are taken for numbers.
 */
function bridgeBidi(socket: Socket): void {
  const { send, emit } = socket
  socket.send = function (data, ...more) {
    if (!data.includes('"method":"emulation.setMediaFeaturesOverride"')) return send.call(this, data, ...more)
    const { id } = JSON.parse(data)
    queueMicrotask(() => emit.call(this, 'message', Buffer.from(JSON.stringify({ type: 'success', id, result: {} })), false))
  }
  socket.emit = function (event, data, ...more) {
    if (event !== 'message' || !String(data).includes('"method":"browsingContext.download')) return emit.call(this, event, data, ...more)
    const message = JSON.parse(String(data))
    message.params.download ??= message.params.url
    return emit.call(this, event, Buffer.from(JSON.stringify(message)), ...more)
  }
}

let isBridged = false

export function launchFirefox(): Promise<Browser> {
  const { ws } = createRequire(import.meta.url)('playwright-core/lib/utilsBundle') as { readonly ws: { readonly prototype: Socket } }
  if (!isBridged) bridgeBidi(ws.prototype)
  isBridged = true
  return firefox.launch({ channel: 'moz-firefox', executablePath: find(process.env.FIREFOX, 'firefox-esr', 'firefox'), env })
}

/** Drops a file as a person does: the browser hands it over in a transfer of its own. */
export async function drop(page: Page, name: string, content: string | Uint8Array): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([called, base64]) => {
      const data = new DataTransfer()
      data.items.add(new File([Uint8Array.from(atob(base64 as string), (byte) => byte.charCodeAt(0))], called as string))
      return data
    },
    [name, Buffer.from(content).toString('base64')],
  )
  for (const event of ['dragover', 'drop']) await page.dispatchEvent('.drop', event, { dataTransfer: transfer })
  await page.waitForSelector('.sample, .failed, [role=alert]')
}
