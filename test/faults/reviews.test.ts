/**
 * Reviews that several processes work on, that are damaged, and that are many.
 *
 * Covers   the command runs a review that the service has open: nothing of it is lost by what the service writes, and acts of either are seen
 *          by the other; two that do the same work at once, of which one is told; a run whose history was not yet taken over when the
 *          process ended; one damaged review among others; names with a colon; more reviews than are held open.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { GroupHistory } from '../../src/reviewing/history.js'
import { holdWork, Project } from '../../src/reviewing/project.js'
import { Reviews } from '../../src/reviewing/reviews.js'
import { folderOfRun, keepEvents } from '../../src/reviewing/run.js'
import { startService } from '../server/started.js'
import { jsonLines, leitong, temporaryFolder, writeLines } from '../support/files.js'

const LETTERS = [
  { id: 1, text: 'the ferry leaves the northern pier at noon on sundays' },
  { id: 2, text: 'the ferry leaves the northern pier at noon on sundays' },
  { id: 3, text: 'a letter about the bridge of the old harbour' },
]

/** A folder of a service with a review of a file, run once by the command. */
async function reviewed(): Promise<{ data: string; file: string; review: (...args: string[]) => ReturnType<typeof leitong> }> {
  const data = temporaryFolder()
  const file = writeLines(join(data, 'letters.jsonl'), LETTERS)
  const review = (command = '', ...args: string[]) => leitong(['review', command, ...args, '--data', data])
  expect(await review('create', 'letters', file)).toMatchObject({ code: 0 })
  return { data, file, review }
}

it('a run of the command is not lost by what the service writes', async () => {
  const { data, file, review } = await reviewed()
  const { ask } = await startService({ data, keys: false })
  const { json: before } = await ask('GET', '/review/letters')
  expect(before).toMatchObject({ run: 1, documents: 3, groups: 1 })
  writeLines(file, [...LETTERS, { id: 4, text: LETTERS[2]?.text }])
  expect((await review('run', 'letters')).code).toBe(0)
  expect((await ask('POST', '/review/letters/masking', { on: true, by: 'Ann' })).status).toBe(200)
  expect(JSON.parse(readFileSync(join(data, 'reviews/letters/project.json'), 'utf8'))).toMatchObject({ run: 2, masked: true })
  expect((await ask('GET', '/review/letters')).json).toMatchObject({ run: 2, documents: 4, groups: 2, masked: true })
  expect((await ask('GET', '/review/letters/queue?q=bridge')).status).toBe(200)
  // And what people decide on the page, the command sees.
  const { groups } = (await ask('GET', '/review/letters/queue')).json
  const members = [0, 1].map((place) => ({ group: groups[0].id, place }))
  expect((await ask('POST', '/review/letters/acts', { act: 'duplicate', members, by: 'Ann', run: 2 })).status).toBe(201)
  expect((await review('run', 'letters')).stderr).toMatch(/2 groups, 1 of/)
  expect((await ask('GET', '/review/letters')).json).toMatchObject({ run: 3, revision: 1, states: { decided: 1 } })
})

it('of two that work on one review at once one is told', async () => {
  const { data, review } = await reviewed()
  const folder = join(data, 'reviews/letters')
  {
    using _lock = holdWork(folder)
    const { code, stderr } = await review('run', 'letters')
    expect(code).toBe(3)
    expect(stderr).toMatch(`in use by process ${process.pid}`)
  }
  expect(await review('run', 'letters')).toMatchObject({ code: 0 })
  const [a, b] = [Project.open(folder), Project.open(folder)]
  expect(() => a.take({ work: 'run', run: 2, options: {}, documents: 0, groups: 0, members: 0 })).toThrow(
    'another run of the review has ended',
  )
  a.setMasked(true, 'Ann')
  b.refresh()
  expect(b.isMasked).toBe(true)
  a.close()
  b.close()
})

it('the history of a run that was shown is taken over, whenever the process ended', async () => {
  const { data } = await reviewed()
  const folder = join(data, 'reviews/letters')
  const event = { run: 1, at: '2026-01-02T03:04:05Z', event: 'joined', group: 'g1', others: ['g2'] } as const
  keepEvents(folderOfRun(folder, 1), [event])
  Project.open(folder).close()
  expect(new GroupHistory(join(folder, 'history.jsonl')).of('g1')).toEqual([event])
  expect(existsSync(join(folderOfRun(folder, 1), 'history.json'))).toBe(false)
})

it('one damaged review keeps nobody from the others', async () => {
  const { data, file, review } = await reviewed()
  expect((await review('create', 'broken', file)).code).toBe(0)
  expect((await review('create', 'gone', file)).code).toBe(0)
  writeFileSync(join(data, 'reviews/broken/project.json'), '{"format": 1, "run"')
  writeFileSync(join(data, 'reviews/gone/project.json'), JSON.stringify({ format: 1, source: [file], options: {}, created: '', run: 7 }))
  const { ask } = await startService({ data, keys: false })
  const { status, json } = await ask('GET', '/review')
  expect(status).toBe(200)
  expect(json.reviews).toMatchObject([
    { name: 'broken', error: expect.stringMatching(/project\.json/) },
    { name: 'gone', error: expect.stringMatching(/run-7/) },
    { name: 'letters', groups: 1 },
  ])
  expect(json.reviews[0].error + json.reviews[1].error).not.toContain(data)
  const listed = await review('list')
  expect(listed.code).toBe(0)
  expect(listed.stdout).toMatch(/^letters/m)
  expect(listed.stderr).toMatch(/broken: .*project\.json/)
})

it('a file with a colon in its name is found from every folder', async () => {
  const data = temporaryFolder()
  writeLines(join(data, 'notes:1.jsonl'), LETTERS)
  expect(await leitong(['review', 'create', 'notes', 'notes:1.jsonl', '--data', 'd'], { cwd: data })).toMatchObject({ code: 0 })
  const other = temporaryFolder()
  expect(await leitong(['review', 'run', 'notes', '--data', join(data, 'd')], { cwd: other })).toMatchObject({ code: 0 })
})

it.runIf(process.platform === 'linux')('of many reviews few are held open', async () => {
  const { data } = await reviewed()
  const folder = join(data, 'reviews')
  const whole = join(folder, 'letters')
  for (let i = 0; i < 60; i++) {
    mkdirSync(join(folder, `copy${i}/run-1`), { recursive: true })
    writeFileSync(join(folder, `copy${i}/project.json`), readFileSync(join(whole, 'project.json')))
    for (const name of readdirSync(join(whole, 'run-1'))) {
      writeFileSync(join(folder, `copy${i}/run-1`, name), readFileSync(join(whole, 'run-1', name)))
    }
  }
  const held = () =>
    readdirSync('/proc/self/fd').filter((number) => {
      try {
        return readlinkSync(`/proc/self/fd/${number}`).startsWith(folder)
      } catch {
        return false
      }
    }).length
  const reviews = new Reviews(folder)
  expect(reviews.list().map((one) => one.describe())).toHaveLength(61)
  expect(held()).toBeGreaterThan(10)
  expect(held()).toBeLessThanOrEqual(32)
  for (const { name } of reviews.list()) expect(reviews.get(name).run.head.groups).toBe(1)
  reviews.close()
  expect(held()).toBe(0)
})

it('lines of decisions are those of both', async () => {
  const { data } = await reviewed()
  const folder = join(data, 'reviews/letters')
  const [a, b] = [new Reviews(join(data, 'reviews')), new Reviews(join(data, 'reviews'))]
  const act = (reviews: Reviews, by: string) => {
    const project = reviews.get('letters')
    return project.act({ act: 'duplicate', members: project.run.membersOf(0) }, by)
  }
  for (let i = 0; i < 5; i++) {
    act(a, `a${i}`)
    act(b, `b${i}`)
  }
  expect(jsonLines(join(folder, 'decisions.jsonl'))).toHaveLength(10)
  expect(a.get('letters').revision).toBe(10)
  expect(a.get('letters').acts.map(({ by }) => by)).toEqual(b.get('letters').acts.map(({ by }) => by))
  a.close()
  b.close()
})
