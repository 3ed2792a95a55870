/** The file that travels to executors: `node worker.mjs MODE TASK`. */
import { work } from './worker.js'

const [mode = '', task = ''] = process.argv.slice(2)
process.exitCode = await work(mode, task)
