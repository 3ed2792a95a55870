/** `leitong compare`: two texts. */
import { Command, Option } from 'commander'
import { countDifferences, type Difference, type DifferenceCounts, differences } from '../comparing/differences.js'
import type { Passage } from '../comparing/passages.js'
import { ExitCode, LeitongError } from '../errors.js'
import { type Compared, type Comparison, compare, leaveOut, printedComparison } from '../jobs/compare.js'
import { loadModel } from '../methods/corpus-model.js'
import { requireOneStandardInput } from '../reading/inputs.js'
import { readOneDocument } from '../reading/one-document.js'
import { SHARED, sharedAsData, sharedPassages } from '../repeating/shared-passages.js'
import { isBlog } from '../signing/blog.js'
import { addOptions, namesOf, numberOf, parseOptions } from './flags.js'
import { sharedLines } from './passages/shared.js'
import { isQuiet } from './quiet.js'
import { texts } from './texts/texts.js'

/** Places that are shown without `--full`, and UTF-16 units of each changed text. */
const SHOWN = 20
const LONGEST = 400
/** Flags that are no options. */
const OTHERS = ['texts', 'infoA', 'infoB', 'json', 'full', 'differences', 'minLength', 'gap']

export function compareCommand(): Command {
  const command = new Command('compare')
    .description('two texts: how alike they are and why; exits with 1 when they are not similar')
    .argument('<a>', 'a file with one text or one record, or - for standard input')
    .argument('<b>', 'another file')
    .addOption(new Option('--texts', 'A and B are the texts themselves'))
    .addOption(new Option('--info-a <list>', 'combined: keywords, tags and references of A, with commas between'))
    .addOption(new Option('--info-b <list>', 'combined: those of B'))
    .addOption(new Option('--differences <n>', `differing places to show, from the first (default: ${SHOWN}; with --json all)`))
    .addOption(new Option('--min-length <n>', `characters of a passage that both texts have, at least (default: ${SHARED.least})`))
    .addOption(new Option('--gap <n>', `characters between two passages that are shown as one (default: ${SHARED.gap})`))
    .addOption(new Option('--full', 'show every differing place, and each one whole'))
    .addOption(new Option('--json', 'everything as one JSON object'))
  addOptions(command, 'compare')
  return command.action(async (a: string, b: string) => {
    // Every measure is at hand, those of fingerprints too, so none asks for a method first.
    const { options: given, other } = parseOptions(command, OTHERS, { method: 'simhash' })
    const most = numberOf(other, 'differences', { kind: 'integer', min: 0 })
    const least = numberOf(other, 'minLength', { kind: 'integer', min: 1, max: 1_000_000 }) ?? SHARED.least
    const gap = numberOf(other, 'gap', { kind: 'integer', min: 0 }) ?? SHARED.gap
    const read = async (path: string, info: unknown): Promise<Compared> => {
      const document = other['texts'] ? { text: path } : await readOneDocument(path, given)
      return info === undefined ? document : { ...document, info: namesOf(String(info)).filter(Boolean) }
    }
    if (!other['texts']) requireOneStandardInput([a, b])
    if (given.measure !== 'combined' && (other['infoA'] ?? other['infoB']) !== undefined)
      throw new LeitongError('OPTION_CONFLICT', `--info-a and --info-b are for the measure combined; it is ${given.measure}`)
    const [left, right] = [await read(a, other['infoA']), await read(b, other['infoB'])]
    const { options, model } = loadModel({ ...given, method: 'simhash' })
    const { texts: both, ignored } = leaveOut([left, right], options)
    const compared = compare(...both, { ...options, method: given.method, ignore: [] }, model)
    const result = ignored ? { ...compared, ignored } : compared
    const shown = other['full'] ? undefined : most
    const shared = sharedPassages(both[0].text, both[1].text, least, gap)
    // Without its words, the answer is the exit code.
    if (other['json'])
      process.stdout.write(`${JSON.stringify({ ...printedComparison(result, shown), shared: sharedAsData(shared, least, gap) })}\n`)
    else if (!isQuiet())
      process.stdout.write(
        describe(result, sharedLines(shared, [both[0].text, both[1].text], least), {
          shown: shown ?? SHOWN,
          full: other['full'] === true,
          verdict: isBlog(given) ? texts().compare.blog : undefined,
        }),
      )
    process.exitCode = result.similar ? ExitCode.done : ExitCode.different
  })
}

const COLOR = process.stdout.isTTY === true && !process.env['NO_COLOR']
const paint = (text: string, code: number) => (COLOR ? `\x1b[${code}m${text}\x1b[0m` : text)
// Texts must not reach the terminal with control characters of their own; line breaks would hide which text a line is of.
const plain = (text: string) => text.replace(/\r?\n/g, '⏎').replace(/[^\P{Cc}\t]/gu, '�')

function describe(
  result: Comparison,
  both: readonly string[],
  {
    shown,
    full,
    verdict = verdictOf,
  }: { readonly shown: number; readonly full: boolean; readonly verdict: ((result: Comparison) => string) | undefined },
): string {
  const { measures, sizes, explanation, ignored } = result
  const percent = (value: number) => value.toFixed(4)
  const counts = countDifferences(explanation.passages)
  const { shared, onlyLeft, onlyRight } = explanation.counts
  const say = texts().compare
  const lines = [
    verdict(result),
    `  ${Object.entries(measures)
      .map(([name, value]) => `${name} ${percent(value)}`)
      .join(', ')}`,
    `  ${say.sizes(sizes[0], sizes[1])}`,
    ...(ignored?.characters ? [`  ${texts().dedupe.ignored(ignored.texts, ignored.characters)}`] : []),
    `  ${say.features(shared, onlyLeft, onlyRight)}`,
    ...signatures(result),
    ...both,
    '',
    ...placesOf(explanation.passages, counts, full ? Number.POSITIVE_INFINITY : shown, full),
  ]
  return `${lines.join('\n')}\n`
}

/** The first line: what decided, and how near the two came to it. */
function verdictOf({ similar, decider, similarity, measure, threshold, distance, bits, maxDistance, estimate }: Comparison): string {
  const say = texts().compare
  if (decider === 'equality') return say.equality(similar)
  if (decider === 'estimate') return say.similar(similar, 'minhash', estimate.toFixed(4), threshold)
  // The share of equal bits is the same rule, told as a similarity.
  if (decider === 'distance' && measure !== 'bits') return say.byDistance(similar, distance, bits, maxDistance)
  return say.similar(similar, measure, similarity.toFixed(4), threshold)
}

function signatures({ fingerprints, distance, bits, estimate, numPerm }: Comparison): string[] {
  const say = texts().compare
  const [left, right] = fingerprints.map((hex) => (bits > 32 ? hex : binary(hex, bits))) as [string, string]
  return [`  ${say.fingerprints(left, right)}`, `  ${say.signatures(distance, bits, estimate.toFixed(4), numPerm)}`]
}

const binary = (hex: string, bits: number) => Number.parseInt(hex, 16).toString(2).padStart(bits, '0')

function placesOf(passages: readonly Passage[], counts: DifferenceCounts, shown: number, full: boolean): string[] {
  const { places, unaligned, onlyLeft, onlyRight } = counts
  const say = texts().compare
  if (!places) return [say.equal]
  const isCut = places > shown
  const lines = [say.places(places, onlyLeft, onlyRight, isCut ? shown : undefined)]
  if (unaligned) lines.push(say.unaligned(unaligned))
  let left = shown
  for (const difference of differences(passages, full ? Number.POSITIVE_INFINITY : LONGEST)) {
    if (left-- <= 0) break
    lines.push('', ...linesOf(difference))
  }
  if (isCut) lines.push('', say.morePlaces(places - shown))
  return lines
}

/** A text on a line of its own, marked where it differs: also without colours. */
function linesOf({ left, right, before, after, unaligned }: Difference): string[] {
  const say = texts().compare
  const at = ({ line, column }: { readonly line: number; readonly column: number }) => say.at(line, column)
  const line = (label: string, text: string, marks: readonly [string, string], code: number) =>
    `${label} ${plain(before)}${text ? paint(`${marks[0]}${plain(text)}${marks[1]}`, code) : ''}${plain(after)}`
  return [
    `A ${at(left)}; B ${at(right)}${unaligned ? say.notAligned : ''}`,
    line('  A:', left.text, ['[-', '-]'], 31),
    line('  B:', right.text, ['{+', '+}'], 32),
  ]
}
