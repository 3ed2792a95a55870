/** `leitong tune`: advice from a sample. */
import { Command, Option } from 'commander'
import { tuningSheet } from '../jobs/tune/sheet.js'
import { tune } from '../jobs/tune/tune.js'
import type { Tuning } from '../jobs/tune/tuning.js'
import { traitsOf } from '../options/methods.js'
import { withOutput } from '../writing/output-set.js'
import { sheetPage } from '../writing/sheet-page.js'
import { addOptions, numberOf, parseOptions } from './flags.js'
import { bytes, count, duration, Progress } from './terminal.js'

export function tuneCommand(): Command {
  const command = new Command('tune')
    .description('look at a sample, and recommend method, features and threshold with what they find and cost')
    .argument('<input...>', 'files, folders, patterns, or - for standard input')
    .usage('[options] INPUT...')
    .addOption(new Option('--labels <file>', 'judged pairs, JSON lines: a, b, same (true when left out)'))
    .addOption(new Option('--sample <n>', 'documents to look at (default: 20000)'))
    .addOption(new Option('--json', 'everything as one JSON object'))
    .addOption(new Option('--report <file>', 'one HTML page with the scores, their valley and what each threshold finds'))
  addOptions(command, 'tune')
  return command.action(async (inputs: string[]) => {
    const { options, other } = parseOptions(command, ['labels', 'sample', 'json', 'report'])
    const { labels, json, report } = other as { labels?: string; json?: boolean; report?: string }
    const sample = numberOf(other, 'sample', { kind: 'integer', min: 2 })
    const progress = new Progress()
    try {
      // A place that cannot be written to shows before the work, not after it.
      const tuning = await withOutput(report, async (page) => {
        const tuned = await tune(
          inputs,
          options,
          { ...(labels === undefined ? {} : { labels }), ...(sample === undefined ? {} : { sample }) },
          { progress: (phase, done, total) => progress.update(phase, done, total) },
        )
        progress.clear()
        await page?.write(sheetPage([tuningSheet(tuned)]))
        return tuned
      })
      process.stdout.write(json ? `${JSON.stringify(tuning)}\n` : describe(tuning))
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
  const { documents, sampled, bytes: size, candidates, missingLabels, recommended, simhash, equal, background, rejects } = tuning
  const of = sampled < documents ? `${count(sampled)} of ${count(documents)} documents` : `${count(documents)} documents`
  const lines = [
    `${of}, ${bytes(size)}; ${count(equal)} pairs of equal texts; 99 % of random pairs are less alike than ${background.toFixed(2)}`,
    ...(rejects ? [`${count(rejects)} records could not be judged: leitong dedupe --rejects FILE says why`] : []),
    ...(documents < FEW ? [`${count(documents)} documents are few to judge by: take the advice as a first guess`] : []),
    '',
    'pairs by similarity (below 0.3 estimated; logarithmic bars)',
    ...bars(tuning),
    '',
  ]
  if (candidates.length) {
    lines.push('on the labels                 best at  precision  recall      F1  95 %')
    for (const { name, threshold, precision, recall, f1, interval } of candidates)
      lines.push(
        `${name.padEnd(28)}  ${threshold.toFixed(2).padStart(7)}  ${precision.toFixed(3).padStart(9)}  ${recall.toFixed(3).padStart(6)}  ${f1.toFixed(3).padStart(6)}  ${interval.map((value) => value.toFixed(3)).join('–')}`,
      )
    if (missingLabels) lines.push(`${count(missingLabels)} labels are not about two documents of the input`)
    lines.push('')
  }
  lines.push(
    `recommended: threshold ${recommended.threshold}: ${recommended.why}`,
    `expected: ${percent(recommended.recall)} of the pairs at the threshold are proposed and measured; about ${duration(recommended.seconds)} and ${bytes(recommended.memory)} for signatures and places of the whole input`,
  )
  const enough = simhash.find(({ recall }) => recall >= 0.95)
  if (simhash.length)
    lines.push(
      `simhash instead: ${simhash.map(({ distance, recall }) => `${percent(recall)} within ${distance} bits`).join(', ')}`,
      enough ? `  --method simhash --distance ${enough.distance}: ${enough.plan}` : '  no distance up to 22 finds 95 % of them',
    )
  lines.push('', `    ${recommended.command}`)
  return `${lines.join('\n')}\n`
}

/** Two bins a line. */
function bars({ histogram, recommended: { threshold }, candidates }: Tuning): string[] {
  const rows = Array.from({ length: histogram.length / 2 }, (_, i) => (histogram[2 * i] as number) + (histogram[2 * i + 1] as number))
  const most = Math.log1p(Math.max(1, ...rows))
  const isRare = traitsOf(candidates[0]?.options ?? {}).needsBatch
  return rows.map((pairs, i) => {
    const from = (2 * i) / histogram.length
    const here = !isRare && threshold >= from && threshold < from + 2 / histogram.length
    return `${from.toFixed(2)} ${'█'.repeat(Math.round((WIDTH * Math.log1p(pairs)) / most)).padEnd(WIDTH)} ${count(Math.round(pairs)).padStart(12)}${here ? '  ← threshold' : ''}`
  })
}
