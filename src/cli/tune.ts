/** `leitong tune`: advice from a sample. */
import { Command, Option } from 'commander'
import { reasonOf, tuningSheet, wayOf } from '../jobs/tune/sheet.js'
import { tune } from '../jobs/tune/tune.js'
import type { Tuning } from '../jobs/tune/tuning.js'
import { isStated } from '../options/stated.js'
import { pathsOf } from '../reading/input.js'
import { expandInputs } from '../reading/inputs.js'
import { namedFiles } from '../resolving/named-files.js'
import { withOutput } from '../writing/output-set.js'
import { sheetPage } from '../writing/sheet-page.js'
import { addOptions, numberOf, parseOptions } from './flags.js'
import { scriptLines, summaryLine } from './notes.js'
import { passedOverLines, takePassedOver } from './passed-over.js'
import { isQuiet } from './quiet.js'
import { bytes, columns, count, duration, excerpt, Progress } from './terminal.js'
import { languageNow, texts } from './texts/texts.js'
import { adviseOnRows, openMapped } from './tune-rows.js'

export function tuneCommand(): Command {
  const command = new Command('tune')
    .description('look at a sample, and recommend method, features and threshold with what they find and cost')
    .argument('<input...>', 'files, folders, patterns, URLs of databases, or - for standard input')
    .usage('[options] INPUT...')
    .addOption(
      new Option(
        '--labels <file>',
        'judged pairs: a, b, same (true when there is no such column), or groups: group, id; JSON lines, CSV or TSV, also as Splink has them',
      ),
    )
    .addOption(new Option('--sample <n>', 'documents to look at (default: 20000)'))
    .addOption(new Option('--json', 'everything as one JSON object'))
    .addOption(
      new Option(
        '--report <file>',
        'one HTML page with the scores, their valley, pairs around the threshold and what each threshold finds',
      ),
    )
  command
    .addOption(new Option('--write-fields <file>', 'of rows: a fields file of what was compared, with kinds and weights, to edit'))
    .addOption(new Option('--write-model <file>', 'of rows under match: the model, for --model'))
    .addOption(
      new Option(
        '--map <file>',
        'of rows, two tables A and B that are linked: the mapping file of link; labels are pairs, a of A and b of B',
      ),
    )
  addOptions(command, 'tune')
  return command.action(async (inputs: string[]) => {
    const { options, other } = parseOptions(command, ['labels', 'sample', 'json', 'report', 'writeFields', 'writeModel', 'map'])
    const { labels, json, report, map } = other as { labels?: string; json?: boolean; report?: string; map?: string }
    const sample = numberOf(other, 'sample', { kind: 'integer', min: 2 })
    const passedOver = takePassedOver()
    if (map !== undefined) return await adviseOnRows(inputs, await openMapped(inputs, map, options, passedOver), options, other, passedOver)
    const expanded = await expandInputs(inputs, options, undefined, passedOver)
    const reads = [...pathsOf(expanded), ...namedFiles(options), ...(labels ? [[labels, 'the labels'] as const] : [])]
    if (isStated(options, 'measure')) return await adviseOnRows(inputs, { inputs: expanded }, options, other, passedOver)
    const progress = new Progress()
    try {
      // A place that cannot be written to shows before the work, not after it.
      const tuning = await withOutput(report, reads, async (page) => {
        const tuned = await tune(
          inputs,
          options,
          { expanded, ...(labels === undefined ? {} : { labels }), ...(sample === undefined ? {} : { sample }) },
          { progress: (phase, done, total) => progress.update(phase, done, total) },
        )
        progress.clear()
        await page?.write(sheetPage([tuningSheet(tuned)]))
        return tuned
      })
      for (const line of passedOverLines(passedOver)) summaryLine(line)
      const said = () => (isQuiet() ? `${tuning.recommended.command}\n` : describe(tuning))
      process.stdout.write(json ? `${JSON.stringify(tuning)}\n` : said())
    } catch (error) {
      progress.clear()
      throw error
    }
  })
}

/** Fewer documents than this say little about what is usual. */
const FEW = 200
const WIDTH = 50
const percent = (share: number) => `${(share * 100).toFixed(1)} %`

function describe(tuning: Tuning): string {
  const {
    documents,
    sampled,
    bytes: size,
    candidates,
    missingLabels,
    unjudgedLabels,
    recommended,
    simhash,
    equal,
    background,
    rejects,
  } = tuning
  const say = texts().tune
  const said = languageNow() === 'zh' ? 1 : 0
  const why = reasonOf(tuning, recommended.threshold, candidates[0])[said]
  const lines = [
    say.read(say.sampled(sampled, documents), bytes(size), equal, tuning.measured === 'versions' ? undefined : background.toFixed(2)),
    ...(rejects ? [say.rejects(rejects)] : []),
    ...(documents < FEW ? [say.few(documents)] : []),
    ...scriptLines(tuning.scripts, recommended),
    '',
    tuning.measured === 'versions' ? say.barsOfVersions : say.bars,
    ...bars(tuning),
    '',
  ]
  if (candidates.length) {
    const [at, precise, recalled] = say.columns.map((name, i) => ' '.repeat(Math.max(0, ([7, 9, 6][i] as number) - columns(name))) + name)
    lines.push(`${padded(say.onLabels, 28)}  ${at}  ${precise}  ${recalled}      F1  95 %`)
    for (const { name, threshold, precision, recall, f1, interval } of candidates)
      lines.push(
        `${padded(wayOf({ name })[said], 28)}  ${threshold.toFixed(2).padStart(7)}  ${precision.toFixed(3).padStart(9)}  ${recall.toFixed(3).padStart(6)}  ${f1.toFixed(3).padStart(6)}  ${interval.map((value) => value.toFixed(3)).join('–')}`,
      )
    if (missingLabels) lines.push(say.missingLabels(missingLabels))
    if (unjudgedLabels) lines.push(texts().rows.unjudged(unjudgedLabels))
    lines.push('')
  }
  lines.push(
    say.recommended(recommended.threshold, why),
    say.expected(percent(recommended.recall), duration(recommended.seconds), bytes(recommended.memory)),
  )
  const { copies, versions, onlyVersions } = tuning.finds
  lines.push(
    say.finds(
      recommended.find,
      copies,
      versions,
      onlyVersions,
      tuning.isAsked ? 'asked' : candidates.length ? 'labelled' : recommended.find === 'versions' ? 'edited' : 'default',
    ),
  )
  lines.push(...exampleLines(tuning))
  const enough = simhash.find(({ recall }) => recall >= 0.95)
  if (simhash.length)
    lines.push(
      say.simhash(simhash.map(({ distance, recall }) => say.within(percent(recall), distance)).join(say.separator)),
      enough ? `  --method simhash --distance ${enough.distance}${say.plan(enough.plan)}` : `  ${say.noDistance}`,
    )
  lines.push('', `    ${recommended.command}`)
  return `${lines.join('\n')}\n`
}

/** A text with spaces behind it, as wide as a column. */
const padded = (text: string, width: number) => text + ' '.repeat(Math.max(0, width - columns(text)))

/** Pairs that are shown on the terminal, on each side of the threshold. */
const EXAMPLES = 2

/** Around the threshold that is recommended, and around that of the other question. */
function exampleLines({ examples, other, measured, recommended: { threshold } }: Tuning): string[] {
  const say = texts().tune
  return [
    ...linesAround(examples, threshold, say.examples(measured)),
    ...(other ? linesAround(other.examples, other.threshold, say.examples(measured === 'versions' ? 'copies' : 'versions')) : []),
  ]
}

function linesAround(examples: Tuning['examples'], threshold: number, heading: string): string[] {
  const above = examples.filter(({ similarity }) => similarity >= threshold).slice(-EXAMPLES)
  const below = examples.filter(({ similarity }) => similarity < threshold).slice(0, EXAMPLES)
  if (!examples.length) return []
  const width = Math.min(process.stdout.columns ?? 100, 120)
  const lineOf = (id: string, text: string) => `    ${excerpt(id, 24)}: ${excerpt(text, Math.max(20, width - 30))}`
  const linesOf = (pairs: Tuning['examples']) =>
    pairs.flatMap(({ similarity, a, b, left, right }) => [`  ${similarity.toFixed(3)}`, lineOf(a, left), lineOf(b, right)])
  return ['', heading, ...linesOf(above), `  ── ${threshold} ──`, ...linesOf(below), '']
}

/** Two bins a line. */
function bars(tuning: Tuning): string[] {
  const { histogram, recommended } = tuning
  const { threshold } = recommended
  const rows = Array.from({ length: histogram.length / 2 }, (_, i) => (histogram[2 * i] as number) + (histogram[2 * i + 1] as number))
  const most = Math.log1p(Math.max(1, ...rows))
  return rows.map((pairs, i) => {
    const from = (2 * i) / histogram.length
    const here = threshold >= from && threshold < from + 2 / histogram.length
    return `${from.toFixed(2)} ${'█'.repeat(Math.round((WIDTH * Math.log1p(pairs)) / most)).padEnd(WIDTH)} ${count(Math.round(pairs)).padStart(12)}${here ? `  ← ${texts().tune.here}` : ''}`
  })
}
