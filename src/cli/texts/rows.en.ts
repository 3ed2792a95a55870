/** What the command says of rows, in English. */
import { number } from './numbers.js'

const percent = (share: number) => `${share > 0.995 && share < 1 ? '> 99' : Math.round(share * 100)} %`

export const rows = {
  kind: (name: string, kind: string, filled: number) => `${name} ${kind}${filled < 1 ? ` ${percent(filled)} filled` : ''}`,
  compared: (kinds: string) => `compared: ${kinds}`,
  comparisons: (made: number, planned: number, costs: string, recall: number) =>
    `${number(made)} comparisons of ${number(planned)} planned, by ${costs || 'no key'}; they find ${percent(recall)} of the matches, by estimate`,
  model: (checksum: string, among: number) => `model ${checksum}: of ${number(among)} pairs of rows one matches`,
  cut: (pairs: number) => `${number(pairs)} pairs were not followed: little else joins their groups`,
  doubt: {
    many: 'warning: the model takes a large share of all pairs of rows for matches, which is hardly so',
    unclear: 'warning: the model did not tell matches from others: most of what it takes for matches is in doubt',
    unlike: 'warning: what the model takes for matches is hardly alike, row by row: it found something else that rows have in common',
  },
  inDoubt: (why: string) =>
    `${why}; it learned again from rows that are nearly equal, and only pairs of rows that are alike as a whole, at 0.65, were joined. Try --measure fields, leave columns out by a fields file (--write-fields), or give labels to tune`,
  leastSure: 'the least sure, field by field:',
  bits: (value: string) => `${value} bits`,
  learnedFrom: (checksum: string, learned: number, among: number) =>
    `checksum ${checksum}, learned from ${number(learned)} rows: of ${number(among)} pairs of rows one matches`,
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
  use: (flags: string) => `use: ${flags}`,
  fileBy: (flag: string) => `FILE (by ${flag})`,
}
