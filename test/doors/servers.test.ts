/**
 * The cases of the table at the doors that need servers: a live index on each of them, documents one at a time, and tasks of the service.
 *
 * Oracle   the table of doors (cases.ts): pairs that were written down by hand, and the words of refusals.
 */
import { describe, expect, it } from 'vitest'
import { LeitongError } from '../../src/errors.js'
import { dropIndex } from '../../src/jobs/live/open.js'
import { startService } from '../server/started.js'
import { taskEnded } from '../support/reviews/ask-review.js'
import { describeWith } from '../support/servers.js'
import { ordered, type Pairs, refusalOf, throughIndex } from './asking.js'
import { CASES, type DoorCase, type FarDoor } from './cases.js'

async function check(door: FarDoor, given: DoorCase, found: Promise<Pairs>): Promise<void> {
  const refused = given.refusedBy?.[door]
  if (refused) expect(await found.then(() => 'taken', refusalOf)).toMatch(refused)
  else expect(await found).toEqual(ordered(given.alike))
}

const SERVERS = [
  ['postgres', 'index, PostgreSQL'],
  ['mysql', 'index, MariaDB'],
  ['redis', 'index, Redis'],
  ['mongodbReplica', 'index, MongoDB'],
] as const
for (const [server, door] of SERVERS)
  await describeWith(server, door, (url) => {
    it.each(CASES.map((given, i) => ({ ...given, i })))('$name', async ({ i, ...given }) => {
      const place = `${url}#doors_${process.pid}_${i}`
      try {
        await check(door, given, throughIndex(place, given))
      } finally {
        // Other tests list the tables of this server.
        await dropIndex(place)
      }
    })
  })

describe('service, task', async () => {
  const service = await startService({ keys: false })
  const lines = (documents: readonly unknown[]) => documents.map((document) => `${JSON.stringify(document)}\n`).join('')

  async function byTask({ documents, options, fields }: DoorCase): Promise<Pairs> {
    const { json: upload } = await service.ask('POST', '/uploads?name=documents.jsonl', lines(documents), {
      'content-type': 'application/octet-stream',
    })
    const { status, json } = await service.ask('POST', '/tasks', {
      kind: 'dedupe',
      source: { upload: upload.upload },
      options: { ...options, ...(fields ? { fields: { key: ['id'], fields } } : {}) },
      outputs: ['pairs'],
    })
    if (status !== 202) throw new LeitongError(json.error.code, json.error.message)
    const task = await taskEnded(async (at) => (await service.ask('GET', at)).json, json.id)
    if (task.state !== 'done') throw new LeitongError(task.error.code, task.error.message)
    const { text } = await service.ask('GET', `/tasks/${task.id}/results/pairs.jsonl`)
    return ordered(
      text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as { a: number; b: number })
        .map(({ a, b }) => [a, b] as const),
    )
  }

  it.each(CASES)('$name', (given) => check('service, task', given, byTask(given)))
})
