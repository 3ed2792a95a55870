import type { KeepRule } from '../../options/keep-rule.js'
import { preferenceOf } from '../../options/keep-rule.js'
import type { Documents } from './documents.js'

/** Orders documents under a keep rule, the more preferred first; where the rule sees no difference, the earlier first. */
export function createPreference(rule: KeepRule, documents: Documents): (a: number, b: number) => number {
  switch (preferenceOf(rule)) {
    case 'rank':
      return (a, b) => compare(documents.rankOf(b), documents.rankOf(a)) || a - b
    case 'length': {
      const sign = rule === 'longest' ? -1 : 1
      return (a, b) => sign * (documents.lengthOf(a) - documents.lengthOf(b)) || a - b
    }
    case 'order':
      return rule === 'last' ? (a, b) => b - a : (a, b) => a - b
  }
}

/** Subtraction that knows infinities. */
const compare = (a: number, b: number) => (a < b ? -1 : a > b ? 1 : 0)
