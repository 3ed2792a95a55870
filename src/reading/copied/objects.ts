/** Objects as inputs: copied into files of the run, since records are read again where they lie. */
import { statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { LeitongError } from '../../errors.js'
import type { Options } from '../../options/options.js'
import { compressionOf } from '../../sources/formats/compression.js'
import { formatOf } from '../../sources/formats/formats.js'
import { compressionOfBytes } from '../../sources/formats/sniff.js'
import { type Copy, copyObjects, statesOf } from '../../sources/objects/copy.js'
import { errorOf, type ListedObject, type ObjectState, type ObjectStore } from '../../sources/objects/object.js'
import { storeOf } from '../../sources/objects/objects.js'
import { createTemporaryFolder, forget } from '../../writing/temporary.js'
import { formatOfFile, readHead } from '../head.js'
import type { FileInput, Input } from '../input.js'
import { describePassedOver, endingOf, type PassedOver } from '../listing.js'

/**
 * What each URL names: an object; or all of a folder or pattern, in the order of their names, without those of no known format. All of them are
 * copied together.
 *
 * @param urls  `s3://BUCKET/KEY`, a folder where it ends with a slash, a pattern with `*` and `**`
 * @throws {LeitongError} `SOURCE_MISSING`, `SOURCE_READ`, `SOURCE_CHANGED`, `PACKAGE_MISSING`, `FORMAT_UNKNOWN`; `OUTPUT_WRITE` where the
 *   folder for temporary files has no room for the copies
 */
export async function objectInputs(urls: readonly string[], options: Options, passedOver: PassedOver): Promise<FileInput[][]> {
  if (!urls.length) return []
  const { signal, ended } = passedOver.copying
  const parent = createTemporaryFolder(options.temp)
  try {
    const named: Named[] = []
    for (const url of urls) named.push(await findObjects(storeOf(url) as ObjectStore, url, options, passedOver))
    const copies = await copiesOf(named, parent, signal)
    requireRoom(copies.flat(), named.map(({ store, url }) => store.nameOf(url)).join(', '), options.temp)
    await copyObjects(copies.flat(), passedOver.copying)
    return copies.map((some, i) => some.map((copy) => inputOf(copy, options, named[i]?.folder)))
  } catch (error) {
    forget(parent)
    throw error
  } finally {
    ended?.()
  }
}

/** What a URL names. */
interface Named {
  readonly store: ObjectStore
  readonly url: string
  readonly found: readonly ListedObject[]
  readonly folder: string | undefined
}

async function copiesOf(named: readonly Named[], parent: string, signal: AbortSignal | undefined): Promise<Copy[][]> {
  const unknown = named.flatMap(({ store, found }) => found.flatMap(({ url, state }) => (state ? [] : [{ store, url }])))
  const asked = (await statesOf(unknown, signal)).values()
  let number = 0
  const copyOf = (store: ObjectStore, { url, state }: ListedObject): Copy => ({
    store,
    url,
    path: join(parent, `object-${number++}`),
    state: state ?? (asked.next().value as ObjectState),
  })
  return named.map(({ store, found }) => found.map((object) => copyOf(store, object)))
}

async function findObjects(store: ObjectStore, url: string, options: Options, passedOver: PassedOver): Promise<Named> {
  const isFolder = url.endsWith('/')
  const isPattern = store.list !== undefined && url.includes('*')
  if (!isFolder && !isPattern) return { store, url, found: [{ url }], folder: undefined }
  const name = store.nameOf(url)
  if (!store.list) throw new LeitongError('SOURCE_READ', name, 'a web server does not tell what is in a folder: name each file')
  const matches = isPattern ? matcher(isFolder ? `${url}**` : url) : undefined
  const found: ListedObject[] = []
  let seen = 0
  try {
    for await (const object of store.list(isPattern ? url.slice(0, url.indexOf('*')) : url)) {
      const path = object.url.slice(isFolder && !isPattern ? url.length : 0)
      // Stores show folders as empty objects, and what begins with a point is hidden.
      if (path.endsWith('/') || path === '' || /(?:^|\/)[._]/.test(path.replace(/^[a-z0-9]+:\/\/[^/]*/, ''))) continue
      if (matches && !matches.test(object.url)) continue
      if (/(?:^|\/)\.\.?(?:\/|$)/.test(path)) continue
      seen++
      const { bare } = compressionOf(object.url)
      if (options.format !== 'auto' || formatOf(bare)) found.push(object)
      else passedOver.set(endingOf(bare), (passedOver.get(endingOf(bare)) ?? 0) + 1)
    }
  } catch (error) {
    throw errorOf(error, name)
  }
  if (!found.length)
    throw new LeitongError(
      'SOURCE_MISSING',
      name,
      seen ? `no file in it has a format that is known by its name: ${describePassedOver(passedOver)}` : undefined,
    )
  found.sort((a, b) => (a.url < b.url ? -1 : 1))
  return { store, url, found, folder: isFolder && !isPattern ? url : undefined }
}

/** `*` is a part of a name, `**` any folders. */
function matcher(pattern: string): RegExp {
  const source = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/\*\*\/?|\*/g, (star) => (star === '*' ? '[^/]*' : '.*'))
  return new RegExp(`^${source}$`, 's')
}

/** Copies that do not fit are refused before the first byte. */
function requireRoom(copies: readonly Copy[], name: string, folder: string): void {
  const wanted = copies.reduce((sum, { state }) => sum + (state.size ?? 0), 0)
  const { bavail, bsize } = statfsSync(folder)
  if (wanted > bavail * bsize)
    throw new LeitongError(
      'OUTPUT_WRITE',
      folder,
      `the copy of ${name} takes ${wanted} bytes, and ${bavail * bsize} are free: name another folder with --temp`,
    )
}

/** A copy is packed as its first bytes say: the names of objects may end in anything. */
function inputOf({ store, url, path, state }: Copy, options: Options, folder: string | undefined): FileInput {
  const name = store.nameOf(url)
  const compression = compressionOfBytes(readHead(path, MARK_BYTES))
  const format = formatOfFile(name, path, compression, options)
  const object = { url, version: state.version }
  return { kind: 'file', name, path, format, compression, size: statSync(path).size, object, ...(folder === undefined ? {} : { folder }) }
}

/** Bytes that show a compression. */
const MARK_BYTES = 4

/** Removes the copies of objects and queries before the process ends, where it goes on for long. */
export function forgetCopies(inputs: readonly Input[]): void {
  const folders = inputs.flatMap((input) => (input.kind === 'file' && (input.object || input.isQuery) ? [dirname(input.path)] : []))
  for (const folder of new Set(folders)) forget(folder)
}
