/** `leitong review export`: groups, decisions, or all of it as one page. */
import { Command, Option } from 'commander'
import { LeitongError } from '../../errors.js'
import { decisionsOf, groupsOf } from '../../reviewing/outputs/export.js'
import { reviewPage } from '../../reviewing/outputs/review-page.js'
import { OutputSet } from '../../writing/output-set.js'
import { checkResultPath, resultContent } from '../../writing/results.js'
import { summaryLine } from '../notes.js'
import { languageNow, texts } from '../texts/texts.js'
import { dataFlag, lasting, MACHINE, withReviews } from './opening.js'

export function exportReviewCommand(): Command {
  const command = new Command('export')
    .description('write the groups, the decisions, or a page with both and the texts')
    .argument('<name>', 'a review')
    .addOption(dataFlag())
    .addOption(
      new Option('--groups <file>', 'every member of every group with what was decided: JSON lines, or a table by .csv, .xlsx, .parquet'),
    )
    .addOption(new Option('--decisions <file>', 'every decision, likewise; JSON lines are what --decisions of dedupe takes'))
    .addOption(new Option('--page <file>', 'one HTML page that opens from disk'))
  return command.action((name: string) =>
    withReviews(command.opts()['data'], async (reviews) => {
      const { groups, decisions, page } = command.opts() as Readonly<Record<string, string | undefined>>
      const paths = { groups, decisions, page }
      const asked = Object.values(paths).filter((path) => path !== undefined)
      if (!asked.length) throw new LeitongError('OPTION_CONFLICT', 'nothing to write: name a file with --groups, --decisions or --page')
      for (const path of [groups, decisions]) checkResultPath(path ?? '')
      const project = reviews.get(name)
      const set = new OutputSet(
        paths,
        [...lasting(project.paths(MACHINE)), project.decisionsPath].map((path) => [path, path] as const),
      )
      try {
        await set.write((kind) => {
          if (kind === 'page') return reviewPage(project, project.seenBy(MACHINE))
          return resultContent(paths[kind] as string, kind === 'groups' ? groupsOf(project) : decisionsOf(project), languageNow())
        })
      } catch (error) {
        set.discard()
        throw error
      }
      summaryLine(texts().notes.wrote(asked.join(', ')))
    }),
  )
}
