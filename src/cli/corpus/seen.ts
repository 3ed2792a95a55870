/** `leitong dedupe --seen`: documents held against a filter of what was seen before. */
import { LeitongError } from '../../errors.js'
import type { ShardForm } from '../../jobs/dedupe/kept/shards.js'
import { runSeen, type SeenSummary } from '../../jobs/dedupe/seen/seen.js'
import { MOST_SEEN } from '../../jobs/dedupe/seen/seen-file.js'
import type { Options } from '../../options/options.js'
import { isStated } from '../../options/stated.js'
import { expandInputs } from '../../reading/inputs.js'
import { kebab } from '../../resolving/names.js'
import { numberOf } from '../flags.js'
import { wroteLines } from '../notes.js'
import { takePassedOver } from '../passed-over.js'
import { isQuiet } from '../quiet.js'
import { bytes, duration, Progress, printable } from '../terminal.js'
import { texts } from '../texts/texts.js'

/** What goes with it; all else is of groups, which a filter does not know. */
const TAKEN = ['seen', 'seenCapacity', 'answers', 'output', 'compress', 'json']
const OF_GROUPS = ['engine', 'decisions', 'groupBy', 'withFields', 'keep'] as const

/** @throws {LeitongError} `OPTION_CONFLICT`; as {@link runSeen} */
export async function dedupeSeen(inputs: readonly string[], options: Options, other: Readonly<Record<string, unknown>>): Promise<void> {
  const wrong =
    Object.keys(other).find((name) => other[name] !== undefined && !TAKEN.includes(name)) ??
    OF_GROUPS.find((name) => isStated(options, name))
  if (wrong !== undefined && (wrong !== 'keep' || options.keep !== 'first'))
    throw new LeitongError(
      'OPTION_CONFLICT',
      `--${kebab(wrong)} is of groups, and a filter (--seen) only knows what was seen: the first stays; --against a saved run says more`,
    )
  const [first, ...filters] = [other['seen'] ?? []].flat() as string[]
  if (first === undefined) throw new LeitongError('OPTION_CONFLICT', '--answers and --seen-capacity are for --seen')
  const output = other['output'] as string | undefined
  const answers = other['answers'] as string | undefined
  const capacity = numberOf(other, 'seenCapacity', { kind: 'integer', min: 1, max: MOST_SEEN })
  const progress = new Progress()
  let summary: SeenSummary
  try {
    const request = {
      filters: [first, ...filters] as const,
      capacity,
      output,
      answers,
      compress: other['compress'] as ShardForm['compress'],
    }
    const files = await expandInputs(inputs, options, undefined, takePassedOver())
    summary = await runSeen(files, options, request, { progress: (phase, done, total) => progress.update(phase, done, total) })
  } finally {
    progress.clear()
  }
  if (other['json'] === true) process.stdout.write(`${JSON.stringify(summary)}\n`)
  else if (!isQuiet())
    process.stderr.write(printable(`${[...describe(summary), ...wroteLines([output ?? '-', answers ?? '-', first])].join('\n')}\n`))
}

function describe({ documents, rejects, yes, maybe, no, sure, bands, filter, seconds }: SeenSummary): string[] {
  const say = texts().dedupe
  return [
    say.seen(documents + rejects, yes, maybe, no, duration(seconds)),
    say.seenBy(sure, bands),
    say.seenFilter(filter.documents, filter.capacity, bytes(filter.bytes), filter.error.maybe, filter.error.yes),
    ...(rejects ? [say.rejects(rejects, undefined)] : []),
  ]
}
