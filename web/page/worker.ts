/** The thread of the page that reads, searches and writes. The thread that draws the page never waits for it. */
import writeXlsxFile from 'write-excel-file/universal'
import { LeitongError } from '../../src/errors.js'
import { digestOfWords } from '../../src/hashing/word-digest.js'
import type { Command } from '../../src/page/command.js'
import { Container, PIECE } from '../../src/page/container.js'
import { Folder, isText } from '../../src/page/folder.js'
import { OUTPUT_FORMS } from '../../src/page/outputs.js'
import { PageRun } from '../../src/page/run.js'
import type { Source } from '../../src/page/source.js'
import { inOrder } from '../../src/searching/in-order.js'
import type { WrittenSheet } from '../../src/sources/formats/office/written-sheets.js'
import { languageHere } from '../language.js'
import type { ReportData, ReportGroup } from '../report/data.js'
import { saidIn } from '../said.js'
import { described } from './described.js'
import { fileOf } from './host/disk.js'
import type { Dropped, FromWorker, ToWorker } from './messages.js'
import { unpackedPieces } from './packed.js'
import { namedAs } from './packing.js'
import { Helper, PagePool, type ToHelper } from './pool.js'

/** Bytes of a file, unpacked: it stays on the disk, but what is made of its records for the search is held, and a tab has about 4 GB. */
const MOST_BYTES = 2 ** 31
/** Bytes of a workbook, which is held. */
const MOST_OF_WORKBOOK = 512 << 20
/** Bytes that are unpacked until they leave the memory. */
const UNPACKED = 32 << 20
/** What the command reads beside texts: its result would be another one. */
const READ_BY_COMMAND = /\.(jsonl|ndjson|json|csv|tsv|xlsx|xlsm|parquet|pq|docx|docm|pdf|gz|gzip|zst|zstd)$/i
/** Records that could not be judged which are told of. */
const REJECTS = 20
/** Milliseconds between two reports of progress. */
const PAUSE = 100
/** Groups of the list that are handed over at once. */
const LISTED = 2000

/** Errors whose remedies are for programs. */
const OF_PROGRAMS: readonly string[] = ['NEEDS_NODE', 'DICTIONARY_MISSING']

const isChinese = languageHere === 'zh'
let source: Source | undefined
/** Of what the source was read from. */
let digest = ''
let run: PageRun | undefined

const writeWorkbook = (sheets: WrittenSheet[]) => writeXlsxFile(sheets).toBlob()

const post = (message: FromWorker) => postMessage(message)

/** Whoever does tasks. */
let pool = new PagePool()

const hex = (words: Uint32Array) => Array.from(words, (word) => word.toString(16).padStart(8, '0')).join('')

/** 128 bits. */
function digestOf(bytes: Uint8Array): string {
  const padded = new Uint8Array((bytes.length + 3) & ~3)
  padded.set(bytes)
  return hex(digestOfWords(new Uint32Array(padded.buffer)))
}

const digestOfText = (text: string) => digestOf(new TextEncoder().encode(text))

/**
 * Looks at all pieces of some files.
 *
 * @param first  where the first record begins, where records are lines that are to be counted
 * @returns      the digests of each, and how many records there are
 */
async function lookAt(files: readonly (readonly [path: string, size: number])[], first?: number) {
  const looks = files.flatMap(([path, size], file) =>
    Array.from({ length: Math.ceil(size / PIECE) }, (_, piece) => ({ file, look: { kind: 'look', path, piece, first } as const })),
  )
  const digests = files.map((): string[] => [])
  let records = 0
  for await (const [{ file }, looked] of inOrder(looks, pool.width, ({ look }) => pool.run(look))) {
    digests[file]?.push(hex(looked.digest))
    records += looked.records
  }
  return { digests, records }
}

/** Of files of these bytes, whatever they are called; and of the places of several. */
const digestOfFiles = (files: readonly (readonly [path: string, size: number])[], digests: readonly string[][], sheet?: string) =>
  digestOfText(JSON.stringify([sheet ?? '', ...files.flatMap(([path, size], i) => [path, size, ...(digests[i] ?? [])])]))

/** A file and its name, unpacked; what is too large is refused before more of it is read. */
async function unpacked(file: File): Promise<{ readonly name: string; readonly file: Blob }> {
  const { bare, packing } = namedAs(file.name)
  const most = /\.xls[xm]$/i.test(bare) ? MOST_OF_WORKBOOK : MOST_BYTES
  const refuse = () => new LeitongError('SOURCE_READ', file.name, tooLarge(most))
  if (file.size > most) throw refuse()
  if (!packing) return { name: file.name, file }
  // A browser keeps large blobs on the disk.
  const blobs: Blob[] = []
  let parts: Uint8Array[] = []
  let [size, held] = [0, 0]
  const put = () => {
    blobs.push(new Blob(parts as Uint8Array<ArrayBuffer>[]))
    parts = []
    held = 0
  }
  try {
    for await (const part of unpackedPieces(file, packing)) {
      size += part.length
      held += part.length
      if (size > most) throw refuse()
      parts.push(part)
      if (held >= UNPACKED) put()
    }
  } catch (error) {
    throw error instanceof LeitongError ? error : new LeitongError('SOURCE_READ', file.name, (error as Error).message)
  }
  put()
  return { name: bare, file: new Blob(blobs) }
}

/** Where the file as it was dropped is read, if it is packed. */
const PACKED = 'packed'

/** Reads one file, and tells it apart from others. */
async function openFile(dropped: File, sheet: string | undefined): Promise<readonly [Source, string]> {
  const { name, file } = await unpacked(dropped)
  pool.hold([[name, file], ...(file === dropped ? [] : [[PACKED, dropped] as const])])
  let digests: string[][] | undefined
  const countLines = async (first: number) => {
    const looked = await lookAt([[name, file.size]], first)
    if (file === dropped) digests = looked.digests
    return looked.records
  }
  const opened = await Container.open(name, fileOf(name), sheet, countLines)
  digests ??= (await lookAt([[file === dropped ? name : PACKED, dropped.size]])).digests
  // The lines that were made of a workbook are what is searched.
  if (opened.sheets) pool.hold([[name, new Blob([opened.bytes.part(0, opened.size) as BlobPart])]])
  return [opened, digestOfFiles([['', dropped.size]], digests, opened.sheets?.read)]
}

/** The texts of a folder; other files that the command would read with them are refused. */
async function openFolder({ name, files }: Dropped): Promise<readonly [Source, string]> {
  const shown = files.filter(([path]) => !/(^|\/)\./.test(path))
  const other = shown.find(([path]) => READ_BY_COMMAND.test(path))
  if (other) throw new LeitongError('SOURCE_READ', `${name}/${other[0]}`, mixed())
  const texts = shown.filter(([path]) => isText(path))
  if (texts.reduce((sum, [, { size }]) => sum + size, 0) > MOST_BYTES) throw new LeitongError('SOURCE_READ', name, tooLarge(MOST_BYTES))
  pool.hold(files.map(([path, file]) => [`${name}/${path}`, file]))
  const opened = new Folder(
    name,
    texts.map(([path, { size }]) => ({ path, size })),
  )
  const sizes = files.map(([path, { size }]) => [path, size] as const)
  const { digests } = await lookAt(sizes.map(([path, size]) => [`${name}/${path}`, size]))
  return [opened, digestOfFiles(sizes, digests)]
}

const mixed = () =>
  isChinese
    ? '文件夹中只能有文本文件（.txt、.md、.html）；其他格式请单独放到网页上，或用 leitong 命令'
    : 'of a folder this page reads texts alone (.txt, .md, .html); drop other files one by one, or use the leitong command'

const useCommand = () => (isChinese ? '请用 leitong 命令。' : 'Use the leitong command for it.')

const tooLarge = (most: number) =>
  isChinese
    ? `本页最多处理解开后 ${most / 2 ** 20} MB 的此类文件；更大的文件请用 leitong 命令`
    : `this page takes such files of up to ${most / 2 ** 20} MB, unpacked; the leitong command takes larger ones`

async function answer(asked: ToWorker): Promise<FromWorker> {
  if (asked.ask === 'open') {
    run = undefined
    source = undefined
    const { dropped, sheet, ports } = asked
    pool = new PagePool(ports)
    const [file] = dropped.files[0] ? [dropped.files[0][1]] : []
    ;[source, digest] = dropped.isFolder || !file ? await openFolder(dropped) : await openFile(file, sheet)
    return {
      said: 'opened',
      file: { ...described(source), digest, passedOver: dropped.isFolder ? dropped.files.length - source.count : 0 },
    }
  }
  if (asked.ask === 'run') {
    const start = performance.now()
    let told = 0
    const onProgress = (phase: string, done: number) => {
      const now = performance.now()
      if (now - told < PAUSE) return
      told = now
      post({ said: 'progress', phase, done })
    }
    run = undefined
    run = await PageRun.start(source as Source, asked.options, { pool, onProgress, writeWorkbook })
    const { summary } = run
    const seconds = (performance.now() - start) / 1000
    const key = digestOfText(JSON.stringify([summary.version, digest, asked.options]))
    const found = run
    const [own, xlsx] = OUTPUT_FORMS.map((form) => found.command(form, languageHere)) as [Command, Command]
    setTimeout(() => list(found, key).catch((error: unknown) => post(failure(error))))
    return { said: 'found', found: { summary, rejects: run.rejects(REJECTS), seconds, key, commands: { own, xlsx } } }
  }
  if (asked.ask === 'block') {
    const { number } = asked
    return { said: 'block', number, members: (run as PageRun).report.block(number).members }
  }
  if (asked.ask === 'decisions') {
    const name = `page-${crypto.getRandomValues(new Uint32Array(3)).join('-')}`
    const parts = (run as PageRun).decisions(asked.decided, name, new Date().toISOString())
    return { said: 'output', name: 'decisions.jsonl', blob: new Blob(parts as Uint8Array<ArrayBuffer>[]) }
  }
  if (asked.ask === 'merged') {
    const { rules, form } = asked
    const { name, parts, ties } = await (run as PageRun).merged(rules, form, languageHere)
    const command = (run as PageRun).command(form, languageHere, rules)
    return { said: 'output', name, blob: new Blob(parts as BlobPart[]), merged: { command, ties } }
  }
  const { name, parts } = await (run as PageRun).output(asked.name, asked.form, languageHere)
  return { said: 'output', name, blob: new Blob(parts as BlobPart[]) }
}

/** Tells of the groups of a run, as long as it is the one at hand; questions are answered in between. */
async function list(of: PageRun, key: string): Promise<void> {
  const { report } = of
  const ids = report.ids() ?? []
  let groups: ReportGroup[] = []
  let from = 0
  let since = performance.now()
  const hand = () => {
    post({ said: 'listed', key, list: { groups, ids: ids.slice(from, from + groups.length) } })
    from += groups.length
    groups = []
  }
  const pause = async () => {
    if (performance.now() - since < PAUSE) return
    await new Promise((resolve) => setTimeout(resolve))
    since = performance.now()
  }
  for (let number = 0; number < report.blocks; number++) {
    groups.push(...report.block(number).lines())
    if (groups.length >= LISTED) hand()
    await pause()
    if (run !== of) return
  }
  hand()
  const rest = report.rest()
  let next = rest.next()
  while (!next.done) {
    await pause()
    next = rest.next()
  }
  if (run === of) post({ said: 'reported', key, rest: next.value as Omit<ReportData, 'groups'> })
}

function failure(error: unknown): FromWorker {
  if (error instanceof LeitongError) {
    const { code } = error
    const { message, remedy } = saidIn(error, languageHere)
    return { said: 'failed', code, message, remedy: OF_PROGRAMS.includes(code) ? useCommand() : remedy }
  }
  // What a browser throws where memory or the length of a string ends.
  const isFull = error instanceof RangeError
  const message = (error as Error).message
  if (!isFull) return { said: 'failed', message, remedy: '' }
  return isChinese
    ? { said: 'failed', message: `浏览器标签页的内存不够：${message}`, remedy: '请用 leitong 命令处理此文件，或先拆成几个文件。' }
    : {
        said: 'failed',
        message: `the memory of this browser tab is too small: ${message}`,
        remedy: 'Use the leitong command for this file, or split it.',
      }
}

addEventListener('message', ({ data }: MessageEvent<ToWorker | { readonly port: MessagePort }>) => {
  if (!('port' in data)) {
    answer(data).then(post, (error: unknown) => post(failure(error)))
    return
  }
  // From now on this thread works for another.
  const helper = new Helper()
  data.port.onmessage = ({ data: message }: MessageEvent<ToHelper>) => {
    const { answer: told, move } = helper.answer(message)
    if (told) data.port.postMessage(told, move)
  }
})
