/** Saves what a batch keeps, as a part of a saved run: it appears when it is complete. */
import { createHash } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LeitongError } from '../../../errors.js'
import { Uint32List } from '../../../hashing/typed-list.js'
import { VERSION } from '../../../version.js'
import { changed } from '../../../writing/changed.js'
import { makeFolder } from '../../../writing/folder.js'
import { removeLeftovers, temporaryBeside } from '../../../writing/leftovers.js'
import { forget, release, track } from '../../../writing/temporary.js'
import { writeFully } from '../../../writing/write-fully.js'
import type { Run } from '../dedupe.js'
import { type About, BLOCK, columnsOf, madeBy, NAMES, PART } from './part.js'
import { partsOf } from './saved-run.js'

/** Documents whose texts and entries are held at once. */
const BATCH = 1024

/**
 * Sees before the work that a run can be saved.
 *
 * @throws {LeitongError} `OUTPUT_WRITE` when the folder holds something else
 */
export function requireRunFolder(folder: string): void {
  if (!existsSync(folder)) return
  let why: string | undefined
  try {
    if (readdirSync(folder).some((name) => !name.startsWith('.')) && !partsOf(folder).length)
      why = 'the folder is not empty, and is no saved run'
  } catch (error) {
    why = (error as Error).message
  }
  if (why !== undefined) throw new LeitongError('OUTPUT_WRITE', folder, why)
}

/** @throws {LeitongError} `OUTPUT_WRITE`, `SOURCE_CHANGED`; nothing is left of it then */
export async function saveRun(run: Run, folder: string): Promise<void> {
  const { context, decisions } = run
  const kept = new Uint32List()
  for (let document = 0; document < context.documents.own; document++) if (decisions.decide(document).kept === document) kept.push(document)
  // What runs that were killed had begun.
  removeLeftovers(join(folder, 'part'))
  const temporary = track(temporaryBeside(join(folder, 'part')))
  try {
    const name = await writePart(run, kept.taken(), temporary)
    const last = partsOf(folder).at(-1)
    const number = last === undefined ? 1 : Number(PART.exec(last)?.[1]) + 1
    renameSync(temporary, join(folder, `${String(number).padStart(6, '0')}-${name}`))
    release(temporary)
    changed(folder)
  } catch (error) {
    forget(temporary)
    if (error instanceof LeitongError) throw error
    throw new LeitongError('OUTPUT_WRITE', folder, (error as Error).message)
  }
}

/** Returns what tells the part from others. */
async function writePart({ context, signatures }: Run, kept: Uint32Array, folder: string): Promise<string> {
  const { options, documents } = context
  if (!signatures) throw new Error('the run has let its signatures go')
  const { store, digests } = signatures
  makeFolder(folder)
  const hash = createHash('sha256')
  const open = (name: string) => new PartFile(join(folder, name))
  const [texts, ids, places, entries] = [open(NAMES.texts), open(NAMES.ids), open(NAMES.places), open(NAMES.entries)]
  for (let from = 0; from < kept.length; from += BATCH) {
    const batch = kept.subarray(from, from + BATCH)
    const ends = new Float64Array(2 * batch.length)
    context.textsOf(Array.from(batch)).forEach(({ text, title }, i) => {
      const id = documents.idOf(batch[i] as number)
      texts.write(
        Buffer.from(`{"id":${id},"text":${JSON.stringify(text)}${title === undefined ? '' : `,"title":${JSON.stringify(title)}`}}\n`),
      )
      const bytes = Buffer.from(id)
      hash.update(bytes)
      ids.write(bytes)
      ends[2 * i] = texts.length
      ends[2 * i + 1] = ids.length
    })
    places.write(new Uint8Array(ends.buffer))
    const rows = store.entries(batch, digests)
    hash.update(rows)
    entries.write(rows)
    await context.pause()
  }
  for (const file of [texts, ids, places, entries]) file.close()
  const [keys, firsts] = [open(NAMES.keys), open(NAMES.firsts)]
  let all: Uint32Array<ArrayBuffer> | undefined
  for (let column = 0; column < columnsOf(options); column++) {
    const isDigest = column === 0
    if (!isDigest) all = store.band(column - 1, all) as Uint32Array<ArrayBuffer>
    const sorted = new BigUint64Array(kept.length)
    for (let i = 0; i < kept.length; i++) {
      const document = kept[i] as number
      const key = (isDigest ? digests[4 * document] : all?.[document]) as number
      sorted[i] = (BigInt(key) << 32n) | BigInt(i)
    }
    sorted.sort()
    keys.write(new Uint8Array(sorted.buffer))
    const words = new Uint32Array(sorted.buffer)
    firsts.write(
      new Uint8Array(Uint32Array.from({ length: Math.ceil(kept.length / BLOCK) }, (_, i) => words[2 * i * BLOCK + 1] as number).buffer),
    )
    await context.pause()
  }
  for (const file of [keys, firsts]) file.close()
  const about: About = { leitong: VERSION, ...madeBy(options), documents: kept.length }
  writeFileSync(join(folder, NAMES.about), `${JSON.stringify(about)}\n`, { flush: true })
  return hash.update(String(kept.length)).digest('hex').slice(0, 12)
}

/** Bytes that are held before they are written. */
const HELD = 1 << 20

class PartFile {
  readonly #descriptor: number
  #held: Uint8Array[] = []
  #heldBytes = 0
  /** Bytes so far. */
  length = 0

  constructor(path: string) {
    this.#descriptor = openSync(path, 'w')
  }

  write(bytes: Uint8Array): void {
    this.#held.push(bytes)
    this.#heldBytes += bytes.length
    this.length += bytes.length
    if (this.#heldBytes >= HELD) this.#flush()
  }

  #flush(): void {
    writeFully(this.#descriptor, Buffer.concat(this.#held))
    this.#held = []
    this.#heldBytes = 0
  }

  close(): void {
    this.#flush()
    fsyncSync(this.#descriptor)
    closeSync(this.#descriptor)
  }
}
