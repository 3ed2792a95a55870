/** Two sides as one: what is alike across them and within each, and the groups that all of it makes. */

import type { Options } from '../../options/options.js'
import type { InputFile } from '../../reading/input.js'
import { signatureName } from '../../signing/signature.js'
import { VERSION } from '../../version.js'
import { type Run, runBatch } from '../dedupe/dedupe.js'
import { rejectLines, round } from '../dedupe/outputs.js'
import { pairsOf } from '../dedupe/pairs.js'
import type { RunHooks } from '../dedupe/search.js'
import { firstOfB } from './link.js'
import type { LinkWriters } from './outputs.js'

export type Side = 'A' | 'B'

export interface JoinedRun {
  readonly run: Run
  /** Documents of A; those from this number on are of B. */
  readonly ofA: number
  sideOf(document: number): Side
}

/**
 * Dedupes two sides together.
 *
 * @param inputs  those of A, then those of B
 * @param ofA     how many are of A
 * @throws {LeitongError}
 */
export async function runJoined(inputs: readonly InputFile[], ofA: number, options: Options, hooks: RunHooks = {}): Promise<JoinedRun> {
  const run = await runBatch(inputs, options, true, hooks)
  const start = firstOfB(run.documents, ofA)
  return { run, ofA: start, sideOf: (document) => (document < start ? 'A' : 'B') }
}

export function joinedWriters({ run, sideOf }: JoinedRun): LinkWriters {
  const { documents, decisions: outcome, options } = run
  const named = (document: number) => `"side":"${sideOf(document)}","id":${documents.idOf(document)}`
  return {
    *pairs() {
      for (const { a, b, similarity, distance } of pairsOf(outcome, options.maxCopies))
        yield `{"a":${documents.idOf(a)},"b":${documents.idOf(b)},"sides":"${sideOf(a)}${sideOf(b)}","similarity":${round(similarity)},"distance":${distance ?? null}}`
    },
    *groups() {
      for (const { number, kept, members } of outcome.groups) {
        const listed = Array.from(members, (document) => {
          const { similarity, distance } = outcome.decide(document)
          return `{${named(document)},"similarity":${round(similarity)},"distance":${distance ?? null}}`
        })
        yield `{"group":${number},"size":${members.length},"kept":{${named(kept)}},"members":[${listed.join(',')}]}`
      }
    },
    rejects: () => rejectLines(run),
  }
}

/** What one run over both sides did, in numbers. */
export interface JoinedSummary {
  readonly version: string
  /** Documents of each side. */
  readonly a: number
  readonly b: number
  /** Similar pairs by the sides they are of. */
  readonly pairs: { readonly AA: number; readonly AB: number; readonly BB: number }
  readonly groups: number
  /** Groups with documents of both sides. */
  readonly shared: number
  readonly rejects: number
  readonly seconds: number
  readonly plan: string
  readonly signature: string
  readonly limits: { readonly manyCopies: number; readonly crowded: number }
}

export function summarizeJoined({ run, ofA, sideOf }: JoinedRun): JoinedSummary {
  const { documents, decisions: outcome, options, plan, manyCopies, crowded } = run
  const pairs = { AA: 0, AB: 0, BB: 0 }
  for (const { a, b } of pairsOf(outcome, options.maxCopies)) pairs[`${sideOf(a)}${sideOf(b)}` as keyof typeof pairs]++
  let shared = 0
  for (const { members } of outcome.groups) if (new Set(Array.from(members, sideOf)).size > 1) shared++
  return {
    version: VERSION,
    a: ofA,
    b: documents.count - ofA,
    pairs,
    groups: outcome.groups.length,
    shared,
    rejects: documents.rejects.length,
    seconds: Math.round(Object.values(run.seconds).reduce((sum, value) => sum + value, 0) * 1000) / 1000,
    plan,
    signature: signatureName(options),
    limits: { manyCopies, crowded },
  }
}
