/** document, JSON line -> document, id, digest, band keys, low bytes, rank, reason. */

import { LeitongError } from '../../errors.js'
import { fieldsOf, preferenceOf } from '../../options/keep-rule.js'
import { traitsOf } from '../../options/methods.js'
import type { Options } from '../../options/options.js'
import { DIGEST_BYTES, signatureBytes } from '../../signing/signature.js'
import type { PieceColumns, Reject } from '../../working/tasks.js'
import { Worker } from '../../working/worker.js'
import { NOT_UTF8 } from '../marks.js'
import { numbered, say } from './pipe.js'

/** What Spark reads as NULL. */
const NULL = '\\N'

export function sign(options: Options): void {
  const worker = new Worker()
  const fields = fieldsOf(options)
  const reading = { path: '', format: 'jsonl', encoding: 'utf-8', opening: { start: 0 }, compressed: false } as const
  for (const { documents, lines } of numbered()) {
    const bad = lines.indexOf(NOT_UTF8)
    if (bad >= 0) throw new LeitongError('CLUSTER', 'the input', 'a record is not UTF-8; a cluster reads no other encoding')
    const columns = worker.run({
      kind: 'piece',
      content: 'search',
      options,
      fields,
      reading,
      file: 0,
      start: 0,
      bytes: lines,
    }) as PieceColumns
    for (const row of signedRows(columns, documents, options)) say(row)
    for (const { line, reason } of columns.rejects as readonly Reject[])
      say([documents[line], NULL, NULL, NULL, NULL, NULL, JSON.stringify(reason)].join('\t'))
  }
}

function* signedRows(columns: PieceColumns, documents: readonly string[], options: Options): Generator<string> {
  const { count, ids, idEnds, line } = columns
  const [digests, signatures, idBytes] = [columns.digests, columns.signatures, ids].map((bytes) =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
  ) as [Buffer, Buffer, Buffer]
  const bands = traitsOf(options).signsPositions ? options.bands : 0
  const low = signatureBytes(options, 'search') - bands * 4
  const behindKeys = count * bands * 4
  const rankOf = rankedBy(columns, options)
  for (let i = 0; i < count; i++) {
    let keys = ''
    // The number of the band stands above the 32 bits of its key.
    for (let band = 0; band < bands; band++) keys += `${band ? ',' : ''}${band * 2 ** 32 + signatures.readUInt32LE((band * count + i) * 4)}`
    const idStart = i ? (idEnds[i - 1] as number) : 0
    const id = (idEnds[i] as number) > idStart ? idBytes.toString('utf8', idStart, idEnds[i]) : NULL
    const digest = digests.toString('base64', i * DIGEST_BYTES, (i + 1) * DIGEST_BYTES)
    const lowBytes = signatures.toString('base64', behindKeys + i * low, behindKeys + (i + 1) * low)
    yield `${documents[line[i] as number]}\t${id}\t${digest}\t${keys}\t${lowBytes}\t${rankOf(i)}\t${NULL}`
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
