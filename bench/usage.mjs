/** Loaded before a command (node --import): writes what the whole process used, its threads included, to the file LEITONG_USAGE when it ends. */
import { writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) process.on('exit', () => writeFileSync(process.env.LEITONG_USAGE, JSON.stringify(process.resourceUsage())))
