/**
 * spark/: which engines are there, and what is refused before anything begins?
 *
 * Oracle   the documented forms.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseEngine } from '../../src/spark/connect/address.js'
import { failureOf } from '../../src/spark/connect/calls.js'
import { firstError } from '../../src/spark/failure.js'
import { checkOutputs } from '../../src/spark/places.js'
import { leitong, temporaryFolder, writeLines } from '../support/files.js'

describe('an engine', () => {
  it('is a server, or a master', () => {
    expect(parseEngine('sc://lake')).toEqual({ kind: 'connect', host: 'lake:15002', token: undefined, tls: false, user: 'leitong' })
    expect(parseEngine('sc://lake:1/;use_ssl=true;user_id=me')).toMatchObject({ host: 'lake:1', tls: true, user: 'me' })
    expect(parseEngine('sc://lake:1/;token=a%3Db')).toMatchObject({ token: 'a=b', tls: true })
    expect(parseEngine('spark://one:7077')).toEqual({ kind: 'start', master: 'spark://one:7077' })
    expect(parseEngine('local[*]')).toEqual({ kind: 'start', master: 'local[*]' })
  })

  it.each(['', 'local', 'local[two]', 'http://lake', 'sc://', 'sc://lake/;tokn=x', 'spark://'])('is not %j', (text) => {
    expect(() => parseEngine(text)).toThrow(/option "engine" cannot be/)
  })

  it('sends no token in the clear', () => {
    expect(() => parseEngine('sc://lake/;token=a;use_ssl=false')).toThrow(/TLS/)
    expect(parseEngine('sc://127.0.0.1:5/;token=a;use_ssl=false')).toMatchObject({ token: 'a', tls: false })
  })
})

describe('outputs', () => {
  it('lie nowhere that is read, and not in each other', () => {
    const refused = (output: string, removed?: string) => () => checkOutputs(['/in', 's3a://lake/work/'], { output, removed })
    expect(refused('/out', '/out2')).not.toThrow()
    for (const output of ['/in', '/in/kept', '/', 'file:///in/kept', 's3a://lake/work'])
      expect(refused(output), output).toThrow(/lies in another folder/)
    expect(refused('/out', '/out/removed')).toThrow(/lies in another folder/)
    expect(refused('-')).toThrow(/standard output/)
  })
})

describe('failures of Spark', () => {
  const of = (details: string, code = 13) => failureOf({ code, details, message: '' }, 'sc://lake')
  const trace = 'java.io.IOException: no room\n\tat a.b(C.java:1)\nCaused by: java.io.FileNotFoundException: gone\n\tat a.b(C.java:2)\n'

  it('name their first cause', async () => {
    expect((await of(`Task 1 failed: ${trace}`)).message).toBe(
      'sc://lake: Task 1 failed: java.io.IOException: no room (first cause: java.io.FileNotFoundException: gone)',
    )
    expect((await of('[PATH_NOT_FOUND] no such path')).message).toBe('sc://lake: [PATH_NOT_FOUND] no such path')
    const stopped = 'Cannot call methods on a stopped SparkContext.\nThis stopped SparkContext was created at:\n'
    expect((await of(stopped)).message).toMatch(/Spark has ended while it worked. Its log names the cause/)
    for (const details of [stopped, '[INVALID_HANDLE.SESSION_CLOSED] The handle 1 is invalid. Session was closed.'])
      expect((await failureOf({ code: 13, details }, 'sc://lake', async () => 'why')).message).toBe('sc://lake: why')
  })

  it('are found in a log, the first one', () => {
    const line = (level: string, what: string) => `26/11/25 21:38:59 ${level} Executor: ${what}\n`
    const heap = 'java.lang.OutOfMemoryError: Java heap space\n\tat a.b(C.java:1)\n'
    const log = `${line('WARN', 'slow')}java.lang.Error: a warning\n${line('ERROR', 'Exception in task 1.0')}${heap}${line('ERROR', 'Aborting')}${trace}`
    expect(firstError(log)).toBe('java.lang.OutOfMemoryError: Java heap space')
    // Sessions are closed by the end of Spark; what is logged first while a heap is full is a matter of chance.
    const closed = `${line('ERROR', 'Error during: execute')}org.apache.spark.SparkSQLException: [INVALID_HANDLE.SESSION_CLOSED] The handle 1 is invalid.\n\tat a.b(C.java:1)\n`
    expect(firstError(closed + log)).toBe('java.lang.OutOfMemoryError: Java heap space')
    expect(firstError(closed + line('ERROR', 'Aborting') + trace)).toBe('java.io.FileNotFoundException: gone')
    expect(firstError(closed)).toBeUndefined()
    expect(firstError(`${line('ERROR', 'Aborting')}${trace}${line('INFO', 'end')}`)).toBe('java.io.FileNotFoundException: gone')
    expect(firstError(line('INFO', 'all is well'))).toBeUndefined()
  })
})

describe('the command', () => {
  it('refuses at once what a cluster does not carry', async () => {
    const path = writeLines(join(temporaryFolder(), 'in.jsonl'), [{ id: 1, text: 'some words' }])
    const fields = join(temporaryFolder(), 'fields.json')
    writeFileSync(fields, JSON.stringify({ key: ['id'], fields: { text: { kind: 'short' } } }))
    // Nobody listens there: a refusal comes before anything is tried.
    const run = (...flags: string[]) => leitong(['dedupe', path, '--engine', 'sc://127.0.0.1:1', ...flags])
    for (const [flags, what] of [
      [['--work', '/tmp/w', '--method', 'rare'], /--method rare is not carried out/],
      [['--work', '/tmp/w', '--measure', 'containment'], /--measure containment is not carried out/],
      [['--work', '/tmp/w', '--measure', 'match'], /--measure match on a cluster .* needs --fields/],
      [
        ['--work', '/tmp/w', '--measure', 'fields', '--fields', fields, '--append-to', '/tmp/a'],
        /--append-to is (not carried out with|for)/,
      ],
      [['--work', '/tmp/w', '--complete'], /--complete is not carried out/],
      [['--work', '/tmp/w', '--format', 'md'], /--format md is not carried out/],
      [['--work', '/tmp/w', '--method', 'simhash', '--weight', 'tfidf'], /--model input\) is not carried out/],
      [['--work', '/tmp/w', '--with', 'title'], /--with is not carried out/],
      [['--work', '/tmp/w', '--report', 'x.html'], /--report is not written/],
      [['--work', '/tmp/w', '-o', '-'], /standard output/],
      [[], /--engine needs --work/],
    ] as const)
      expect(await run(...flags), flags.join(' ')).toMatchObject({ code: 2, stderr: expect.stringMatching(what) })
    expect(await leitong(['dedupe', path, '--work', '/tmp/w'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/--work is for --engine/),
    })
    expect(await leitong(['model', 'build', path, '--engine', 'local[2]', '--measure', 'match', '-o', '/tmp/m'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/one machine/),
    })
    expect(await run('--work', '/tmp/w')).toMatchObject({ code: 3, stderr: expect.stringMatching(/nobody answers/) })
  })
})
