/**
 * The file that the pool loads. It loads by `require`, and a thread that is stopped while Node loads an ES module that way ends the whole
 * process ("IsGraphAsync must be used on an instantiated module"); a job of little work stops its threads that early. So this is
 * CommonJS, and the rest is imported.
 */
const loaded = import('./thread.js')

const runInThread = async (task: never): Promise<unknown> => (await loaded).default(task)

export = runInThread
