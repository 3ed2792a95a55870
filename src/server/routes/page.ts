/** The page at `/`: what was built into dist/web/review, where that is there. */
import { existsSync } from 'node:fs'
import { loadPackages } from '../packages.js'
import type { RouteGroup } from './route.js'

const FOLDER = new URL('../../web/review/', import.meta.url).pathname

/** Nothing of another site runs in the page, and no other site shows it in a frame. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export const page: RouteGroup = {
  name: 'page',
  async register(app) {
    if (!existsSync(FOLDER)) return
    const { serveStatic } = await loadPackages()
    app.addHook('onRoute', (route) => {
      route.config = { ...route.config, scope: 'open' }
      route.schema = { ...route.schema, hide: true }
    })
    app.addHook('onSend', async (_, reply) => {
      reply.header('content-security-policy', POLICY).header('referrer-policy', 'no-referrer').header('x-frame-options', 'DENY')
    })
    await app.register(serveStatic, { root: FOLDER, prefix: '/', index: 'index.html', wildcard: false, decorateReply: false })
  },
}
