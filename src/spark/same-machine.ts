/** Whether a cluster does its work on this machine, as somebody who may read our files: then workers need not travel. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LeitongError } from '../errors.js'
import { OWN_FILES, quoted } from './artifact.js'
import type { Session } from './connect/session.js'
import { transformed } from './sql.js'

/**
 * Asks for the content of a file that was written just now, so that another machine with the same paths is not taken for this one.
 *
 * @param temp  a folder for that file
 */
export async function isSameMachine(session: Session, temp: string): Promise<boolean> {
  // A driver that does the work itself; elsewhere the driver alone may be here.
  const [setting] = await session.rows('SET spark.master')
  if (!/^local(\[|$)/.test(String(setting?.['value']))) return false
  const folder = mkdtempSync(join(temp, 'leitong-here-'))
  try {
    const [path, secret] = [join(folder, 'secret'), randomUUID()]
    writeFileSync(path, secret)
    const may = [...OWN_FILES.map((file) => `test -r ${quoted(file)}`), `cat ${quoted(path)}`]
    const [row] = await session.rows(transformed('id', `cat > /dev/null; ${may.join(' && ')}`, 'secret string', 'range(1)'))
    return row?.['secret'] === secret
  } catch (error) {
    if (error instanceof LeitongError) return false
    throw error
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
