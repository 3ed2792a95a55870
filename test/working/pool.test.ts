/** working/pool: threads that are stopped while they work. */
import { Piscina } from 'piscina'
import { expect, it, vi } from 'vitest'
import { createPool } from '../../src/working/pool.js'

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
