/** What a link writes, and its figures. */
import { resolve } from 'node:path'
import { LeitongError } from '../../errors.js'
import type { InputFile } from '../../reading/input.js'
import { signatureName } from '../../signing/signature.js'
import { compressBytes, compressionOf } from '../../sources/formats/compression.js'
import { VERSION } from '../../version.js'
import { AtomicFile } from '../../writing/atomic-file.js'
import { lines, rejectLines, round, toAsync, toStandardOutput } from '../dedupe/outputs.js'
import type { LinkRun } from './link.js'

/** Where to write what; `-` is standard output. */
export interface LinkPaths {
  readonly pairs?: string | undefined
  readonly matches?: string | undefined
  readonly groups?: string | undefined
  readonly rejects?: string | undefined
}

/** The lines of each output. */
export type LinkWriters = { readonly [Kind in keyof LinkPaths]?: () => Iterable<string> }

/** What a link can write. */
export const KINDS: readonly (keyof LinkPaths)[] = ['pairs', 'matches', 'groups', 'rejects']

export const linkWriters = ({ links, documents, ...run }: LinkRun): LinkWriters => ({
  *pairs() {
    for (const { a, b, similarity, distance } of links.pairs())
      yield `{"a":${documents.idOf(a)},"b":${documents.idOf(b)},"similarity":${round(similarity)},"distance":${distance ?? null}}`
  },
  *matches() {
    for (const { b, match } of links.matches())
      yield `{"b":${documents.idOf(b)},"a":${match ? documents.idOf(match.a) : null},"similarity":${round(match?.similarity)},"distance":${match?.distance ?? null}}`
  },
  rejects: () => rejectLines({ documents, ...run }),
})

/** Outputs that were asked for, opened before the work begins; all are complete before the first gets its name. */
export class LinkOutputs {
  readonly #targets: { readonly kind: keyof LinkPaths; readonly path: string; readonly file: AtomicFile | undefined }[] = []

  /** @throws {LeitongError} `OUTPUT_WRITE`, `OPTION_CONFLICT` */
  constructor(paths: LinkPaths, inputs: readonly InputFile[]) {
    const taken = new Set(inputs.filter(({ path }) => path && path !== '-').map(({ path }) => path))
    try {
      for (const kind of KINDS) {
        const path = paths[kind]
        if (path === undefined) continue
        const full = path === '-' ? path : resolve(path)
        if (taken.has(full))
          throw new LeitongError('OPTION_CONFLICT', `--${kind} would write to ${path}, which is an input or another output`)
        taken.add(full)
        this.#targets.push({ kind, path, file: path === '-' ? undefined : new AtomicFile(path) })
      }
    } catch (error) {
      this.discard()
      throw error
    }
  }

  /** @param writers  one for each kind that was asked for */
  async write(writers: LinkWriters): Promise<void> {
    const linesOf = (kind: keyof LinkPaths) => lines(writers[kind]?.() ?? [])
    for (const { kind, path, file } of this.#targets) {
      if (!file) continue
      for await (const bytes of compressBytes(toAsync(linesOf(kind)), compressionOf(path).compression)) file.write(bytes)
      file.finish()
    }
    for (const { file } of this.#targets) file?.commit()
    for (const { kind, file } of this.#targets) if (!file) await toStandardOutput(linesOf(kind))
  }

  discard(): void {
    for (const { file } of this.#targets) file?.discard()
  }
}

/** What one link did, in numbers. */
export interface LinkSummary {
  readonly version: string
  /** Documents of each side. */
  readonly a: number
  readonly b: number
  readonly pairs: number
  /** Documents of each side that are in some pair. */
  readonly linkedA: number
  readonly linkedB: number
  readonly rejects: number
  readonly seconds: number
  readonly plan: string
  readonly signature: string
  readonly limits: { readonly manyCopies: number; readonly crowded: number }
}

export function summarizeLink({ options, documents, ofA, links, seconds, plan, crowded, manyCopies }: LinkRun): LinkSummary {
  const [left, right] = [new Set<number>(), new Set<number>()]
  let pairs = 0
  for (const { a, b } of links.pairs()) {
    pairs++
    left.add(a)
    right.add(b)
  }
  return {
    version: VERSION,
    a: ofA,
    b: documents.count - ofA,
    pairs,
    linkedA: left.size,
    linkedB: right.size,
    rejects: documents.rejects.length,
    seconds: Math.round(Object.values(seconds).reduce((sum, value) => sum + value, 0) * 1000) / 1000,
    plan,
    signature: signatureName(options),
    limits: { manyCopies, crowded },
  }
}
