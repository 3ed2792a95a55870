/** What a page shows of frequent passages: those that were found, which of them are left out, and what leaving them out did. */
import { LEAST, type LeftOut, OVER } from './boilerplate.js'
import { figuresOf } from './files.js'
import { whole } from './filters.js'
import type { Machine, Project } from './project.js'

/** UTF-16 units of a passage that are shown. */
const SHOWN = 400
const MOST_LENGTH = 1_000_000

/** How passages are looked for. @throws {LeitongError} `OPTION_VALUE` */
export function frequentAsked({ least, over }: Readonly<Record<string, unknown>>) {
  const given = (value: unknown) => (value === undefined ? undefined : String(value))
  return {
    least: Math.max(2, whole('least', given(least), LEAST, MOST_LENGTH)),
    over: Math.max(1, whole('over', given(over), OVER, Number.MAX_SAFE_INTEGER)),
  }
}

/**
 * The passages of a review: first those that are left out and were not found again, then those that were found, in the most documents first.
 *
 * `effect` has the last run, and the one before it where there is one, in numbers.
 */
export function passagesOf(project: Project, { shown, mask }: Machine) {
  const found = project.frequent
  const { all } = project.leftOut
  const byKey = new Map(all.map((one) => [one.key, one]))
  const known = new Set(found?.passages.map(({ key }) => key))
  const cut = (text: string) => (mask ? mask.text(text) : text).slice(0, SHOWN)
  const said = ({ by, at }: LeftOut) => ({ leftOut: true, by, at })
  const head = project.hasRun ? project.run.head : undefined
  const ignored = head?.summary['ignored'] as { readonly texts: number; readonly characters: number } | undefined
  return {
    ...(found ? { at: found.at, least: found.least, over: found.over, documents: found.documents } : {}),
    found: found?.passages.length ?? 0,
    total: found?.total ?? 0,
    leftOut: all.length,
    passages: [
      ...all
        .filter(({ key }) => !known.has(key))
        .map((one) => ({ key: one.key, documents: one.documents, length: one.length, text: cut(one.text), ...said(one) })),
      ...(found?.passages ?? []).map(({ text, example, ...one }) => {
        const left = byKey.get(one.key)
        return { ...one, text: cut(text), example: shown(plain(example)), ...(left ? said(left) : { leftOut: false }) }
      }),
    ],
    ...(head
      ? { effect: { now: { ...figuresOf(head), ...(ignored ? { ignored } : {}) }, ...(head.before ? { before: head.before } : {}) } }
      : {}),
  }
}

const plain = (json: string): string => {
  const value: unknown = JSON.parse(json)
  return typeof value === 'string' ? value : json
}
