/**
 * part, side and document in one column, JSON line (by part, side 0 first, in the order of preference) -> similar pairs a, b of the two sides, or of
 * the only one, with similarity, distance and the similarity in full; and where some pairs were left out, how many.
 *
 * Those of side 0 are kept ones that are unlike each other: the engine of one machine keeps them again, and so holds them against all others.
 */
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { pairsOf } from '../../jobs/dedupe/pairs/pairs.js'
import type { Options } from '../../options/options.js'
import type { RowPlan } from '../../sources/rows/plan.js'
import { round } from '../../writing/json-lines.js'
import { writeFully } from '../../writing/write-fully.js'
import { CROWDED } from '../marks.js'
import { judged } from './blocks.js'
import { inLocalFolder } from './local-folder.js'
import { numbered, say } from './pipe.js'

const DOCUMENT = /^\d+,[01],\d+$/

/** @param all  every pair is wanted, not only those with a kept one */
export const match = (options: Options, plan: RowPlan | undefined, all: boolean): Promise<void> =>
  inLocalFolder(async (folder) => {
    const path = join(folder, 'part.jsonl')
    let part: Part | undefined
    const finish = () => part?.judge({ ...options, keep: 'first', temp: folder }, plan, all)
    for (const { documents, ends, lines } of numbered(DOCUMENT)) {
      for (let i = 0; i < documents.length; i++) {
        const [name = '', side = '', document = ''] = (documents[i] as string).split(',')
        if (part?.name !== name) {
          await finish()
          part = new Part(name, path)
        }
        part.add(document, side === '0', lines.subarray(i ? ends[i - 1] : 0, ends[i]))
      }
    }
    await finish()
  })

class Part {
  readonly name: string
  readonly #path: string
  readonly #file: number
  readonly #documents: string[] = []
  #ofFirst = 0
  #size = 0
  #waiting: Buffer[] = []
  #held = 0

  constructor(name: string, path: string) {
    this.name = name
    this.#path = path
    this.#file = openSync(path, 'w')
  }

  add(document: string, isFirst: boolean, line: Buffer): void {
    this.#documents.push(document)
    if (isFirst) this.#ofFirst++
    // The block that it lies in is read over.
    this.#waiting.push(Buffer.from(line))
    this.#held += line.length
    if (this.#held > 1 << 20) this.#flush()
  }

  #flush(): void {
    writeFully(this.#file, Buffer.concat(this.#waiting))
    this.#size += this.#held
    this.#waiting = []
    this.#held = 0
  }

  async judge(options: Options, plan: RowPlan | undefined, all: boolean): Promise<void> {
    this.#flush()
    closeSync(this.#file)
    const documents = this.#documents
    const first = this.#ofFirst
    const isAlone = first === documents.length
    // Kept ones alone are unlike each other.
    if (isAlone && !all) return
    await judged(this.#path, this.#size, documents.length, options, plan, all ? 'all' : 'met', ({ decisions, unpaired }) => {
      for (const { a, b, similarity, distance } of pairsOf(decisions, options.maxCopies)) {
        if (!isAlone && (a >= first || b < first)) continue
        say(`${documents[a]}\t${documents[b]}\t${round(similarity)}\t${distance ?? null}\t${similarity ?? '\\N'}`)
      }
      if (all && unpaired) say(`${CROWDED}\t${unpaired}\t\\N\t\\N\t\\N`)
    })
  }
}
