/**
 * The file that the pool loads. It loads by `require`, and a thread that is stopped while Node loads an ES module that way ends the whole
 * process ("IsGraphAsync must be used on an instantiated module"); a job of little work stops its threads that early. So this is
 * CommonJS, and the rest is imported. A thread takes tasks, and waits for them, only when that is done; the pool is told, and stops
 * no thread before.
 */
import piscina = require('piscina')

const handler = import('./thread.js').then(({ default: runInThread }) => {
  Atomics.add(piscina.workerData as Int32Array, 0, 1)
  return runInThread
})

export = handler
