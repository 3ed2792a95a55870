/** Linking as a library call: two sides in, pairs across them out. */

import { LeitongError } from '../errors.js'
import type { Options, OptionsInput } from '../options/options.js'
import { requireFunction, requireObject, requireSignal } from '../options/require.js'
import { isStated } from '../options/stated.js'
import type { Document, DocumentInput } from '../reading/document-input.js'
import { type Choices, takeSelectors } from '../reading/selectors.js'
import { requireInput } from './arguments.js'
import { refuseSelectors, resolveWithMachine } from './dedupe.js'
import type { FieldOf, IdChoice, IdOf } from './documents.js'
import { heard } from './heard.js'
import type { LinkInput, LinkOptions, LinkResult, MappingInput } from './linking.js'
import { withOptionNames } from './option-names.js'

export type { LinkInput, LinkMatch, LinkOptions, LinkResult, MappingInput } from './linking.js'

/** Options that linking knows nothing of, and what to do instead. */
const NOT_HERE = {
  fields: 'the option mapping has the fields of each side',
  table: 'it stands beside the files of a side',
  query: 'it stands beside the files of a side',
  keep: 'nothing is removed',
  groupBy: 'there are no groups',
} satisfies Partial<Record<keyof Options, string>>

/**
 * Finds which documents of B are in A: only pairs with one of each are looked for.
 *
 * @throws {LeitongError} for wrong options and mappings, and for input that cannot be read
 * @example
 * const result = await link([{ id: 1, text: 'One and the same text.' }], [{ id: 'x', text: 'One and the same text!' }])
 * [...result.pairs()] // [{ a: 1, b: 'x', similarity: 1, distance: undefined }]
 * await result.close()
 */
export function link<
  A extends DocumentInput = Document,
  B extends DocumentInput = Document,
  const Key extends FieldOf<A | B> = never,
  Value = never,
  const Name extends string = never,
>(
  a: LinkInput<A>,
  b: LinkInput<B>,
  options?: LinkOptions<A | B> & IdChoice<A | B, Key, Value, Name> & { readonly mapping?: undefined },
): Promise<LinkResult<IdOf<A, Key, Value, Name>, IdOf<B, Key, Value, Name>>>
/** Through a mapping, whose `key` names the ids of each side. */
export function link<A extends DocumentInput = Document, B extends DocumentInput = Document>(
  a: LinkInput<A>,
  b: LinkInput<B>,
  options: LinkOptions<A | B> & { readonly mapping: string | MappingInput },
): Promise<LinkResult>
export function link(a: LinkInput, b: LinkInput, asked: LinkOptions & Choices = {}): Promise<LinkResult> {
  return withOptionNames(async () => {
    requireInput(a)
    requireInput(b)
    requireObject(asked)
    const { mapping, oneToOne = false, signal, onProgress, ...given } = asked
    requireSignal(signal)
    requireFunction(onProgress, 'onProgress')
    const { options: named, selectors } = takeSelectors(given)
    const options = resolveWithMachine(named as OptionsInput)
    for (const [name, instead] of Object.entries(NOT_HERE))
      if (isStated(options, name as keyof Options)) throw new LeitongError('OPTION_CONFLICT', `"${name}" is of no use to link: ${instead}`)
    for (const side of [a, b]) if ('files' in side) refuseSelectors(selectors)
    return heard([a, b], async () => {
      const { linked } = await import('./link-result.js')
      return linked(a, b, { mapping, options, selectors, oneToOne, signal, onProgress })
    })
  })
}
