/** Verification and trials in a process of its own: LMDB maps its file, and a damaged one may end the process that reads it. */

import { fork } from 'node:child_process'
import { LeitongError } from '../../errors.js'
import { ownFile } from '../../packages.js'
import type { VerifyReport } from '../store.js'
import { FILE } from './tables.js'

/** What the process says before it ends. */
export type Said = { readonly report: VerifyReport } | { readonly error: string }

/**
 * @param url     for messages
 * @param folder  in which there is an index
 * @throws {LeitongError} `STORE` when no process can be started
 */
export const verifyApart = (url: string, folder: string): Promise<VerifyReport> => apart(url, folder, 'verify')

/**
 * Opens an index and visits all of its pages but those of records' contents, which have checksums; then writes and takes it back.
 *
 * @param url     for messages
 * @param folder  in which there is an index
 * @returns what is wrong with it, undefined if nothing is
 * @throws {LeitongError} `STORE` when no process can be started
 */
export const tryApart = async (url: string, folder: string): Promise<string | undefined> => (await apart(url, folder, 'try')).problems[0]

function apart(url: string, folder: string, what: 'verify' | 'try'): Promise<VerifyReport> {
  const child = fork(ownFile('stores/lmdb/verify-entry.js'), [url, folder, what], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  let said: Said | undefined
  child.on('message', (message) => {
    said = message as Said
    // All that it was for is said. Node may wait for ever at its own end, for compiled code that waits for a collection of garbage.
    child.kill('SIGKILL')
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
