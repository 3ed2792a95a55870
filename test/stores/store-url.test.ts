/**
 * Where an index lies, as it is written.
 *
 * Covers   what is shown of URLs, right and misspelt; what errors say of them; variables of the environment; schemes in capitals.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { openIndex } from '../../src/index.js'
import { redactedUrl } from '../../src/stores/store-url.js'
import { temporaryFolder } from '../support/files.js'

const folder = temporaryFolder()

describe('what is shown of a URL', () => {
  it.each([
    ['postgres://u:secret@h:5/db#idx', 'postgres://h:5/db#idx'],
    ['postgres://u:pa#secret@localhost:1/db#idx', 'postgres://localhost:1/db#idx'],
    ['postgres://u:pa@secret@localhost:1/db?secret=1#idx', 'postgres://localhost:1/db#idx'],
    ['postgres://u:secret/secret?secret@h', 'postgres://h'],
    ['postgres://u:se\ncret@h', 'postgres://h'],
    ['postgress://u:pa#secret@h/db#i', 'postgress://h/db#i'],
    ['pg:u:secret@h', 'pg:h'],
    ['postgres:/u:secret@h/db', 'postgres:/h/db'],
    ['postgres//u:secret@h/db', 'postgres//h/db'],
    ['://u:secret@h', '://h'],
    [' POSTGRES://u:secret@h', 'POSTGRES://h'],
    ['u:secret@h/db', 'u:***@h/db'],
    ['postgres://u:secret', 'postgres://u:***'],
    ['redis://:se#cret:1/0#x', 'redis://:***#x'],
    ['redis://h#secret@x y', 'redis://x y'],
    ['lmdb://u:secret@h/x', 'lmdb://u:***@h/x'],
    ['mongodb://a:1,b:2/db#n', 'mongodb://a:1,b:2/db#n'],
    ['redis://[::1]:7/0', 'redis://[::1]:7/0'],
    ['./node_modules/@a/b', './node_modules/@a/b'],
    ['C:\\a\\b@c', 'C:\\a\\b@c'],
    ['sqlite:///a/@b/c#1.db#n', 'sqlite:///a/@b/c#1.db#n'],
    ['memory:name', 'memory:name'],
  ])('%s', (url, shown) => expect(redactedUrl(url)).toBe(shown))
})

it.each([
  'postgres://u:pa#secret@localhost:1/db#idx',
  'postgres://u:pa#secret@localhost:1/db',
  'redis://u:pa?secret@localhost:1/0#x',
  'redis://:pa#secret:1/0#x',
  'postgress://u:pa#secret@h/db#i',
  'pg:u:secret@h',
  'postgres:/u:secret@h/db',
  'postgres//u:secret@h/db',
  'postgres://u:secret',
  'u:secret@h/db',
])('tells no password in errors about %s', async (url) => {
  const error = await openIndex(url, { create: false }).then(
    () => expect.unreachable(),
    (reason: unknown) => reason,
  )
  expect(error).toMatchObject({ name: 'LeitongError' })
  expect(inspect(error, { depth: 8, showHidden: true })).not.toContain('secret')
})

it('takes a URL from the environment, as sources do', async () => {
  process.env['LEITONG_TEST_PLACE'] = `sqlite:${join(folder, 'from-environment.db')}`
  const index = await openIndex(`\${LEITONG_TEST_PLACE}#texts`)
  expect(index.url).toBe(`sqlite:${join(folder, 'from-environment.db')}#texts`)
  await index.close()
  const again = await openIndex(`sqlite:${join(folder, 'from-environment.db')}#texts`, { create: false })
  await again.close()
  process.env['LEITONG_TEST_PLACE'] = 'postgres://u:secret@localhost:1/db'
  const refused = await openIndex(`\${LEITONG_TEST_PLACE}`).catch(String)
  expect(refused).toMatch(/postgres:\/\/localhost:1\/db#leitong: .*ECONNREFUSED/)
  expect(refused).not.toContain('secret')
  delete process.env['LEITONG_TEST_PLACE']
  await expect(openIndex(`\${LEITONG_TEST_PLACE}`)).rejects.toMatchObject({
    code: 'DATABASE_URL',
    message: expect.stringContaining('LEITONG_TEST_PLACE'),
  })
})

it('takes schemes in any case', async () => {
  const index = await openIndex('MEMORY:shared')
  await index.add({ id: 1, text: 'a text' })
  const other = await openIndex('memory:shared')
  expect((await other.stats()).documents).toBe(1)
  await other.close()
  await index.close()
  const onDisk = await openIndex(`LMDB:${join(folder, 'loud')}`)
  await onDisk.close()
  expect(existsSync(join(folder, 'loud', 'index.lmdb'))).toBe(true)
  for (const url of ['Postgres', 'MYSQL', 'Redis', 'MONGODB'].map(
    (scheme) => `${scheme}://u:p@localhost:1/db?serverSelectionTimeoutMS=100#x`,
  ))
    await expect(openIndex(url)).rejects.toMatchObject({ code: 'STORE', message: expect.stringContaining('ECONNREFUSED') })
})
