/** The process that reads an index and says what it found: `node verify-entry.js URL FOLDER verify|try`, started by apart.ts. */
import { LeitongError } from '../../errors.js'
import type { Said } from './apart.js'
import { Environment } from './environment.js'

const [url = '', folder = '', what = 'verify'] = process.argv.slice(2)

function verify(): Said {
  try {
    const environment = new Environment(url, folder, undefined)
    if (what === 'try') environment.walk()
    const { records, problems } = what === 'try' ? { records: 0, problems: [] } : environment.verify()
    const failure = environment.rehearse()
    return { report: { records, problems: failure === undefined ? problems : [...problems, failure] } }
  } catch (error) {
    // Whoever was to make it was killed before anything was in it: whoever opens it makes it now.
    if (what === 'try' && error instanceof LeitongError && error.code === 'INDEX_MISSING') return { report: { records: 0, problems: [] } }
    return { error: (error as Error).message }
  }
}

const said = verify()
// It ends without closing: what was only read needs no end, and a damaged file may have none. Who asked ends it; where that process is gone, it ends itself.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
// By then LMDB has given back what was read, which would hold back room for those who write.
setTimeout(() => process.send?.(said), 1)
