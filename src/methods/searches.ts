/** The shelf of searches: what a batch and a live index ask of methods. */
import type { Measure } from '../comparing/measures.js'
import { unreachable } from '../errors.js'
import { DEFAULT_METHOD } from '../options/methods.js'
import type { Options } from '../options/options.js'
import { completeSearch } from './complete/search.js'
import { featuresSearch } from './containment/features.js'
import { exactSearch } from './exact.js'
import { fingerprintsSearch } from './given/fingerprints.js'
import { vectorsSearch } from './given/vectors.js'
import type { Search } from './method.js'
import { type MethodName, methodOf, proposerOf, signatureName } from './methods.js'
import { minhashSearch } from './minhash/minhash.js'
import { rareSearch } from './rare/rare.js'
import { rowsSearch } from './rows/rows.js'
import { simhashSearch } from './simhash/simhash.js'

const SEARCHES: Readonly<Record<MethodName, Search>> = {
  minhash: minhashSearch,
  simhash: simhashSearch,
  exact: exactSearch,
  rare: rareSearch,
  features: featuresSearch,
  fingerprints: fingerprintsSearch,
  vectors: vectorsSearch,
}

type Named = Partial<Pick<Options, 'method' | 'measure' | 'complete'>>

/** The search of options, as `methodOf` finds their method. */
export function searchOf({ method = DEFAULT_METHOD, measure, complete }: Named): Search {
  const search = (SEARCHES as Readonly<Record<string, Search>>)[method] ?? unreachable(`method ${method}`)
  if (complete && search === minhashSearch) return completeSearch
  return measure !== undefined && methodOf({ method, measure }).reads === 'values'
    ? rowsSearch(proposerOf({ method }).form, search)
    : search
}

/** The name of the signature of the entries of an index. */
export const indexName = (options: Options): string => searchOf(options).index.name?.(options) ?? signatureName(options)

/** The exact measure of an index. @throws {LeitongError} `OPTION_CONFLICT` */
export const indexMeasure = (options: Options): Measure => searchOf(options).index.measure(options)
