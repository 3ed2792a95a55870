/** Where every file is a document: the kept files, as a list or as copies. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmdirSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { LeitongError } from '../../errors.js'
import { createTemporaryFolder, forget } from '../../writing/temporary.js'
import type { Run } from './dedupe.js'

/** Numbers of the files that stay, also those that could not be judged. */
export function keptFiles({ documents, decisions: outcome }: Run): number[] {
  const removed = new Set(Array.from(outcome.removedDocuments(), (document) => documents.fileOf(document)))
  return documents.files.flatMap((_, number) => (removed.has(number) ? [] : [number]))
}

/**
 * Copies the kept files to a new folder, with their paths below the deepest folder they share. The folder appears when it
 * is complete.
 *
 * @throws {LeitongError} `OUTPUT_WRITE` when the folder exists and is not empty
 */
export function copyKept(run: Run, target: string): void {
  const folder = resolve(target)
  const { files } = run.documents
  const parent = files.reduce((shared, { original }) => commonFolder(shared, dirname(original)), dirname(files[0]?.original ?? folder))
  let temporary: string | undefined
  try {
    if (existsSync(folder) && readdirSync(folder).length) throw new Error('the folder is not empty')
    mkdirSync(dirname(folder), { recursive: true })
    temporary = createTemporaryFolder(dirname(folder))
    for (const number of keptFiles(run)) {
      const { original } = files[number] as (typeof files)[number]
      const to = join(temporary, relative(parent, original))
      mkdirSync(dirname(to), { recursive: true })
      copyFileSync(original, to)
    }
    if (existsSync(folder)) rmdirSync(folder)
    renameSync(temporary, folder)
  } catch (error) {
    throw error instanceof LeitongError ? error : new LeitongError('OUTPUT_WRITE', target, (error as Error).message)
  } finally {
    if (temporary) forget(temporary)
  }
}

function commonFolder(a: string, b: string): string {
  let shared = a
  while (b !== shared && !b.startsWith(shared.endsWith('/') ? shared : `${shared}/`)) {
    const up = dirname(shared)
    if (up === shared) return shared
    shared = up
  }
  return shared
}
