/** `leitong generate`: a labelled corpus. */
import { Command, Option } from 'commander'
import { LeitongError } from '../errors.js'
import { writeCorpus } from '../jobs/generate.js'
import { EDIT_KINDS, type EditKind } from '../research/generating/edits/edits.js'
import { CORPUS_KINDS, type CorpusOptions, TOPIC_NAMES } from '../research/generating/options.js'
import { PRESETS, type Preset } from '../research/generating/presets.js'
import { scaleCorpus } from '../research/generating/scale.js'
import { namesOf, numberFlag, rangeFlag } from './flags.js'

interface Flags extends Partial<Omit<CorpusOptions, 'kind'>> {
  readonly preset?: Preset
  readonly format?: 'jsonl' | 'csv'
  readonly output: string
  readonly pairs?: string
  readonly from?: number
  readonly to?: number
}

export function generateCommand(): Command {
  const option = (flags: string, help: string, parse?: (text: string) => unknown) => {
    const made = new Option(flags, help)
    return parse ? made.argParser(parse) : made
  }
  return new Command('generate')
    .description('write a labelled corpus: texts or rows, some of them edited copies of others, the same for the same seed')
    .argument('[kind]', `${CORPUS_KINDS.join(', ')}; a preset has its own`)
    .addOption(option('--size <n>', 'documents in all', numberFlag('size', { kind: 'number' })))
    .addOption(option('--seed <n>', 'other documents of the same sort (default: 1)', numberFlag('seed', { kind: 'number' })))
    .addOption(option('--preset <name>', 'the experiment of a paper, unless other flags say otherwise').choices(Object.keys(PRESETS)))
    .addOption(
      option(
        '--duplicates <share>',
        'share of the documents, noise aside, that are edited copies (default: 0.3)',
        numberFlag('duplicates', { kind: 'number' }),
      ),
    )
    .addOption(option('--group-size <n>', 'documents in a group of duplicates, or a range like 2-5', rangeFlag('group-size')))
    .addOption(option('--topics <list>', `how many, or which: ${TOPIC_NAMES.join(', ')} (default: all)`, topics))
    .addOption(
      option(
        '--noise <n>',
        'how many of the documents are unrelated ones, on other topics (default: 0)',
        numberFlag('noise', { kind: 'number' }),
      ),
    )
    .addOption(
      option(
        '--noise-topics <n>',
        'spread the noise over this many topics, more than there are names for (default: those not chosen)',
        numberFlag('noise-topics', { kind: 'number' }),
      ),
    )
    .addOption(option('--keep-fields', 'rows: copies keep the short fields of their base, as one person who writes again'))
    .addOption(option('--edits <list>', `what makes a copy: ${EDIT_KINDS.join(', ')} (default: all)`, list))
    .addOption(
      option('--strength <share>', 'share of the units that an edit changes, or a range (default: 0.05-0.3)', rangeFlag('strength')),
    )
    .addOption(option('--length <n>', 'characters of a base, or a range (default: by kind)', rangeFlag('length')))
    .addOption(option('--from <n>', 'begin with this document, counted from 0 (default: 0)', numberFlag('from', { kind: 'number' })))
    .addOption(option('--to <n>', 'end before this document (default: all)', numberFlag('to', { kind: 'number' })))
    .addOption(
      new Option('--format <name>', 'csv is for rows (default: by the ending of the output, else jsonl)').choices(['jsonl', 'csv']),
    )
    .addOption(new Option('-o, --output <file>', 'where to; compressed by its ending, .gz or .zst').default('-', 'standard output'))
    .addOption(option('--pairs <file>', 'JSON lines: a, b of every pair of duplicates in the whole corpus'))
    .action(async (kind: string | undefined, { preset, format, output, pairs, from, to, ...given }: Flags) =>
      writeCorpus(corpusOf(kind, preset, given), { format: format ?? formatOf(output), output, pairs, from, to }),
    )
}

const formatOf = (output: string) => (/\.csv(\.gz|\.zst)?$/i.test(output) ? 'csv' : 'jsonl')

const list = (text: string) => namesOf(text) as EditKind[]
const topics = (text: string) => (/^\d+$/.test(text) ? Number(text) : namesOf(text))

/** The corpus that is asked for: of a preset, at another size in its proportions, unless other flags say otherwise. */
function corpusOf(kind: string | undefined, preset: Preset | undefined, given: Partial<CorpusOptions>): CorpusOptions {
  const described = preset && (given.size === undefined ? PRESETS[preset] : scaleCorpus(PRESETS[preset], { size: given.size }))
  const options = { ...described, ...given, ...(kind === undefined ? {} : { kind }) }
  if (options.kind === undefined) throw new LeitongError('OPTION_VALUE', 'kind', 'left out', CORPUS_KINDS.join(', '))
  if (options.size === undefined) throw new LeitongError('OPTION_VALUE', 'size', 'left out', 'how many documents, or a preset')
  return options as CorpusOptions
}
