/** The files of a folder or a pattern, and what of it is passed over. */
import { type Dirent, readdir } from 'node:fs'
import { resolve } from 'node:path'
import { LeitongError } from '../errors.js'
import type { Options } from '../options/options.js'
import { compressionOf } from '../sources/formats/compression.js'
import type { Format } from '../sources/formats/format.js'
import { formatOf, requireFormat } from '../sources/formats/formats.js'
import type { CopyHooks } from '../sources/objects/copy.js'
import type { FileInput, ReadSheet } from './input.js'
import { stateOf } from './stamp.js'

/** A sheet of a workbook that is read, where there is something to say of it. */
export interface SheetNote extends ReadSheet {
  readonly file: string
}

/** Files of folders and patterns that no format takes, by their ending, empty for none; and links, by {@link LINK}. */
export class PassedOver extends Map<string, number> {
  /** Told how far copies of objects are, while inputs are found. */
  readonly copying: CopyHooks
  /** Of workbooks: what is read of them, where rows above a header or other sheets are not. */
  readonly sheets: SheetNote[] = []
  /** Of tables as text: the rows of their headers, where that was found below the first row. */
  readonly headers = new Map<string, number>()

  constructor(copying: CopyHooks = {}) {
    super()
    this.copying = copying
  }
}

/** Links are not followed: a folder may hold one to itself, and a file would be there twice. No ending is spelled so. */
export const LINK = 'link'

const nameOfLinks = (count: number) => (count === 1 ? 'link, which is not followed' : 'links, which are not followed')

/** @example describePassedOver(new Map([['.png', 2]])) // '2 .png' */
export function describePassedOver(passedOver: ReadonlyMap<string, number>, noEnding = 'without an ending'): string {
  const kinds = [...passedOver].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  return kinds.map(([ending, count]) => `${count} ${ending === LINK ? nameOfLinks(count) : ending || noEnding}`).join(', ')
}

/** @throws {LeitongError} `SOURCE_READ` for a name of other bytes than UTF-8, as old archives have them: it cannot be opened by its text */
export function fileInput(name: string, format: Format): FileInput {
  const state = stateOf(name)
  if (state) return { kind: 'file', name, path: resolve(name), format, compression: compressionOf(name).compression, ...state }
  const why = name.includes('\ufffd') ? 'its name is not UTF-8: rename it, for example with convmv' : 'it was there a moment ago'
  throw new LeitongError('SOURCE_READ', name, why)
}

/** @example endingOf('a/b.PNG') // '.png' */
export const endingOf = (path: string): string => /[^./\\](\.[^./\\]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''

/** Files of a folder or pattern, in the order of their names; those of no known format are passed over. */
export async function listed(pattern: string, options: Options, passedOver: PassedOver, folder?: string): Promise<FileInput[]> {
  const { glob } = await import('tinyglobby')
  const links = new Set<string>()
  const where = { ...(folder ? { cwd: folder } : {}), fs: { readdir: notingLinks(links) } }
  const found = (await glob(pattern, { ...where, onlyFiles: true, dot: false, followSymbolicLinks: false })).sort()
  const names = found.filter((name) => !links.has(resolve(folder ?? '.', name)))
  if (names.length < found.length) passedOver.set(LINK, (passedOver.get(LINK) ?? 0) + found.length - names.length)
  const files = names.flatMap((name) => {
    const path = folder ? `${folder.replace(/\/+$/, '')}/${name}` : name
    const { bare } = compressionOf(path)
    const format = options.format === 'auto' ? formatOf(bare) : requireFormat(bare, options.format)
    if (format) return [{ ...fileInput(path, format), ...(folder === undefined ? {} : { folder }) }]
    const ending = endingOf(bare)
    passedOver.set(ending, (passedOver.get(ending) ?? 0) + 1)
    return []
  })
  if (!files.length)
    throw new LeitongError(
      'SOURCE_MISSING',
      folder ?? pattern,
      found.length || folder
        ? `no file in it has a format that is known by its name${passedOver.size ? `: ${describePassedOver(passedOver)}` : ''}`
        : undefined,
    )
  return files
}

/** Lists folders as the system does, with links as files, whose paths are noted. */
const notingLinks = (links: Set<string>) =>
  ((folder: string, options: { readonly withFileTypes: true }, done: (error: Error | null, entries: Dirent[]) => void) => {
    readdir(folder, options, (error, entries) => {
      const listed = entries?.map((entry) => {
        if (!entry.isSymbolicLink()) return entry
        links.add(resolve(folder, entry.name))
        return Object.assign(Object.create(entry) as Dirent, { isFile: () => true, isSymbolicLink: () => false })
      })
      done(error, listed)
    })
  }) as typeof readdir
