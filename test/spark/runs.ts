/** Runs on one machine and on a cluster, with all that they write. */
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type ClusterSummary, type DedupeOptions, dedupe, type Removed } from '../../src/index.js'
import { machineDefaults } from '../../src/options/machine.js'
import { resolveOptions } from '../../src/resolving/resolve.js'
import type { Bounds } from '../../src/spark/bounds.js'
import { dedupeOnCluster } from '../../src/spark/dedupe.js'
import { leitong, temporaryFolder } from '../support/files.js'

export const KINDS = ['output', 'removed', 'groups', 'pairs'] as const
export type Results = Record<(typeof KINDS)[number], string>

/** A machine that does other things too may take ten times as long. */
export const PATIENCE = 900_000

/** Steps that leave a folder, in their order: of a run that one task can gather, and of one that goes the ways of large runs. */
export const STEPS = ['sign', 'gather', 'verify', 'removed']
export const LARGE_STEPS = ['sign', 'copies', 'forest', 'components', 'verify', 'removed', 'numbers']

/** A folder that the server may read and write, which runs as somebody else. */
export function sharedFolder(): string {
  const folder = temporaryFolder()
  chmodSync(folder, 0o777)
  return folder
}

export function inputFolder(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = sharedFolder()
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return folder
}

export async function generated(kind: string, size: number): Promise<string> {
  const { stdout, code } = await leitong(['generate', kind, '--size', String(size), '--seed', '7', '-o', '-'])
  expect(code).toBe(0)
  return stdout
}

export const asLines = (texts: readonly string[], from = 0): string =>
  texts.map((text, i) => `${JSON.stringify({ id: from + i, text })}\n`).join('')

/** All lines of a folder that Spark wrote, in the order of the names of its files. */
export function written(folder: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /(^|\/)part-[^/]*$/.test(name))
  return names
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('')
}

/** @param ending  of the name of what is kept */
export async function onOneMachine(input: string, options: DedupeOptions = {}, ending = 'jsonl'): Promise<Results> {
  const folder = temporaryFolder()
  const paths = Object.fromEntries(KINDS.map((kind) => [kind, join(folder, `${kind}.${kind === 'output' ? ending : 'jsonl'}`)])) as Results
  const result = await dedupe({ files: [input] }, { ...options, pairs: true })
  await result.write(paths)
  await result.close()
  return Object.fromEntries(KINDS.map((kind) => [kind, readFileSync(paths[kind], 'utf8')])) as Results
}

interface ClusterRan {
  readonly results: Results
  readonly summary: ClusterSummary
  /** The removed ones as the library gives them. */
  readonly iterated: readonly Removed[]
}

export type ClusterOptions = DedupeOptions & { readonly onProgress?: undefined }

export async function onCluster(
  engine: string,
  input: string,
  { work = join(sharedFolder(), 'work'), ...options }: ClusterOptions = {},
): Promise<ClusterRan> {
  const folder = sharedFolder()
  const paths = Object.fromEntries(KINDS.map((kind) => [kind, join(folder, kind)])) as Results
  const result = await dedupe({ files: [input] }, { ...options, engine, work, pairs: true })
  try {
    await result.write(paths)
    const iterated: Removed[] = []
    for await (const each of result.removed()) iterated.push(each)
    const results = Object.fromEntries(KINDS.map((kind) => [kind, written(paths[kind])])) as Results
    return { results, summary: result.summary, iterated }
  } finally {
    await result.close()
  }
}

/** The results of a cluster whose runs count as large from lower bounds on; no task gathers what is alike. */
export async function bounded(
  engine: string,
  input: string,
  given: Omit<DedupeOptions, 'onProgress'>,
  bounds: Partial<Bounds>,
  work = join(sharedFolder(), 'work'),
): Promise<Results> {
  const folder = sharedFolder()
  const paths = Object.fromEntries(KINDS.map((kind) => [kind, join(folder, kind)])) as Results
  const options = resolveOptions([{ values: { ...given, engine, work }, where: 'here' }], machineDefaults())
  const run = await dedupeOnCluster([input], options, true, { bounds: { gathered: 0, ...bounds } })
  try {
    await run.write(paths)
    return Object.fromEntries(KINDS.map((kind) => [kind, written(paths[kind])])) as Results
  } finally {
    await run.close()
  }
}

/** As a run leaves its work that was cut off in a step: the folder of the step without its mark, and nothing behind it. */
export function cutAt(work: string, cut: string, steps = STEPS): void {
  for (const step of steps.slice(steps.indexOf(cut))) {
    rmSync(join(work, `${step}.done`), { recursive: true })
    if (step !== cut) rmSync(join(work, step), { recursive: true })
  }
}
