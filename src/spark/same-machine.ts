/** Whether a cluster does its work on this machine, as somebody who may read our files: then workers need not travel. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OWN_FILES, quoted } from './artifact.js'
import type { Session } from './connect/session.js'
import { transformed } from './sql.js'

/**
 * Asks for the content of a file that was written just now, so that another machine with the same paths is not taken for this one.
 *
 * @param temp  a folder for that file
 * @returns     false where that cannot be found out
 */
export async function isSameMachine(session: Session, temp: string): Promise<boolean> {
  let folder: string | undefined
  try {
    // A driver that does the work itself; elsewhere the driver alone may be here.
    const [setting] = await session.rows('SET spark.master')
    if (!/^local(\[|$)/.test(String(setting?.['value']))) return false
    folder = mkdtempSync(join(temp, 'leitong-here-'))
    const [path, secret] = [join(folder, 'secret'), randomUUID()]
    writeFileSync(path, secret)
    const [node, worker] = OWN_FILES.map(quoted)
    const ask = `cat > /dev/null; test -x ${node} && test -r ${worker} && cat ${quoted(path)}`
    const [row] = await session.rows(transformed('id', ask, 'secret string', 'range(1)'))
    return row?.['secret'] === secret
  } catch {
    // Then workers travel, and what is wrong with the cluster shows there.
    return false
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  }
}
