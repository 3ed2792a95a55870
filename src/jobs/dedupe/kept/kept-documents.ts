/** The kept files, as a list or as copies, where every file is a document. */
import { chmodSync, copyFileSync, existsSync, readdirSync, renameSync, rmdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { LeitongError } from '../../../errors.js'
import type { FileInput } from '../../../reading/input.js'
import type { ReadFile } from '../../../reading/open-input.js'
import { changed } from '../../../writing/changed.js'
import { makeFolder } from '../../../writing/folder.js'
import { createTemporaryFolder, forget } from '../../../writing/temporary.js'
import { Turns } from '../../../writing/turns.js'
import type { Run } from '../dedupe.js'
import { relativePaths } from './shards.js'

/** Numbers of the files that stay, also those that could not be judged. */
function keptFiles({ context: { documents, ownInputs }, decisions }: Run): number[] {
  const removed = new Uint8Array(documents.files.length)
  for (const document of decisions.removedDocuments()) removed[documents.fileOf(document)] = 1
  return documents.files.flatMap((_, number) => (number >= ownInputs || removed[number] ? [] : [number]))
}

/**
 * Copies the kept files to a new folder, with their paths below the one that was named, or else below the deepest folder they share. It
 * appears when it is complete.
 *
 * @throws {LeitongError} `OUTPUT_WRITE` when the folder exists and is not empty
 */
export async function copyKept(run: Run, target: string): Promise<void> {
  const folder = resolve(target)
  const { files } = run.context.documents
  const places = relativePaths(run.context.inputs.slice(0, run.context.ownInputs) as readonly FileInput[])
  let temporary: string | undefined
  const turns = new Turns()
  try {
    if (existsSync(folder) && readdirSync(folder).length) throw new Error('the folder is not empty')
    makeFolder(dirname(folder))
    temporary = createTemporaryFolder(dirname(folder))
    for (const number of keptFiles(run)) {
      const { path, original = path } = files[number] as ReadFile
      const to = join(temporary, places[number] as string)
      makeFolder(dirname(to))
      copyFileSync(original, to)
      await turns.take()
    }
    // Temporary folders are for their owner alone; this one is an output like any other.
    chmodSync(temporary, 0o777 & ~process.umask())
    if (existsSync(folder)) rmdirSync(folder)
    renameSync(temporary, folder)
    changed(target)
  } catch (error) {
    throw error instanceof LeitongError ? error : new LeitongError('OUTPUT_WRITE', target, (error as Error).message)
  } finally {
    if (temporary) forget(temporary)
  }
}
