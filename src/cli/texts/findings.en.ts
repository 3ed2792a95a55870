/** What `compare`, `link` and `tune` found, in English. findings.zh.ts says the same in Chinese. */
import { number, plural } from './numbers.js'

export const compare = {
  similar: (similar: boolean, measure: string, similarity: string, threshold: number) =>
    `${similar ? 'similar' : 'not similar'}: ${measure} ${similarity}, threshold ${threshold}`,
  byDistance: (similar: boolean, distance: number, bits: number, most: number) =>
    `${similar ? 'similar' : 'not similar'}: ${distance} of ${bits} bits differ, at most ${most} may`,
  equality: (similar: boolean): string => (similar ? 'similar: the texts are equal' : 'not similar: the texts are not equal'),
  sizes: (a: number, b: number) => `A has ${plural(a, 'character')}, B has ${number(b)}`,
  features: (shared: number, a: number, b: number) => `features: ${number(shared)} shared, ${number(a)} only in A, ${number(b)} only in B`,
  fingerprints: (a: string, b: string) => `fingerprints: ${a} and ${b}`,
  signatures: (distance: number, bits: number, estimate: string, positions: number) =>
    `signatures: simhash ${distance} of ${bits} bits apart, minhash estimates ${estimate} with ${positions} positions`,
  equal: 'no difference: the two texts are equal',
  places: (places: number, a: number, b: number, shown: number | undefined) =>
    `${plural(places, 'place')} ${places === 1 ? 'differs' : 'differ'}: ${number(a)} characters only in A, ${number(b)} only in B${shown === undefined ? '' : `; the first ${number(shown)}, all with --full`}`,
  unaligned: (places: number) =>
    `${plural(places, 'place')} could not be aligned: the two texts share too little there, and it counts as replaced as a whole`,
  morePlaces: (n: number) => `… and ${number(n)} more`,
  at: (line: number, column: number) => `line ${number(line)}, character ${number(column)}`,
  notAligned: ' (not aligned)',
  shared: (passages: number, least: number, a: string, b: string) =>
    `${plural(passages, 'shared passage')} of ${number(least)} characters and more: ${a} of A stands in B, ${b} of B in A`,
  sharedAt: (length: number, a: number, b: number) =>
    `${plural(length, 'character')}, from character ${number(a)} of A and ${number(b)} of B`,
}

export const link = {
  read: (a: number, b: number, time: string) => `${number(a)} rows of A and ${number(b)} of B in ${time}`,
  across: (pairs: number, inA: number, notInA: number, inB: number) =>
    `${number(pairs)} pairs: ${number(inA)} rows of B are in A, ${number(notInA)} are not; ${number(inB)} rows of A are in B`,
  within: (across: number, a: number, b: number, groups: number, shared: number) =>
    `${number(across)} pairs across, ${number(a)} within A, ${number(b)} within B; ${number(groups)} groups, ${number(shared)} of both sides`,
  rejects: (n: number, first: string) => `${plural(n, 'record')} could not be judged; the first: ${first}`,
  manyCopies: (n: number) => `${number(n)} texts have more copies than --max-copies: not every pair of them is listed`,
  crowded: (n: number) => `${number(n)} crowded buckets: not every pair in them was looked at`,
  best: 'rows of B with their best match in A:',
  apart: (bits: number) => `${bits} bits apart`,
  moreRows: (n: number) => `… and ${number(n)} more rows of B; --matches or --report has them`,
}

export const tune = {
  sampled: (sampled: number, documents: number) =>
    sampled < documents ? `${number(sampled)} of ${number(documents)} documents` : `${number(documents)} documents`,
  read: (sample: string, size: string, equal: number, background: string | undefined) =>
    `${sample}, ${size}; ${number(equal)} pairs of equal texts${background === undefined ? '' : `; 99 % of random pairs are less alike than ${background}`}`,
  rejects: (n: number) => `${plural(n, 'record')} could not be judged: leitong dedupe --rejects FILE says why`,
  few: (documents: number) => `${number(documents)} documents are few to judge by: take the advice as a first guess`,
  bars: 'pairs by similarity (below 0.3 estimated; logarithmic bars)',
  barsOfVersions: 'pairs by the share of rare features that both have (logarithmic bars)',
  here: 'threshold',
  onLabels: 'on the labels',
  columns: ['best at', 'precision', 'recall'] as readonly [string, string, string],
  missingLabels: (n: number) => `${number(n)} labels are not about two documents of the input`,
  recommended: (threshold: number, why: string) => `recommended: threshold ${threshold}: ${why}`,
  expected: (share: string, time: string, memory: string) =>
    `expected: ${share} of the pairs at the threshold are proposed and measured; about ${time} and ${memory} for signatures and places of the whole input`,
  finds: (find: string, copies: number, versions: number, only: number, why: 'asked' | 'labelled' | 'default') =>
    `${why === 'asked' ? 'as asked' : 'recommended'}: --find ${find}${why === 'labelled' ? ' (better on the labels)' : ''}: in the sample --find copies finds ${plural(copies, 'pair')}, --find versions ${number(versions)}, ${number(only)} of them no copies${why !== 'default' ? '' : '; take versions if those are repeats to you'}`,
  examples: 'pairs around the threshold (--report shows more of them):',
  simhash: (finds: string) => `simhash instead: ${finds}`,
  within: (share: string, distance: number) => `${share} within ${distance} bits`,
  separator: ', ',
  plan: (plan: string) => `: ${plan}`,
  noDistance: 'no distance up to 22 finds 95 % of them',
}

/** The summary of `passages`. */
export const passages = {
  read: (documents: number, characters: number, time: string) =>
    `${plural(documents, 'document')}, ${plural(characters, 'character')}, in ${time}`,
  found: (passages: number, places: number, share: string) =>
    `${plural(passages, 'passage')} in ${plural(places, 'place')}: ${share} of the text stands elsewhere too`,
  foundWithin: (passages: number, documents: number, share: string) =>
    `${plural(passages, 'passage')} in ${plural(documents, 'document')}: ${share} of the text stands in the library`,
  removed: (characters: number, share: string) => `removed ${plural(characters, 'character')}, ${share} of the text`,
  longest: 'longest passages (characters or words × places, where it came from first, text):',
  more: (n: number) => `… and ${number(n)} more; --passages has them all`,
  howToWrite: 'Write them with --passages passages.jsonl, the texts without repeats with -o once.jsonl.',
  rejects: (n: number, first: string) =>
    `${plural(n, 'record')} could not be judged and ${n === 1 ? 'stays' : 'stay'} as ${n === 1 ? 'it is' : 'they are'}; the first: ${first}`,
}
