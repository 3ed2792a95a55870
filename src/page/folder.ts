/** A folder, of which every file is a text. */
import { LeitongError } from '../errors.js'
import type { Unit } from '../jobs/dedupe/units.js'
import type { ReadFile } from '../reading/open-input.js'
import { readDocument } from '../reading/records.js'
import type { DocumentFormat } from '../sources/formats/format.js'
import { html } from '../sources/formats/html.js'
import { md, txt } from '../sources/formats/text.js'
import type { Fingerprinting } from '../working/tasks.js'
import { lines } from '../writing/json-lines.js'
import { type DroppedFile, LOOKED_AT, type Places, type Source } from './source.js'

const DOCUMENTS: readonly DocumentFormat[] = [txt, md, html]
/** Files of one task, and bytes of them, at most. */
const BATCH = 256
const BYTES = 4 << 20

const formatOf = (path: string): DocumentFormat | undefined => {
  const ending = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
  return DOCUMENTS.find(({ extensions }) => extensions.includes(ending))
}

/** Whether a file of this path is a text. */
export const isText = (path: string): boolean => formatOf(path) !== undefined

export class Folder implements Source {
  readonly name: string
  readonly format = 'txt'
  readonly isTable = false
  readonly hasFields = false
  readonly encoding = 'auto'
  readonly opening = { start: 0 }
  readonly files: readonly ReadFile[]
  readonly #sizes: readonly number[]

  /**
   * @param files  their paths below the folder; those that are no texts are left out
   * @throws {LeitongError} `SOURCE_MISSING`
   */
  constructor(name: string, files: readonly DroppedFile[]) {
    this.name = name
    const texts = files.filter(({ path }) => isText(path)).sort(({ path: a }, { path: b }) => (a < b ? -1 : 1))
    if (!texts.length) throw new LeitongError('SOURCE_MISSING', name)
    this.#sizes = texts.map(({ size }) => size)
    this.files = texts.map(({ path }) => {
      const format = (formatOf(path) as DocumentFormat).name
      const place = `${name}/${path}`
      return { name: place, path: place, format, encoding: this.encoding, opening: this.opening, prelude: 0, compressed: false }
    })
  }

  get count(): number {
    return this.files.length
  }

  get size(): number {
    return this.#sizes.reduce((sum, size) => sum + size, 0)
  }

  get columns(): readonly string[] {
    const hasTitle = this.files.slice(0, LOOKED_AT).some((_, i) => this.row(i)?.['title'] !== undefined)
    return hasTitle ? ['text', 'title'] : ['text']
  }

  row(record: number): Readonly<Record<string, unknown>> | undefined {
    const { decoded } = readDocument(this.files[record] as ReadFile, { id: '', text: [], title: '' }, Number.POSITIVE_INFINITY)
    return 'reason' in decoded ? undefined : { ...decoded }
  }

  *units(files: readonly ReadFile[], how: Fingerprinting): Generator<Unit> {
    for (let from = 0; from < files.length; ) {
      let [to, size] = [from, 0]
      while (to < files.length && to < from + BATCH && size < BYTES) size += this.#sizes[to++] as number
      yield { file: from, start: 0, size, work: { ...how, kind: 'files', files: files.slice(from, to) } }
      from = to
    }
  }

  /** The paths of those that stay. */
  async kept(places: Places, removed: Uint32Array): Promise<readonly Uint8Array[]> {
    const gone = new Set(Array.from(removed, (document) => places.fileOf(document)))
    return [...lines(this.files.flatMap(({ name }, file) => (gone.has(file) ? [] : [name])))]
  }
}
