/**
 * What articles in Chinese say, on any topic. Statements are put together of short words, each chosen by itself, so that unrelated texts
 * of one topic share words and hardly any wording.
 *
 * A topic gives `stem` and `head` (its notions are made of one of each), `role` (people), `body` (offices and firms), `site` (places), and
 * a few clauses of its own, which are mixed in.
 */
import { type Rule, type Rules, type Written, writtenRules } from '../grammar.js'
import { CHINESE } from './chinese.js'
import general from './chinese-general.json' with { type: 'json' }
import type { Topic } from './topic.js'

/** The first rule with that probability, otherwise the second. */
const mostly =
  (share: number, often: string, seldom: string): Rule =>
  (grammar) => {
    const [one, other] = [grammar.compile(often), grammar.compile(seldom)]
    return (voice) => (voice.random.chance(share) ? one : other)(voice)
  }

const GENERAL: Rules = {
  term: mostly(0.8, '{stem}{head}', '{ownTerm}'),
  statement: mostly(0.8, '{claim}', '{ownFinding}'),
  step: mostly(0.75, '{deed}', '{ownMeasure}'),
  trouble: mostly(0.75, '{loss}', '{ownEffect}'),
  ...writtenRules(general as Written),
}

/** The rules of articles in Chinese on a topic. */
export function articleRules({ zh }: Topic): readonly Rules[] {
  const { term, finding, measure, effect } = zh as { readonly [name: string]: Rule }
  return [CHINESE, zh, GENERAL, { ownTerm: term, ownFinding: finding, ownMeasure: measure, ownEffect: effect } as Rules]
}
