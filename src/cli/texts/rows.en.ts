/** What the command says of rows, in English. */
import { number, plural } from './numbers.js'

const percent = (share: number) => `${share > 0.995 && share < 1 ? '> 99' : Math.round(share * 100)} %`
const about = (share: number) => (percent(share).startsWith('>') ? 'more than 99 %' : `about ${percent(share)}`)

const whyWay = (shown: boolean | 'both') =>
  shown === 'both' ? ', though the column has both' : shown ? ', as others of the column are' : ''

export const rows = {
  kind: (name: string, kind: string, filled: number) => `${name} ${kind}${filled < 1 ? ` ${percent(filled)} filled` : ''}`,
  compared: (kinds: string) => `compared: ${kinds}`,
  numbersRows: (name: string) =>
    `"${name}" numbers the rows and was not compared: --id-field ${name} names rows by it, and a kind for it in a fields file has it compared`,
  unread: (name: string, kind: string, values: number, examples: string) =>
    `warning: ${plural(values, 'value')} of "${name}" could not be read as a ${kind} (${examples}), and ${values === 1 ? 'is' : 'are'} compared as written; another kind for it in a fields file compares the column in another way`,
  /** @param shown  whether the column shows the way by other values; `both`: some show one, some the other */
  dateWay: (name: string, dates: number, way: string, shown: boolean | 'both') =>
    `${shown === 'both' ? 'warning: ' : ''}${plural(dates, 'date')} of "${name}" may be read in two ways, and ${dates === 1 ? 'was' : 'were'} read with the ${way} first${whyWay(shown)}; --date-order ${way === 'day' ? 'month' : 'day'} reads the other way`,
  numberWay: (name: string, numbers: number, way: string, shown: boolean | 'both') =>
    `${shown === 'both' ? 'warning: ' : ''}${plural(numbers, 'number')} of "${name}" like 1.234 or 1,234 may be read in two ways, and ${numbers === 1 ? 'was' : 'were'} read with a decimal ${way}${whyWay(shown)}; "decimal": "${way === 'point' ? 'comma' : 'point'}" in a fields file reads the other way`,
  tellsTruth: (names: string) =>
    `not compared, because generate wrote there which rows are one: ${names}; a kind in a fields file has them compared`,
  comparisons: (made: number, planned: number, keys: number, recall: number) =>
    `${number(made)} pairs of rows compared of ${number(planned)} planned${keys ? `: those that agree in one of ${number(keys)} keys` : ''}; they find ${percent(recall)} of the matches, by estimate`,
  key: (name: string, pairs: string) => `${name}: ${pairs} pairs`,
  moreKeys: (keys: number) => `${number(keys)} more; --verbose lists them`,
  match: '--measure match learns from the rows how much each column says, and often finds more',
  precision: (share: number, low: number, high: number) =>
    `${about(share)} of the pairs are matches, by estimate (${percent(low)} to ${percent(high)})`,
  resultRecall: (share: number, low: number, high: number) =>
    `they are ${about(share)} of all matches, by estimate (${percent(low)} to ${percent(high)})`,
  listsOnce: {
    a: 'the first table seems to list each thing once: of the pairs of a row of the second, those that are less likely than the best one lost by it',
    b: 'the second table seems to list each thing once: of the pairs of a row of the first, those that are less likely than the best one lost by it',
    both: 'each table seems to list each thing once: of the pairs of a row, those that are less likely than the best one lost by it',
  },
  promise: (precision: number, leftOut: number) =>
    `promised, by estimate: at least ${Number((precision * 100).toPrecision(6))} % of the pairs are matches; ${number(leftOut)} pairs of a score of 0.5 and more were left out for it`,
  model: (checksum: string, among: number) => `model ${checksum}: about 1 in ${number(among)} pairs of rows is a match`,
  cut: (pairs: number) => `${number(pairs)} matches were not used: without them hardly anything joins their two groups`,
  doubt: {
    many: 'warning: the model takes a large share of all pairs of rows for matches, which is hardly so',
    unclear: 'warning: the model did not tell matches from others: most of what it takes for matches is in doubt',
    unlike: 'warning: what the model takes for matches is hardly alike, row by row: it found something else that rows have in common',
    outdone: 'warning: compared as whole texts, clearly more rows have a partner that stands out than by the learned model',
  },
  inDoubtAcross: (why: string) =>
    `${why}; rows were compared as texts in its place, and each was joined with the one that is most like it. Leave columns out by a fields file (--write-fields), or give labels to tune`,
  inDoubtNamed: (why: string, column: string) =>
    `${why}; "${column}" names what the rows are about, and most names stand in several rows: rows were joined by it alone. To compare other columns, state them in a fields file (--write-fields), or give labels to tune`,
  inDoubt: (why: string) =>
    `${why}; it learned again from rows that are nearly equal, and only pairs of rows that are alike as a whole, at 0.65, were joined. Try --measure fields, leave columns out by a fields file (--write-fields), or give labels to tune`,
  leastSure: 'the least sure, field by field:',
  bits: (value: string) => `${value} bits`,
  learnedFrom: (checksum: string, learned: number, among: number) =>
    `checksum ${checksum}, learned from ${number(learned)} rows: about 1 in ${number(among)} pairs of rows is a match`,
  beside: (name: string) => `, beside ${name}`,
  table: 'm, u, bits',
  whereIs: (name: string, level: string) => `where ${name} is ${level}:`,
  whereMissing: (name: string) => `where ${name} is missing:`,
  fitted: {
    model: 'the model is fitted to the labels, and the threshold',
    weights: 'weights and threshold are fitted to the labels',
    threshold: 'the threshold is fitted to the labels; weights fitted to one half of them did no better on the other',
    nothing: 'nothing that was fitted to one half of the labels did better on the other: all stays as it was',
  },
  labels: (pairs: number, missing: number, what: string) =>
    `${number(pairs)} labelled pairs${missing ? `, ${number(missing)} of rows that are not in the input` : ''}: ${what}`,
  halves: (before: string, after: string, threshold: number) =>
    `F1 on the half that it was not fitted to: ${before} before, ${after} after; threshold ${threshold}`,
  weights: (list: string) => `weights: ${list}`,
  unjudged: (n: number) => `${number(n)} labels without a verdict were left out`,
  joined: (threshold: number, after: number, unlabelled: number, before: number) =>
    `threshold ${threshold} joins ${number(after)} pairs, ${number(unlabelled)} of them without a label; before it was ${number(before)}`,
  manyJoined:
    'warning: far more pairs are joined than before, and labels say nothing of most of them: look at some (--report), label them too, and tune again',
  writes: 'this keeps what was fitted:',
  use: 'then run:',
}
