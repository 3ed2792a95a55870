/** The process that reads an index and says what it found: `node verify-entry.js URL FOLDER`, started by apart.ts. */
import type { Said } from './apart.js'
import { Environment } from './environment.js'

const [url = '', folder = ''] = process.argv.slice(2)

function verify(): Said {
  try {
    const environment = new Environment(url, folder, undefined)
    const { records, problems } = environment.verify()
    const failure = environment.rehearse()
    return { report: { records, problems: failure === undefined ? problems : [...problems, failure] } }
  } catch (error) {
    return { error: (error as Error).message }
  }
}

// It ends without closing: what was only read needs no end, and a damaged file may have none.
process.send?.(verify(), () => process.exit(0))
