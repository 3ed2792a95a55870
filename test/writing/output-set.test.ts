/**
 * Outputs that are written together: all of them, or none.
 *
 * Oracle   the folder: what stands in it before and after.
 * Covers   refusal of an output that is an input or another output; a bad path, at once; failures before and while files get their
 *          names; names that say how a file is compressed; content that writes its file itself; one output, piece by piece.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import { OutputSet, withOutput } from '../../src/writing/output-set.js'
import { temporaryFolder } from '../support/files.js'

let folder: string
beforeEach(() => {
  folder = temporaryFolder()
})
const at = (name: string) => join(folder, name)
const bytes = (text: string) => [Buffer.from(text)]

describe('an output set', () => {
  it('refuses an output that is an input, or another output, and opens nothing', () => {
    writeFileSync(at('in.jsonl'), 'input')
    const inputs = [[at('in.jsonl'), 'in.jsonl']] as const
    expect(() => new OutputSet({ groups: at('x'), pairs: join(folder, '.', 'in.jsonl') }, inputs)).toThrow(
      `--pairs would write to ${at('in.jsonl')}, which is the input in.jsonl`,
    )
    expect(() => new OutputSet({ groups: at('x'), pairs: at('x') }, inputs)).toThrow('which is also the target of --groups')
    expect(() => new OutputSet({ groups: '-', pairs: '-' })).toThrow('--pairs would write to -, which is also the target of --groups')
    expect(readdirSync(folder)).toEqual(['in.jsonl'])
  })

  it('shows a bad path at once, and lets go of those that were good', () => {
    expect(() => new OutputSet({ groups: at('x'), pairs: at('missing/y') })).toThrow('cannot be written')
    expect(readdirSync(folder)).toEqual([])
  })

  it('gives names when all is complete, compressed as they say', async () => {
    const set = new OutputSet(
      { groups: at('x'), pairs: at('y.gz'), output: at('z'), folder: `${at('f')}/` },
      [],
      (kind) => kind === 'folder',
    )
    let seen: string[] | undefined
    await set.write(
      (kind) => (kind === 'output' ? async (temporary) => writeFileSync(temporary, 'by itself') : bytes(kind)),
      () => {
        seen = readdirSync(folder)
      },
    )
    expect(seen?.some((name) => ['x', 'y.gz', 'z'].includes(name))).toBe(false)
    expect(readdirSync(folder).sort()).toEqual(['x', 'y.gz', 'z'])
    expect(readFileSync(at('x'), 'utf8')).toBe('groups')
    expect(gunzipSync(readFileSync(at('y.gz'))).toString()).toBe('pairs')
    expect(readFileSync(at('z'), 'utf8')).toBe('by itself')
  })

  it.each(['while it is written', 'when it is complete'])('leaves everything as it was when it fails %s', async (when) => {
    writeFileSync(at('x'), 'before')
    const set = new OutputSet({ groups: at('x'), pairs: at('y') })
    const fail = () => {
      throw new Error('no more')
    }
    const contentOf = (kind: string) => (kind === 'pairs' && when.startsWith('while') ? fail() : bytes(kind))
    await expect(set.write(contentOf, when.startsWith('when') ? fail : undefined)).rejects.toThrow('no more')
    set.discard()
    expect(readdirSync(folder)).toEqual(['x'])
    expect(readFileSync(at('x'), 'utf8')).toBe('before')
  })
})

describe('one output', () => {
  it('gets its name when the work is done', async () => {
    const result = await withOutput(at('x'), [], async (output) => {
      await output.write('one ')
      expect(existsSync(at('x'))).toBe(false)
      await output.write(Buffer.from('two'))
      return 7
    })
    expect(result).toBe(7)
    expect(readFileSync(at('x'), 'utf8')).toBe('one two')
    expect(readdirSync(folder)).toEqual(['x'])
  })

  it('is gone when the work fails, and its path shows before the work', async () => {
    await expect(withOutput(at('x'), [], async () => Promise.reject(new Error('no more')))).rejects.toThrow('no more')
    let begun = false
    const work = async () => {
      begun = true
    }
    await expect(withOutput(at('missing/x'), [], work)).rejects.toThrow('cannot be written')
    expect(begun).toBe(false)
    expect(readdirSync(folder)).toEqual([])
  })

  it('is none where none was asked for', async () => {
    expect(await withOutput(undefined, [], async (output) => output)).toBeUndefined()
  })

  it('leaves no watch on the exit of the process', async () => {
    const before = process.listenerCount('exit')
    for (let i = 0; i < 20; i++) await withOutput(at(`${i}`), [], async (output) => output.write('x'))
    expect(process.listenerCount('exit')).toBe(before)
  })
})
