/** working/pool: threads that are stopped while they work. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Piscina } from 'piscina'
import { expect, it, vi } from 'vitest'
import { LeitongError } from '../../src/errors.js'
import { NO_MACHINE } from '../../src/options/running.js'
import { resolveOptions } from '../../src/resolving/resolve.js'
import { createPool } from '../../src/working/pool.js'
import type { CollectTask } from '../../src/working/tasks.js'
import { temporaryFolder } from '../support/files.js'

it('an input that was changed late is told as that, whichever thread sees it', async () => {
  const path = join(temporaryFolder(), 'cut.jsonl')
  writeFileSync(path, '{"te')
  const task: CollectTask = {
    kind: 'collect',
    options: resolveOptions([{ values: {}, where: 'in the test' }], { ...NO_MACHINE, memory: 1 << 30 }),
    fields: { id: 'id', text: ['text'] } as never,
    files: [{ path, format: 'jsonl', encoding: 'utf-8', opening: { start: 0 }, compressed: false }],
    places: { file: Uint32Array.of(0), start: Float64Array.of(0), length: Uint32Array.of(20) },
  }
  for (const bytes of [1, 1 << 30]) {
    const pool = createPool(1, bytes)
    expect(pool.isThreaded).toBe(bytes > 1)
    const error = await pool.run(task).catch((thrown: unknown) => thrown)
    await pool.close()
    expect(error).toBeInstanceOf(LeitongError)
    expect(error).toMatchObject({ code: 'SOURCE_CHANGED', message: `${path}: it was changed or replaced while it was read` })
  }
})

it('does not end the process by an answer to a task that was given up', async () => {
  const { destroy } = Piscina.prototype
  // What the package does with an answer that comes after the threads were stopped.
  const late = vi.spyOn(Piscina.prototype, 'destroy').mockImplementation(function (this: Piscina) {
    this.emit('error', new Error('Unexpected message from Worker'))
    return destroy.call(this)
  })
  try {
    await createPool(1, 1 << 30).close()
    expect(late).toHaveBeenCalledOnce()
  } finally {
    late.mockRestore()
  }
})
