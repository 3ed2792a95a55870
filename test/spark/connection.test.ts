/**
 * spark/connect: does a run hold over TLS, and does a statement go on when its connection breaks?
 *
 * Oracle   the batch of one machine; what the statement itself would give.
 * Covers   a certificate of our own before the server, known and not known; connections that are cut while a statement is under way.
 * Leaves   tokens (server.long.test.ts).
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { expect, it } from 'vitest'
import { programPath } from '../../scripts/ensure-servers.mjs'
import { Session } from '../../src/spark/connect/session.js'
import { leitong, temporaryFolder } from '../support/files.js'
import { startProxy } from '../support/proxy.js'
import { describeWith } from '../support/servers.js'
import { generated, inputFolder, onOneMachine, PATIENCE, sharedFolder, written } from './runs.js'

await describeWith('spark', 'a connection to a cluster', (engine) => {
  const port = Number(new URL(engine.replace('sc:', 'http:')).port)

  it.skipIf(!programPath('openssl'))('is encrypted where TLS is asked for', { timeout: PATIENCE }, async () => {
    const folder = temporaryFolder()
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
    const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', ...subject]
    execFileSync('openssl', [...made, '-keyout', key, '-out', cert], { stdio: 'ignore' })
    const bytes: Buffer[] = []
    const proxy = createServer({ key: readFileSync(key), cert: readFileSync(cert), ALPNProtocols: ['h2'] }, (client) => {
      const server = connect(port, '127.0.0.1')
      for (const socket of [client, server]) {
        socket.on('error', () => {})
        socket.on('close', () => {
          client.destroy()
          server.destroy()
        })
      }
      client.on('data', (data: Buffer) => bytes.push(data))
      client.pipe(server)
      server.pipe(client)
    })
    proxy.on('tlsClientError', () => {})
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    try {
      const input = inputFolder({ 'a.jsonl': await generated('articles_en', 100) })
      const { port: open } = proxy.address() as AddressInfo
      const output = join(sharedFolder(), 'kept')
      const run = (env: Record<string, string>) =>
        leitong(
          ['dedupe', input, '--engine', `sc://localhost:${open}/;use_ssl=true`, '--work', join(sharedFolder(), 'work'), '-o', output],
          { env },
        )
      const unknown = await run({})
      expect([unknown.code, unknown.stderr]).toEqual([3, expect.stringMatching(/certificate/)])
      expect(bytes).toEqual([])
      const known = await run({ NODE_EXTRA_CA_CERTS: cert })
      expect(known.code, known.stderr).toBe(0)
      expect(written(output)).toBe((await onOneMachine(input)).output)
      expect(bytes.length).toBeGreaterThan(0)
    } finally {
      proxy.close()
    }
  })

  it('is taken up again when it breaks in the middle of a statement', { timeout: PATIENCE }, async () => {
    const proxy = await startProxy(port)
    const cuts: Promise<void>[] = []
    const at = { kind: 'connect', host: `127.0.0.1:${proxy.port}`, token: undefined, tls: false, user: 'leitong' } as const
    // Told when the server reports on the statement, which it does while it runs.
    const session = await Session.open(at, { progress: () => void (cuts.length < 2 && cuts.push(proxy.cut(0))) })
    try {
      const rows = await session.rows("SELECT id, java_method('java.lang.Thread', 'sleep', id + 9000) AS slept FROM range(1)")
      expect(rows.map(({ id }) => id)).toEqual([0n])
      await Promise.all(cuts)
      expect(proxy.cuts).toBeGreaterThan(0)
    } finally {
      await session.close()
      proxy.close()
    }
  })
})
