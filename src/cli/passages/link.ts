/** `leitong link A B --measure passages`: which rows of B have passages of A, the search of `leitong passages --within`. */
import type { Command } from 'commander'
import { LeitongError } from '../../errors.js'
import { requireCuttable } from '../../jobs/passages/cut-texts.js'
import { matchLines, type PassagePair, pairLines, pairsOf } from '../../jobs/passages/pairs.js'
import { type PassageRun, runPassages } from '../../jobs/passages/passages.js'
import { selectRecords } from '../../jobs/passages/select-records.js'
import { checkOption } from '../../options/option.js'
import type { Options } from '../../options/options.js'
import { isStated } from '../../options/stated.js'
import { pathsOf } from '../../reading/input.js'
import { expandInputs } from '../../reading/inputs.js'
import { expandSide, type LinkSide } from '../../reading/sides.js'
import { requireUnchanged } from '../../reading/stamp.js'
import { namedFiles } from '../../resolving/named-files.js'
import { kebab } from '../../resolving/names.js'
import { readMapping } from '../../sources/rows/mapping.js'
import { lines } from '../../writing/json-lines.js'
import { type Content, OutputSet } from '../../writing/output-set.js'
import { numberOf } from '../flags.js'
import { wroteLines } from '../notes.js'
import { passedOverLines, takePassedOver } from '../passed-over.js'
import { isQuiet } from '../quiet.js'
import { duration, Progress, printable, sayLeftovers } from '../terminal.js'
import { texts } from '../texts/texts.js'

/** Words of a passage, at least, as evaluation suites count overlap. */
export const LEAST_WORDS = 13
const KINDS = ['pairs', 'matches', 'in', 'notIn'] as const
type Kind = (typeof KINDS)[number]

/** The measure of `link` alone. */
export const PASSAGES = 'passages'

/** Whether the measure is asked for, which only `link` has; it is taken from the flags then, since the table of options does not know it. */
export function takesPassages(command: Command): boolean {
  if (command.opts()['measure'] !== PASSAGES) return false
  command.setOptionValueWithSource('measure', undefined, 'default')
  return true
}

type OwnNames = Pick<LinkSide, 'idField' | 'textField' | 'sheet'>

/**
 * What the ids and the texts of both sides are called: as flags say, else as the mapping does, whose columns are the texts.
 *
 * @throws {LeitongError} `FIELDS_FILE` for a mapping with more in it than names
 */
function ownFields(other: Readonly<Record<string, unknown>>): { readonly a: OwnNames; readonly b: OwnNames } {
  const path = other['map'] as string | undefined
  const { a, b, map, rules } = readMapping(path)
  if (rules || [a, b].some(({ key, ...more }) => (key?.length ?? 0) > 1 || Object.keys(more).length))
    throw new LeitongError(
      'FIELDS_FILE',
      path as string,
      'passages are looked for in texts: "map" and a "key" of one column are of use there',
    )
  const named = (flag: string) => other[flag] as string | undefined
  const list = (flag: string, mapped: readonly string[]) => {
    const said = named(flag)
    if (said !== undefined) return checkOption({ kind: 'list' }, 'text-field', said) as string[]
    return mapped.length ? mapped : undefined
  }
  return {
    a: { idField: named('idFieldA') ?? a.key?.[0], textField: list('textFieldA', Object.keys(map)), sheet: named('sheetA') },
    b: { idField: named('idFieldB') ?? b.key?.[0], textField: list('textFieldB', Object.values(map)), sheet: named('sheetB') },
  }
}

/**
 * @param other  flags that are no options
 * @throws {LeitongError} `OPTION_CONFLICT` for what passages do not have; as a search for passages does
 */
export async function linkPassages(a: string, b: string, given: Options, other: Readonly<Record<string, unknown>>): Promise<void> {
  const ofSides = ['idField', 'textField', 'sheet'].flatMap((name) => [`${name}A`, `${name}B`])
  const known: readonly string[] = [...KINDS, 'json', 'minLength', 'gap', 'map', ...ofSides]
  const wrong = Object.keys(other).find((name) => other[name] !== undefined && !known.includes(name))
  if (wrong) throw new LeitongError('OPTION_CONFLICT', `--${kebab(wrong)} is of no use with --measure passages`)
  const least = numberOf(other, 'minLength', { kind: 'integer', min: 2, max: 1_000_000 }) ?? LEAST_WORDS
  const gap = numberOf(other, 'gap', { kind: 'integer', min: 0 }) ?? 0
  const threshold = isStated(given, 'threshold') ? given.threshold : 0
  // Who states a threshold means the share of a text here, not how alike units are.
  const options: Options = { ...(Object.fromEntries(Object.entries(given)) as unknown as Options), ignore: [] }
  const passedOver = takePassedOver()
  const open = (names: readonly string[]) => expandInputs(names, options, undefined, passedOver)
  const own = ownFields(other)
  const side = (name: string, fields: OwnNames) => expandSide([name], fields, options, undefined, passedOver)
  const [library, inputs] = [await side(a, own.a), await side(b, own.b)]
  const ignored = given.ignore.length ? await open(given.ignore) : undefined
  const paths = Object.fromEntries(KINDS.map((kind) => [kind, other[kind]])) as { readonly [Name in Kind]?: string }
  for (const kind of ['in', 'notIn'] as const) if (paths[kind] !== undefined) requireCuttable(inputs, paths[kind])
  const outputs = new OutputSet<Kind>(paths, [...pathsOf([...inputs, ...library, ...(ignored ?? [])]), ...namedFiles(options)])
  const progress = new Progress()
  let run: PassageRun | undefined
  try {
    const twice = paths.in !== undefined || paths.notIn !== undefined
    run = await runPassages({ inputs, library, ignored, unit: 'tokens', least, twice }, options, {
      progress: (phase, done) => progress.update(phase, done, undefined),
    })
    const done = run
    const { pairs, left } = pairsOf(done, gap, threshold, {
      asked: [paths.in, paths.notIn, paths.matches].some((path) => path !== undefined),
    })
    const linked = new Set(pairs.map(({ text }) => text))
    progress.update('write', 0, undefined)
    await outputs.write(
      (kind) => contentOf(kind, done, pairs, linked),
      () => requireUnchanged(done.sources),
    )
    progress.clear()
    sayLeftovers(outputs.leftovers)
    const summary = {
      a: done.ofLibrary,
      b: done.texts,
      pairs: pairs.length,
      linkedA: new Set(pairs.map(({ source }) => source)).size,
      linkedB: linked.size,
      passages: done.passages.count,
      unit: 'tokens',
      min_length: least,
      unpaired: left,
      rejects: done.rejects.count,
      seconds: Math.round(done.seconds * 1000) / 1000,
    }
    if (other['json'] === true) process.stdout.write(`${JSON.stringify(summary)}\n`)
    else {
      const say = texts().link
      const { first } = done.rejects
      const said = isQuiet()
        ? []
        : [
            say.read(summary.a, summary.b, duration(done.seconds)),
            say.across(pairs.length, linked.size, summary.b - linked.size, summary.linkedA),
            ...(left ? [say.unpaired(left)] : []),
            ...passedOverLines(passedOver),
            ...wroteLines(paths),
          ]
      if (first !== undefined) said.push(say.rejects(done.rejects.count, first))
      const stream = isQuiet() || KINDS.some((kind) => paths[kind]) ? process.stderr : process.stdout
      if (said.length) stream.write(printable(`${said.join('\n')}\n`))
    }
  } catch (error) {
    progress.clear()
    outputs.discard()
    throw error
  } finally {
    run?.close()
  }
}

function contentOf(kind: Kind, run: PassageRun, pairs: readonly PassagePair[], linked: ReadonlySet<number>): Content {
  if (kind === 'pairs') return lines(pairLines(run, pairs))
  if (kind === 'matches') return lines(matchLines(run, pairs))
  // What could not be judged is not known to be in A.
  const isIn = kind === 'in'
  const wanted = (text: number | undefined) => (text === undefined ? !isIn : linked.has(text) === isIn)
  return selectRecords(run.sources, run.options, wanted, (text) => (text < run.texts ? run.spool.lengthOf(text) : undefined))
}
