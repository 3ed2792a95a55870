/** `leitong dedupe --unit`: lines, paragraphs or sentences instead of documents. The search of `leitong passages` does it. */
import { LeitongError } from '../../errors.js'
import type { ShardForm } from '../../jobs/dedupe/kept/shards.js'
import type { Options } from '../../options/options.js'
import { isStated } from '../../options/stated.js'
import { WHOLE_UNITS, type WholeUnit } from '../../repeating/units.js'
import { kebab } from '../../resolving/names.js'
import { numberOf } from '../flags.js'
import { oneOf, passages } from './passages.js'

/** What `dedupe` can write of parts of documents. */
const WRITTEN = ['output', 'removed', 'compress', 'resume']
/** Options of whole documents, which say nothing of their parts. */
const OF_DOCUMENTS = ['engine', 'decisions', 'fields', 'table', 'query', 'groupBy', 'withFields'] as const

/**
 * The unit that is asked for.
 *
 * @throws {LeitongError} `OPTION_VALUE`, `OPTION_CONFLICT`
 */
function unitOf(other: Readonly<Record<string, unknown>>): WholeUnit {
  const unit = oneOf('unit', other['unit'] as WholeUnit | undefined, WHOLE_UNITS)
  if (unit === undefined) throw new LeitongError('OPTION_CONFLICT', '--min-unit is for --unit')
  return unit
}

/**
 * Keeps the first of each line, paragraph or sentence.
 *
 * @param other  flags that are no options, `unit` or `minUnit` among them
 * @throws {LeitongError} `OPTION_CONFLICT` for what is of whole documents; as {@link passages}
 */
export async function dedupeUnits(inputs: readonly string[], options: Options, other: Readonly<Record<string, unknown>>): Promise<void> {
  const unit = unitOf(other)
  const { unit: _u, minUnit: _m, json, ...paths } = other
  const wrong =
    Object.keys(paths).find((name) => paths[name] !== undefined && !WRITTEN.includes(name)) ??
    OF_DOCUMENTS.find((name) => isStated(options, name)) ??
    (isStated(options, 'keep') && options.keep !== 'first' ? 'keep' : undefined)
  if (wrong)
    throw new LeitongError(
      'OPTION_CONFLICT',
      `--${kebab(wrong)} is of whole documents: with --unit the first of each stays; leitong passages --unit ${unit} says more`,
    )
  const { compress, resume } = paths as ShardForm
  const flags = { json: json === true, compress, resume, ...(options.ignore.length ? { ignore: options.ignore } : {}) }
  const written = { output: paths['output'] as string | undefined, removed: paths['removed'] as string | undefined }
  const how = { unit, least: leastOf(other) }
  // The search for passages leaves them out itself.
  await passages(inputs, { ...options, ignore: [] }, flags, written, { remove: 'later', boilerplateOver: 10, gap: 0 }, how)
}

/** `--min-unit`. */
const leastOf = (other: Readonly<Record<string, unknown>>): number =>
  numberOf(other, 'minUnit', { kind: 'integer', min: 1, max: 1_000_000 }) ?? 1
