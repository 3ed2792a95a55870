/** Signatures of all documents of the inputs, in their order, as JSON lines. */
import { LeitongError } from '../errors.js'
import { signatureBytes, signatureHex } from '../methods/methods.js'
import { requireAlone } from '../methods/refusals.js'
import type { Options } from '../options/options.js'
import { pathsOf } from '../reading/input.js'
import { expandInputs } from '../reading/inputs.js'
import { PassedOver } from '../reading/listing.js'
import { requireUnchanged } from '../reading/stamp.js'
import { namedFiles } from '../resolving/named-files.js'
import { DIGEST_BYTES } from '../signing/signature.js'
import type { PieceColumns } from '../working/tasks.js'
import { withOutput } from '../writing/output-set.js'
import type { Documents } from './dedupe/documents.js'
import { prepareModel } from './dedupe/model.js'
import { ComparedCheck } from './dedupe/nothing-compared.js'
import { describeReject } from './dedupe/rejects.js'
import { RunContext } from './dedupe/run-context.js'
import { signAll } from './dedupe/sign-all.js'

/** Records that have no signature, because they could not be judged. */
export interface Unsigned {
  readonly count: number
  /** The first one and the reason; undefined where there are none. */
  readonly first: string | undefined
}

/**
 * Writes `{id, fingerprint, features}` for each document.
 *
 * @param inputs  files, folders, patterns, URLs of databases, or `-`
 * @param output  a file; undefined or `-` for standard output
 * @param passedOver  takes what was passed over in folders
 * @throws {LeitongError} `OPTION_CONFLICT` for a method that signs whole batches only, `STRICT`, and as reading and writing do
 */
export async function fingerprintInputs(
  inputs: readonly string[],
  given: Options,
  output: string | undefined,
  passedOver = new PassedOver(),
): Promise<Unsigned> {
  requireAlone(given, 'signature', ': there is no signature of one document')
  const found = await expandInputs(inputs, given, undefined, passedOver)
  return withOutput(output ?? '-', [...pathsOf(found), ...namedFiles(given)], async (target) => {
    const opened = RunContext.open(found, given)
    try {
      const context = await prepareModel(opened)
      const { options, documents } = context
      const check = new ComparedCheck(context)
      // Nothing is written before it is known that the fields are there.
      let held: string[] | undefined = []
      let first = 0
      for await (const piece of signAll(context, { content: 'full' })) {
        const lines = signatureLines(piece, documents, first, options)
        first += piece.count
        held?.push(lines)
        if (held && !check.look()) continue
        for (const text of held ?? [lines]) await target.write(text)
        held = undefined
      }
      check.finish()
      for (const text of held ?? []) await target.write(text)
      const unsigned = unsignedOf(documents)
      if (unsigned.first !== undefined && options.strict) throw new LeitongError('STRICT', unsigned.count, unsigned.first)
      requireUnchanged(found)
      return unsigned
    } finally {
      await opened.close()
    }
  })
}

/** The lines of one piece, whose documents begin with the number `first`. */
function signatureLines({ signatures, count, features }: PieceColumns, documents: Documents, first: number, options: Options): string {
  const entryBytes = DIGEST_BYTES + signatureBytes(options, 'full')
  let lines = ''
  for (let i = 0; i < count; i++) {
    const hex = signatureHex(signatures.subarray(i * entryBytes, (i + 1) * entryBytes), options)
    lines += `{"id":${documents.idOf(first + i)},"fingerprint":"${hex}","features":${features[i]}}\n`
  }
  return lines
}

function unsignedOf({ rejects, files }: Documents): Unsigned {
  const [first] = rejects
  return { count: rejects.length, first: first && describeReject(first, files) }
}
