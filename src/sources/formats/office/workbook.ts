/**
 * A workbook of Excel (.xlsx): a ZIP archive of XML. Rows of a sheet pass by as they are read; what is held is the list of texts that its
 * cells share, and a row at a time, of which only the cells that are there.
 */
import { LeitongError } from '../../../errors.js'
import { checkZip, isZip, unpacked, type ZipEntry, zipEntries } from '../zip.js'
import { type Cell, columnOf, isDate, knownFormat, MOST_COLUMNS, MOST_ROWS, type SheetRow } from './cells.js'
import { mainPart, relations } from './relations.js'
import { XmlReader } from './xml.js'

/** Bytes that a workbook may become in any case. */
const FREE_BYTES = 256 << 20
/** Days between the two first days that workbooks count from. */
const FROM_1904 = 1462

interface Place {
  readonly name: string
  readonly isHidden: boolean
  readonly entry: ZipEntry
}

/** What cells of a workbook refer to. */
interface Shared {
  readonly texts: readonly string[]
  /** The code of the number format of each style. */
  readonly formats: readonly (string | undefined)[]
  readonly from1904: boolean
}

/** Whether bytes begin as those of a file that Excel encrypts, or of the form before .xlsx. */
const isCompound = (head: Uint8Array) => COMPOUND.every((byte, i) => head[i] === byte)
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0]

/** A text in which characters that XML cannot hold are spelled `_x000D_`. */
const unescaped = (text: string) =>
  text.includes('_x') ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))) : text

export class Workbook {
  readonly #name: string
  readonly #places: readonly Place[]
  readonly #readShared: () => Promise<Shared>
  #shared: Promise<Shared> | undefined

  private constructor(name: string, places: readonly Place[], readShared: () => Promise<Shared>) {
    this.#name = name
    this.#places = places
    this.#readShared = readShared
  }

  /**
   * @param bytes     of the file
   * @param name      of the file, for messages
   * @param maxRatio  how many times its size the file may grow
   * @throws {LeitongError} `SOURCE_READ`, `INPUT_BOMB`
   */
  static async open(bytes: Uint8Array, name: string, maxRatio: number): Promise<Workbook> {
    if (isCompound(bytes))
      throw new LeitongError(
        'SOURCE_READ',
        name,
        'it is encrypted with a password, or an old Excel file (.xls): save it as .xlsx without one',
      )
    if (!isZip(bytes)) throw new LeitongError('SOURCE_READ', name, 'it is no Excel file, whatever its name says')
    await checkZip(name, bytes, Math.max(FREE_BYTES, bytes.length * maxRatio))
    const entries = new Map((zipEntries(bytes) ?? []).map((entry) => [entry.name, entry]))
    const main = await mainPart(name, entries, 'xl/workbook.xml')
    const entry = entries.get(main)
    if (!entry) throw new LeitongError('SOURCE_READ', name, 'it has no workbook in it')
    const parts = new Map((await relations(name, entries, main)).map((part) => [part.id, part]))
    const places: Place[] = []
    let from1904 = false
    await XmlReader.read(unpacked(name, entry), {
      open(tag, attributes) {
        if (tag === 'workbookPr') from1904 = /^(1|true|on)$/.test(attributes['date1904'] ?? '')
        if (tag !== 'sheet') return
        const part = parts.get(Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '')
        const found = part?.type.endsWith('/worksheet') ? entries.get(part.target) : undefined
        // Charts are sheets too.
        if (found) places.push({ name: attributes['name'] ?? '', isHidden: /hidden/i.test(attributes['state'] ?? ''), entry: found })
      },
    })
    if (!places.length) throw new LeitongError('SOURCE_READ', name, 'it has no sheet with cells in it')
    return new Workbook(name, places, async () => {
      const part = (type: string) => entries.get([...parts.values()].find((relation) => relation.type.endsWith(`/${type}`))?.target ?? '')
      const [texts, styles] = [part('sharedStrings'), part('styles')]
      return {
        texts: texts ? await textsOf(unpacked(name, texts)) : [],
        formats: styles ? await formatsOf(unpacked(name, styles)) : [],
        from1904,
      }
    })
  }

  /** The names of its sheets, in their order. */
  get sheets(): readonly string[] {
    return this.#places.map(({ name }) => name)
  }

  /** The names of those that Excel shows; of all where it shows none. */
  get shown(): readonly string[] {
    const shown = this.#places.filter(({ isHidden }) => !isHidden)
    return (shown.length ? shown : this.#places).map(({ name }) => name)
  }

  /**
   * The rows of a sheet that have cells, as they stand in it.
   *
   * @throws {LeitongError} `SOURCE_READ`
   */
  async *rows(sheet: string): AsyncGenerator<SheetRow> {
    const place = this.#places.find(({ name }) => name === sheet) as Place
    this.#shared ??= this.#readShared()
    const reader = new RowReader(await this.#shared)
    const damaged = (why: string) => new LeitongError('SOURCE_READ', this.#name, `sheet ${sheet}: ${why}`)
    let last = 0
    for await (const piece of unpacked(this.#name, place.entry))
      for (const row of reader.rowsOf(piece)) {
        if (!(row.number > last && row.number <= MOST_ROWS)) throw damaged(`row ${row.number} stands behind row ${last}`)
        last = row.number
        yield row
      }
    if (!reader.isWhole) throw damaged('it ends before its rows do')
  }
}

/** The texts that cells share; those that say how characters are pronounced are left out. */
async function textsOf(bytes: AsyncIterable<Uint8Array>): Promise<string[]> {
  const texts: string[] = []
  let text = ''
  let isText = false
  let isSpoken = false
  await XmlReader.read(bytes, {
    open(tag) {
      if (tag === 'si') text = ''
      else if (tag === 'rPh') isSpoken = true
      else if (tag === 't') isText = !isSpoken
    },
    text(part) {
      if (isText) text += part
    },
    close(tag) {
      if (tag === 't') isText = false
      else if (tag === 'rPh') isSpoken = false
      else if (tag === 'si') texts.push(unescaped(text))
    },
  })
  return texts
}

/** The code of the number format of each style. */
async function formatsOf(bytes: AsyncIterable<Uint8Array>): Promise<(string | undefined)[]> {
  const codes = new Map<number, string>()
  const ids: number[] = []
  let isOfCells = false
  await XmlReader.read(bytes, {
    open(tag, { numFmtId = '0', formatCode = '' }) {
      if (tag === 'numFmt') codes.set(Number(numFmtId), formatCode)
      else if (tag === 'cellXfs') isOfCells = true
      else if (tag === 'xf' && isOfCells) ids.push(Number(numFmtId))
    },
    close(tag) {
      if (tag === 'cellXfs') isOfCells = false
    },
  })
  return ids.map((id) => codes.get(id) ?? knownFormat(id))
}

/** Finds rows in the XML of a sheet. */
class RowReader {
  readonly #shared: Shared
  readonly #xml: XmlReader
  #ready: SheetRow[] = []
  #isWhole = false
  #number = 0
  #cells = new Map<number, Cell>()
  #column = -1
  #type = ''
  #style = 0
  #content = ''
  #isContent = false
  #isSpoken = false

  constructor(shared: Shared) {
    this.#shared = shared
    this.#xml = new XmlReader({
      open: (tag, attributes) => this.#open(tag, attributes),
      text: (text) => {
        if (this.#isContent) this.#content += text
      },
      close: (tag) => this.#close(tag),
    })
  }

  /** Whether the end of all rows was seen. */
  get isWhole(): boolean {
    return this.#isWhole
  }

  /** The rows that end in a piece of the XML. */
  rowsOf(piece: Uint8Array): readonly SheetRow[] {
    this.#ready = []
    this.#xml.write(piece)
    return this.#ready
  }

  #open(tag: string, attributes: Readonly<Record<string, string>>): void {
    if (tag === 'row') {
      this.#number = attributes['r'] === undefined ? this.#number + 1 : Number(attributes['r'])
      this.#cells = new Map()
      this.#column = -1
    } else if (tag === 'c') {
      this.#column = columnOf(attributes['r'] ?? '') ?? this.#column + 1
      this.#type = attributes['t'] ?? 'n'
      this.#style = Number(attributes['s'] ?? 0)
      this.#content = ''
    } else if (tag === 'rPh') this.#isSpoken = true
    // Behind the element there may be a formula, which is passed over.
    else if (tag === 'v' || (tag === 't' && !this.#isSpoken)) this.#isContent = true
  }

  #close(tag: string): void {
    if (tag === 'v' || tag === 't') this.#isContent = false
    else if (tag === 'rPh') this.#isSpoken = false
    else if (tag === 'c') {
      const cell = this.#cell()
      if (cell && this.#column < MOST_COLUMNS) this.#cells.set(this.#column, cell)
    } else if (tag === 'row') {
      if (this.#cells.size) this.#ready.push({ number: this.#number, cells: this.#cells })
    } else if (tag === 'sheetData') this.#isWhole = true
  }

  #cell(): Cell | undefined {
    const content = this.#content
    if (content === '') return undefined
    switch (this.#type) {
      case 's': {
        const text = this.#shared.texts[Number(content)]
        return text ? { value: text } : undefined
      }
      case 'str':
      case 'inlineStr':
        return { value: unescaped(content) }
      case 'b':
        return { value: content === '1' || content === 'true' }
      case 'e':
      case 'd':
        return { value: content.replace(/T00:00:00(\.0+)?$/, '') }
      default: {
        const number = Number(content)
        if (!Number.isFinite(number)) return { value: content }
        const format = this.#shared.formats[this.#style]
        const value = this.#shared.from1904 && isDate(format) ? number + FROM_1904 : number
        return format === undefined ? { value } : { value, format }
      }
    }
  }
}
