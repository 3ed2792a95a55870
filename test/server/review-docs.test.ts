/**
 * docs/review.md: its examples in curl, TypeScript and Python, run one after the other as they stand against a service.
 *
 * Oracle   what the service says afterwards; types of the example in TypeScript by the compiler, against the client that was built.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { exampleOf, runCurl, runPython, runTypeScript } from '../support/examples.js'
import { jsonLines, temporaryFolder, writeLines } from '../support/files.js'
import { letters } from '../support/reviews/letters.js'
import { startService } from './started.js'

const root = new URL('../../', import.meta.url).pathname
const page = readFileSync(join(root, 'docs/review.md'), 'utf8')
const PROGRAMS = 'From other programs'

describe('the examples of docs/review.md', () => {
  it('make a review, decide on a group, and on all that fit', async () => {
    const mail = temporaryFolder()
    const all = letters(6, 3)
    // A pair that is not very much alike, for the example that looks for those.
    const text = 'Every forty minutes the ferry runs from the old harbour to the island and back, also on Sundays and on all other holidays'
    writeLines(join(mail, '2025.jsonl'), [...all, { id: 'x', text: `${text}.` }, { id: 'y', text: `${text}, but not in the cold winter.` }])
    const { url, key, ask } = await startService({ folders: { mail } })
    const cwd = temporaryFolder()
    const told = await runCurl(exampleOf(page, PROGRAMS, 'sh'), { url, key }, cwd)
    const { groups, total } = (await ask('GET', '/review/letters/queue')).json
    expect(total).toBeGreaterThan(3)
    expect(told).toContain(groups[0].id)
    expect(readFileSync(join(cwd, 'groups.csv'), 'utf8')).toContain(groups[0].id)

    const said = await runTypeScript(exampleOf(page, PROGRAMS, 'ts'), { url, key }, cwd)
    expect(said).toBe(`${groups[0].title}: duplicate, 1 of ${total} groups are decided\n`)
    expect((await ask('GET', `/review/letters/groups/${groups[0].id}`)).json.state).toBe('decided')

    const counted = await runPython(exampleOf(page, PROGRAMS, 'python'), { url, key }, cwd)
    const [, count = '0'] = /^(\d+) of (\d+) groups\n$/.exec(counted) ?? []
    expect(Number(count)).toBeGreaterThan(0)
    const acts = jsonLines(join(cwd, 'decided.jsonl')).map(({ act }) => act)
    expect(acts).toEqual(['duplicate', ...Array(Number(count)).fill('distinct')])
    expect((await ask('GET', '/review/letters')).json.states.decided).toBe(1)
  })

  it('have the types of the client', () => {
    const folder = temporaryFolder()
    for (const [name, heading, file] of [
      ['review', PROGRAMS, 'docs/review.md'],
      ['service', 'From TypeScript', 'docs/service.md'],
    ] as const) {
      const code = exampleOf(readFileSync(join(root, file), 'utf8'), heading, 'ts')
      const client = join(root, 'dist/client/index.js')
      writeFileSync(join(folder, `${name}.mts`), `declare const key: string\n${code.replace("'leitong/client'", JSON.stringify(client))}`)
    }
    const flags = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2022', '--types', 'node']
    const types = ['--typeRoots', join(root, 'node_modules/@types')]
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    const args = [compiler, ...flags, ...types, join(folder, 'review.mts'), join(folder, 'service.mts')]
    expect(() => execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' })).not.toThrow()
  })
})
