/** What `audit`, `compare`, `link` and `tune` found, in English. findings.zh.ts says the same in Chinese. */
import { number, plural } from './numbers.js'

export const audit = {
  counts: (records: number, kept: number, removed: number, time: string) =>
    `${plural(records, 'record')}: ${number(kept)} kept, ${number(removed)} removed; read and compared again in ${time}`,
  rejects: (n: number) => `${plural(n, 'record')} could not be judged: only their bytes were looked at`,
  holds: (what: string) => `holds: ${what}`,
  fails: (what: string) => `FAILS: ${what}`,
  checks: {
    bytes: (n: number, isRewritten: boolean) =>
      `every kept record is one of the input${isRewritten ? ', by its text' : ', byte for byte'} (${number(n)} looked at)`,
    order: (n: number) => `kept records stand in the order of the input (${number(n)})`,
    complete: (n: number) => `every record of the input is kept or removed, and none is both (${number(n)})`,
    removed: (n: number, threshold: number, isStated: boolean) =>
      isStated
        ? `every removed record has the kept one that is named, at the stated similarity, ${threshold} or more (${number(n)})`
        : `every record that is not kept is as alike as ${threshold} to a kept one (${number(n)})`,
    apart: (n: number, threshold: number) => `no two kept records are as alike as ${threshold} (all pairs of ${number(n)})`,
    pairs: (n: number, threshold: number) => `every listed pair has the stated similarity, ${threshold} or more (${number(n)})`,
    allPairs: (n: number, threshold: number) => `every pair as alike as ${threshold} is listed (all pairs of ${number(n)} different texts)`,
  },
  failed: (n: number) => `${number(n)} ${n === 1 ? 'does' : 'do'} not:`,
  because: (why: string, measured: string | undefined) => `${why}${measured === undefined ? '' : `; ${measured}`}`,
  why: {
    'not-of-input': 'the input has no such record, or not as often',
    changed: 'A, as it was kept, is not B, as it is in the input',
    moved: 'A stands behind B, or first of all, and not so in the input',
    lost: 'neither kept nor removed',
    both: 'removed, and yet among the kept records',
    'unknown-id': 'the input has no record with one of the two ids',
    twice: 'removed more often than the input has it',
    'partner-not-kept': 'B is removed itself',
    'no-partner': 'no kept record is as alike',
    'below-threshold': 'less alike than the threshold',
    'other-similarity': 'the stated similarity is another',
    alike: 'both are kept',
    unlisted: 'the pair is not listed',
  },
  similarity: (similarity: string, stated: string | undefined) =>
    `similarity ${similarity}${stated === undefined ? '' : `, stated ${stated}`}`,
  more: (n: number) => `… and ${number(n)} more (--examples, --json)`,
}

export const compare = {
  similar: (similar: boolean, measure: string, similarity: string, threshold: number) =>
    `${similar ? 'similar' : 'not similar'}: ${measure} ${similarity}, threshold ${threshold}`,
  /** As the program of the profile `blog` says it. */
  blog: ({ similar, similarity, threshold }: { readonly similar: boolean; readonly similarity: number; readonly threshold: number }) =>
    `the similarity is ${similarity}, ${similar ? 'above' : 'not above'} the threshold ${threshold}, so A and B are ${similar ? '' : 'not '}similar`,
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

const are = (n: number) => (n === 1 ? 'is' : 'are')
const rowsAre = (n: number, of: string) => `${plural(n, 'row')} ${of} ${are(n)}`

export const link = {
  read: (a: number, b: number, time: string) => `${plural(a, 'row')} of A and ${number(b)} of B in ${time}`,
  across: (pairs: number, inA: number, notInA: number, inB: number) =>
    `${plural(pairs, 'pair')}: ${rowsAre(inA, 'of B')} in A, ${number(notInA)} ${are(notInA)} not; ${rowsAre(inB, 'of A')} in B`,
  within: (across: number, a: number, b: number, groups: number, shared: number) =>
    `${plural(across, 'pair')} across, ${number(a)} within A, ${number(b)} within B; ${plural(groups, 'group')}, ${number(shared)} of both sides`,
  unpaired: (n: number) =>
    `${plural(n, 'place')} more share passages with A and are in no pair: a passage that many rows have is paired with the first of them`,
  rejects: (n: number, first: string) => `${plural(n, 'record')} could not be judged; the first: ${first}`,
  manyCopies: (n: number) => `${number(n)} texts have more copies than --max-copies: not every pair of them is listed`,
  crowded: (n: number) => `${number(n)} crowded buckets: not every pair in them was looked at`,
  best: 'rows of B with their best match in A:',
  apart: (bits: number) => `${bits} bits apart`,
  longContainment: (size: string) =>
    `containment looks up every feature of every text, ${size} here, which may take minutes where many texts of both sides share features; --measure passages finds rows of B that share 13 words in a row with A in a fraction of the time`,
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
  finds: (find: string, copies: number, versions: number, only: number, why: 'asked' | 'labelled' | 'edited' | 'default') =>
    `${why === 'asked' ? 'as asked' : 'recommended'}: --find ${find}${why === 'labelled' ? ' (better on the labels)' : ''}: in the sample --find copies finds ${plural(copies, 'pair')}, --find versions ${number(versions)}, ${number(only)} of them no copies${why === 'default' ? '; take versions if those are repeats to you' : why === 'edited' ? '; take copies if those are no repeats to you' : ''}`,
  examples: (find: 'copies' | 'versions') => `pairs around the threshold of ${find} (--report shows more of them):`,
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
