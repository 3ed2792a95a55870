/** The truth that methods are held against: pairs and groups, by a rule over the labels of a set. */
import { LeitongError } from '../../errors.js'
import { groupByKey, pairSet, pairsWithin } from '../../evaluating/pairs.js'
import { UnionFind } from '../../grouping/union-find.js'
import type { LabelledSet } from './labelled-set.js'

export interface Truth {
  readonly rule: string
  /** Keys of pairs. */
  readonly pairs: ReadonlySet<number>
  /** The group of every document. */
  readonly groups: Uint32Array
}

/**
 * The pairs and groups that a rule names.
 *
 * @param rule  `group`; `pairs` (all that are listed); `FIELD>=N` or `FIELD` of listed pairs, like `jaccard>=0.8`, `same_document`.
 *              Without one: `group` where there are groups, else `same_document` where any pair has it, else `jaccard>=0.8` where pairs
 *              have that, else `pairs`.
 * @throws {LeitongError} `OPTION_VALUE` when the set does not know what the rule asks for
 */
export function truthOf(set: LabelledSet, rule = defaultRule(set)): Truth {
  const count = set.documents.length
  const pairs = rule === 'group' ? groupPairs(set) : pairSet(listedPairs(set, rule), count)
  return { rule, pairs, groups: componentsOf(pairs, count) }
}

function defaultRule({ pairs }: LabelledSet): string {
  if (!pairs) return 'group'
  if (pairs.some(({ facts }) => facts['same_document'])) return 'same_document'
  return pairs.some(({ facts }) => 'jaccard' in facts) ? 'jaccard>=0.8' : 'pairs'
}

const refuse = (rule: string, expected: string) => new LeitongError('OPTION_VALUE', 'truth', JSON.stringify(rule), expected)

function groupPairs({ documents }: LabelledSet): Set<number> {
  if (!documents.some(({ group }) => group !== undefined)) throw refuse('group', 'a rule over pairs: the set has no groups')
  return pairSet(pairsWithin(groupByKey(documents.map(({ group }) => group))), documents.length)
}

function listedPairs({ pairs }: LabelledSet, rule: string) {
  if (!pairs) throw refuse(rule, 'group: the set lists no pairs')
  if (rule === 'pairs') return pairs
  const [, field, bound] = /^(\w+)(?:>=(\d*\.?\d+))?$/.exec(rule.replace(/\s+/g, '')) ?? []
  if (field === undefined) throw refuse(rule, 'group, pairs, FIELD>=N or FIELD')
  if (!pairs.some(({ facts }) => field in facts)) throw refuse(rule, 'a field that the listed pairs have')
  return pairs.filter(({ facts }) => {
    const value = facts[field]
    return bound === undefined ? value === true || value === 'true' || value === 1 || value === '1' : Number(value) >= Number(bound)
  })
}

/** The connected components of pairs: the representative of every document. */
export function componentsOf(pairs: Iterable<number>, count: number): Uint32Array {
  const sets = new UnionFind(count)
  for (const pair of pairs) sets.union(Math.floor(pair / count), pair % count)
  return Uint32Array.from({ length: count }, (_, document) => sets.find(document))
}
