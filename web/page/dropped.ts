/** Files and folders as they come: by dropping, or from a dialogue. */
import type { Dropped } from './messages.js'
import { say } from './words.js'

export function chosenFile(files: FileList | null): Dropped | undefined {
  const [file] = files ?? []
  return file && { name: file.name, files: [[file.name, file]], isFolder: false }
}

/** Paths start with the name of the folder. */
export function chosenFolder(files: FileList | null): Dropped | undefined {
  const all = [...(files ?? [])]
  const name = all[0]?.webkitRelativePath.split('/')[0]
  if (!name) return undefined
  return { name, files: all.map((file) => [file.webkitRelativePath.slice(name.length + 1), file]), isFolder: true }
}

/** @throws {Error} for several things at once, in the words of the page */
export async function droppedFrom(transfer: DataTransfer | null): Promise<Dropped | undefined> {
  if ((transfer?.items.length ?? 0) > 1) throw new Error(say('several'))
  const entry = transfer?.items[0]?.webkitGetAsEntry()
  if (!entry?.isDirectory) return chosenFile(transfer?.files ?? null)
  const files: [string, File][] = []
  await walk(entry as FileSystemDirectoryEntry, '', files)
  return { name: entry.name, files, isFolder: true }
}

async function walk(folder: FileSystemDirectoryEntry, above: string, into: [string, File][]): Promise<void> {
  const reader = folder.createReader()
  while (true) {
    // A reader gives some entries at a time, and none at the end.
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (!entries.length) return
    for (const entry of entries) {
      const path = above + entry.name
      if (entry.isDirectory) await walk(entry as FileSystemDirectoryEntry, `${path}/`, into)
      else into.push([path, await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))])
    }
  }
}
