/** Verification in a process of its own: LMDB maps its file, and a damaged one may end the process that reads it. */
import { fork } from 'node:child_process'
import { LeitongError } from '../../errors.js'
import type { VerifyReport } from '../store.js'
import { FILE } from './tables.js'

/** What the process says before it ends. */
export type Said = { readonly report: VerifyReport } | { readonly error: string }

/**
 * @param url     for messages
 * @param folder  in which there is an index
 * @throws {LeitongError} `STORE` when no process can be started
 */
export function verifyApart(url: string, folder: string): Promise<VerifyReport> {
  const child = fork(new URL('./verify-entry.js', import.meta.url), [url, folder], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  let said: Said | undefined
  child.on('message', (message) => {
    said = message as Said
  })
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new LeitongError('STORE', url, error.message)))
    child.on('close', (code, signal) => {
      if (!said) resolve(damaged(`reading it ends the process (${signal ?? `exit code ${code}`})`))
      else if ('error' in said) resolve(damaged(said.error))
      else resolve(said.report)
    })
  })
}

const damaged = (what: string): VerifyReport => ({ records: 0, problems: [`${FILE}: ${what}; the file is damaged`] })
