/**
 * document and checksum, JSON line -> document, id, digest, band keys, low bytes, rank, reason, start, size. The last two say where the record lies in its
 * file, and are NULL here, where that is not known. A last row without a document counts texts in simplified and in traditional characters.
 */

import { LeitongError } from '../../errors.js'
import { loadModel } from '../../methods/corpus-model.js'
import { fieldsOf } from '../../methods/fields.js'
import type { ClusterSearch } from '../../methods/method.js'
import { methodOf, signatureBytes } from '../../methods/methods.js'
import { isByTime, preferenceOf, rankFieldOf } from '../../options/keep-rule.js'
import type { Options } from '../../options/options.js'
import { DIGEST_BYTES } from '../../signing/signature.js'
import type { Fields } from '../../sources/formats/format.js'
import type { RowPlan } from '../../sources/rows/plan.js'
import type { PieceColumns, Reject } from '../../working/tasks.js'
import { Worker } from '../../working/worker.js'
import { REJECT } from '../marks.js'
import { checked, NULL, type Numbered, say } from './pipe.js'

export function sign(given: Options, plan: RowPlan | undefined): void {
  const { options, bytes: model } = loadModel(signable(given))
  const signed = signLines(options, plan, fieldsOf(options), model)
  const scripts = new ScriptTally()
  for (const block of checked()) {
    const columns = signed(block)
    scripts.add(columns)
    saySigned(columns, (line) => block.documents[line] as string, options)
    for (const reject of columns.rejects) sayReject(block.documents[reject.line] as string, reasonOf(reject, block.lines))
  }
  scripts.say()
}

/** Of rows that are judged field by field it is only asked whether they can be read. */
export const signable = (options: Options): Options =>
  methodOf(options).cluster === 'rows' ? { ...options, method: 'exact', measure: 'jaccard' } : options

/** Texts by the script of Chinese that they are written in. */
export class ScriptTally {
  #simplified = 0
  #traditional = 0

  add({ scripts }: PieceColumns): void {
    this.#simplified += scripts.simplified
    this.#traditional += scripts.traditional
  }

  /** Says how many there were of each, in the place of start and size, on a row without a document. */
  say(): void {
    if (this.#simplified || this.#traditional)
      say([NULL, NULL, NULL, NULL, NULL, NULL, NULL, this.#simplified, this.#traditional].join('\t'))
  }
}

/**
 * Says what was signed.
 *
 * @param documentOf  the number of the document on a line of the piece
 * @param base        where the piece starts in its file
 */
export function saySigned(columns: PieceColumns, documentOf: (line: number) => string, options: Options, base?: number): void {
  const { start, end, line } = columns
  const placeOf = (i: number) =>
    base === undefined ? `${NULL}\t${NULL}` : `${base + (start[i] as number)}\t${(end[i] as number) - (start[i] as number)}`
  let i = 0
  for (const row of signedRows(columns, options)) {
    say(`${documentOf(line[i] as number)}\t${row}\t${placeOf(i)}`)
    i++
  }
}

/** @param reason  as JSON */
export const sayReject = (document: string, reason: string): void =>
  say([document, NULL, NULL, NULL, NULL, NULL, reason, NULL, NULL].join('\t'))

/** Signs blocks of lines. */
export function signLines(options: Options, plan: RowPlan | undefined, fields: Fields, model?: Uint8Array) {
  const worker = new Worker()
  const reading = {
    path: '',
    format: 'jsonl',
    encoding: 'utf-8',
    opening: { start: 0 },
    compressed: false,
    ...(plan ? { row: plan } : {}),
  } as const
  return ({ documents, lines }: Pick<Numbered, 'documents' | 'lines'>): PieceColumns =>
    worker.run({
      kind: 'piece',
      content: 'search',
      options,
      fields,
      reading,
      ...placeOf(documents[0] as string),
      bytes: lines,
      ...(model ? { model } : {}),
    }) as PieceColumns
}

/** A place that no other block of the run has, from which rows without anything to compare are told apart: below 2^53, whatever the document. */
function placeOf(document: string): { readonly file: number; readonly start: number } {
  const number = BigInt(document)
  return { file: Number(number >> 20n), start: Number(number & 0xfffffn) * 2 ** 32 }
}

/** Why a record cannot be judged, as JSON: of what was no line, what was said before. */
function reasonOf({ start, end, reason }: Reject, lines: Buffer): string {
  const record = lines.toString('utf8', start, end)
  return record.startsWith(REJECT) ? record.slice(REJECT.length).trimEnd() : JSON.stringify(reason)
}

/** Of each document what stands between its number and its place. */
function* signedRows(columns: PieceColumns, options: Options): Generator<string> {
  const { count, ids, idEnds, ranked } = columns
  // No worker sees the whole column, which decides on one machine.
  const isNumber = !isByTime(options.keep)
  if (ranked.other && (isNumber || options.dateOrder === undefined))
    throw new LeitongError('DATE_ORDER', rankFieldOf(options.keep) ?? '', isNumber)
  const [digests, idBytes] = [columns.digests, ids].map(asBuffer) as [Buffer, Buffer]
  const rankOf = rankedBy(columns, options)
  const signature = SIGNATURES[methodOf(options).cluster ?? 'digests'](columns, options)
  for (let i = 0; i < count; i++) {
    const idStart = i ? (idEnds[i - 1] as number) : 0
    const id = (idEnds[i] as number) > idStart ? idBytes.toString('utf8', idStart, idEnds[i]) : NULL
    const digest = digests.toString('base64', i * DIGEST_BYTES, (i + 1) * DIGEST_BYTES)
    yield `${id}\t${digest}\t${signature(i)}\t${rankOf(i)}\t${NULL}`
  }
}

const asBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)

/** The keys of the bands behind each other, 4 bytes each, and the low bytes of a document. */
function minhashOf({ count, signatures }: PieceColumns, options: Options): (document: number) => string {
  const { bands } = options
  const bytes = asBuffer(signatures)
  // Column by column, in whole words: a call of a buffer's own copy for each takes longer than all else that is done for a document.
  const keys = new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + count * bands * 4))
  const words = new Uint32Array(bands)
  const row = asBuffer(new Uint8Array(words.buffer))
  const low = signatureBytes(options, 'search') - bands * 4
  const behindKeys = count * bands * 4
  return (i) => {
    for (let band = 0; band < bands; band++) words[band] = keys[band * count + i] as number
    return `${row.toString('base64')}\t${bytes.toString('base64', behindKeys + i * low, behindKeys + (i + 1) * low)}`
  }
}

const SIGNATURES: Readonly<Record<ClusterSearch, (columns: PieceColumns, options: Options) => (document: number) => string>> = {
  bands: minhashOf,
  fingerprints: fingerprintOf,
  digests: () => () => '\t',
  rows: () => () => '\t',
}

/** The words of a fingerprint, with a sign as Spark has them; what is signed besides is only compared where texts are. */
function fingerprintOf({ signatures }: PieceColumns, options: Options): (document: number) => string {
  const bytes = asBuffer(signatures)
  const size = signatureBytes(options, 'search')
  return (i) => {
    if (options.bits <= 32) return `${bytes.readUInt32LE(i * size)}\t`
    const low = bytes.readBigInt64LE(i * size)
    return options.bits === 128 ? `${low},${bytes.readBigInt64LE(i * size + 8)}\t` : `${low}\t`
  }
}

/** How much the keep rule likes a document: the lower the better, the same for all where the order of the input decides. */
function rankedBy({ ranks, length }: PieceColumns, { keep }: Options): (document: number) => number {
  switch (preferenceOf(keep)) {
    case 'rank':
      return (document) => -(ranks[document] as number)
    case 'length':
      return (document) => (keep === 'longest' ? -1 : 1) * (length[document] as number)
    // What holds what is not asked on a cluster.
    case 'size':
    case 'order':
      return () => 0
  }
}
