/** How the parts of an office file find each other. */
import { unpacked, type ZipEntry } from '../zip.js'
import { XmlReader } from './xml.js'

/** The folder of a part, without its last slash; empty at the top. */
const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** A path within an archive, of parts that may go up. */
function joined(...parts: readonly string[]): string {
  const names: string[] = []
  for (const name of parts.join('/').split('/')) {
    if (name === '..') names.pop()
    else if (name && name !== '.') names.push(name)
  }
  return names.join('/')
}

export interface Relation {
  readonly id: string
  readonly type: string
  /** The path of the part in the archive. */
  readonly target: string
}

/**
 * What a part refers to; of the archive itself with an empty path.
 *
 * @param name  of the archive, for messages
 * @throws {LeitongError} `SOURCE_READ`
 */
export async function relations(name: string, entries: ReadonlyMap<string, ZipEntry>, of: string): Promise<readonly Relation[]> {
  const folder = folderOf(of)
  const entry = entries.get(joined(folder, '_rels', `${of.slice(of.lastIndexOf('/') + 1)}.rels`))
  const found: Relation[] = []
  if (entry)
    await XmlReader.read(unpacked(name, entry), {
      open(tag, { Id: id = '', Type: type = '', Target: target = '' }) {
        if (tag === 'Relationship') found.push({ id, type, target: target.startsWith('/') ? target.slice(1) : joined(folder, target) })
      },
    })
  return found
}

/** The path of the part that the archive is about; as it usually is where the archive does not say. */
export const mainPart = async (name: string, entries: ReadonlyMap<string, ZipEntry>, usual: string): Promise<string> =>
  (await relations(name, entries, '')).find(({ type }) => type.endsWith('/officeDocument'))?.target ?? usual
