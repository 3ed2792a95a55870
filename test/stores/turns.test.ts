/**
 * Turns: work that must not overlap.
 *
 * Covers   order and no overlap, also after a failure; failures that stay with their work; waiting for the end.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { Turns } from '../../src/stores/turns.js'

/** Work that notes its beginning and its end. */
const workOf = (notes: string[], name: string, milliseconds: number) => async () => {
  notes.push(`${name} begins`)
  await pause(milliseconds)
  notes.push(`${name} ends`)
  return name
}

it('begins each when those before it have ended', async () => {
  const turns = new Turns()
  const notes: string[] = []
  const taken = [turns.take(workOf(notes, 'slow', 20)), turns.take(workOf(notes, 'quick', 0)), turns.take(workOf(notes, 'last', 1))]
  expect(await Promise.all(taken)).toEqual(['slow', 'quick', 'last'])
  expect(notes).toEqual(['slow begins', 'slow ends', 'quick begins', 'quick ends', 'last begins', 'last ends'])
})

it('keeps a failure from those behind it', async () => {
  const turns = new Turns()
  const failed = turns.take(() => Promise.reject(new Error('no')))
  const next = turns.take(async () => 'yes')
  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('yes')
})

it('waits for all that were taken, failed ones too', async () => {
  const turns = new Turns()
  const notes: string[] = []
  void turns.take(workOf(notes, 'one', 5))
  turns.take(() => Promise.reject(new Error('no'))).catch(() => notes.push('failed'))
  void turns.take(workOf(notes, 'two', 1))
  await turns.ended()
  expect(notes).toEqual(['one begins', 'one ends', 'failed', 'two begins', 'two ends'])
})
