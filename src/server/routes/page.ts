/** The page at `/`: what was built into dist/web/review, where that is there. */
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import serveStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { ownFile } from '../../packages.js'

const FOLDER = fileURLToPath(ownFile('web/review/'))

/** Nothing of another site runs in the page, and no other site shows it in a frame. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export async function registerPage(app: FastifyInstance): Promise<void> {
  if (!existsSync(FOLDER)) return
  app.addHook('onSend', async (_, reply) => {
    reply.header('content-security-policy', POLICY).header('referrer-policy', 'no-referrer').header('x-frame-options', 'DENY')
  })
  // A route for each file, since every route has to say who may use it.
  await app.register(serveStatic, { root: FOLDER, serve: false })
  for (const file of readdirSync(FOLDER))
    app.get(`/${file === 'index.html' ? '' : file}`, { config: { scope: 'open' } }, (_, reply) => reply.sendFile(file))
}
