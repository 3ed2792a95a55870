/**
 * Documents to tune on, drawn so that duplicates stay together: of all documents those are taken whose least feature (by its hash) is
 * drawn. Two documents of similarity s have the same least feature with chance s, so a pair is in the sample with s times the chance of
 * one document, where independent draws would leave hardly any pair.
 */
import { closeSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LeitongError } from '../../errors.js'
import { mix32 } from '../../hashing/bits.js'
import { Uint32List } from '../../hashing/typed-list.js'
import type { Options } from '../../options/options.js'
import type { Input } from '../../reading/input.js'
import { DIGEST_BYTES } from '../../signing/signature.js'
import { bothScripts, type ScriptCounts } from '../../tokenizing/chinese/script.js'
import { ComparedCheck } from '../dedupe/nothing-compared.js'
import { RunContext, type RunHooks } from '../dedupe/run-context.js'
import { signAll } from '../dedupe/sign-all.js'
import { plainId } from './read-labels.js'

export interface Sample {
  /** JSON lines with the fields `id` (the number in the sample) and `text`. */
  readonly path: string
  /** The id of each document of the sample, as JSON. */
  readonly ids: readonly string[]
  /** Documents and bytes of the whole input. */
  readonly documents: number
  readonly bytes: number
  readonly rejects: number
  /** Texts of the whole input in each script of Chinese, where both occur. */
  readonly scripts?: ScriptCounts
}

/** Texts that are read and written at once: bounds memory, and is enough to read neighbours together. */
const CHUNK = 256

/**
 * @param limit   documents to take, about; all when there are no more
 * @param wanted  ids, as labels have them, of documents to take in any case
 * @param folder  for what is written
 */
export async function takeSample(
  inputs: readonly Input[],
  options: Options,
  limit: number,
  wanted: ReadonlySet<string>,
  folder: string,
  hooks: RunHooks = {},
): Promise<Sample> {
  const least = { ...options, method: 'minhash', numPerm: 1, bands: 1, bandRows: 1 } as const
  const context = RunContext.open(inputs, options, hooks)
  const { documents } = context
  const values = new Uint32List()
  try {
    for await (const signed of signAll(context.with({ options: least }), { content: 'full' })) {
      const rows = new DataView(signed.signatures.buffer, signed.signatures.byteOffset)
      for (let i = 0; i < signed.count; i++) values.push(mix32(rows.getUint32(i * (DIGEST_BYTES + 4) + DIGEST_BYTES, true)))
    }
    new ComparedCheck(context).finish()
    const taken = choose(values.taken(), limit, (document) => wanted.size > 0 && wanted.has(plainId(documents.idOf(document))))
    const path = join(folder, 'tune.jsonl')
    writeTexts(path, taken, (some) => context.textsOf(some))
    return {
      path,
      ids: taken.map((document) => documents.idOf(document)),
      documents: values.length,
      bytes: documents.bytes,
      rejects: documents.rejects.length,
      ...bothScripts(documents.scripts),
    }
  } finally {
    await context.close()
  }
}

/** The documents with the least values, up to about `limit` of them, ties together, and those that are wanted; ascending. */
function choose(values: Uint32Array, limit: number, isWanted: (document: number) => boolean): number[] {
  const bound = values.length <= limit ? 2 ** 32 : (values.slice().sort()[limit] as number)
  const taken: number[] = []
  let room = 2 * limit
  for (let document = 0; document < values.length; document++) {
    // Where one value has more documents than there is room for, the first of them are taken.
    const drawn = (values[document] as number) < bound && room > 0
    if (drawn) room--
    if (drawn || isWanted(document)) taken.push(document)
  }
  return taken
}

function writeTexts(path: string, documents: readonly number[], read: (some: readonly number[]) => { text: string }[]): void {
  let descriptor: number | undefined
  try {
    descriptor = openSync(path, 'wx')
    for (let at = 0; at < documents.length; at += CHUNK) {
      const texts = read(documents.slice(at, at + CHUNK))
      writeFileSync(descriptor, texts.map(({ text }, i) => `${JSON.stringify({ id: at + i, text })}\n`).join(''))
    }
  } catch (error) {
    if (error instanceof LeitongError) throw error
    throw new LeitongError('OUTPUT_WRITE', path, (error as Error).message)
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}
