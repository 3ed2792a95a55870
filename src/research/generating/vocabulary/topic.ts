/** The interface of a topic. */
import type { Rules } from '../grammar.js'

/** Words and clauses about one topic. Lists of words begin with the most frequent. */
export interface Topic {
  /** Name in options and records. */
  readonly name: string
  /** Name in Chinese, as a column of a table has it. */
  readonly label: string
  /**
   * Rules in Chinese: `thing` what people complain about, `place`, `actor` who answers for it, `fault` what is wrong (clause),
   * `effect` what follows from it (clause), `wish` what is asked for (clause), `term` general notions, `finding` what an
   * article states (clause), `measure` what is done about it (verb phrase). Of single words, which articles put together: `stem` and
   * `head` of general notions, `role` people, `body` offices and firms, `site` places.
   */
  readonly zh: Rules
  /** Rules in English: `thing`, `actor`, `term` (nouns, plural or mass), `finding` (clause), `effect` (clause), `measure` (gerund phrase). */
  readonly en: Rules
}
