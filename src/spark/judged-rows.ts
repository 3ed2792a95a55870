/** Rows judged field by field: keys and models are of the whole table, so one task reads it all, and says what one machine says. */
import { LeitongError } from '../errors.js'
import { readMatchModel } from '../jobs/dedupe/rows/model-file.js'
import type { RowsSummary } from '../jobs/dedupe/rows/summary.js'
import { modelChecksum } from '../matching/model/model-json.js'
import { methodOf, signatureName } from '../methods/methods.js'
import { measureTraits } from '../options/measures.js'
import type { Options } from '../options/options.js'
import type { FieldsSpec } from '../sources/rows/fields-file.js'
import type { Session } from './connect/session.js'
import { transformed } from './sql.js'
import type { Shape } from './statements.js'
import type { Figures, Steps } from './steps.js'

/** @throws {LeitongError} `OPTION_CONFLICT` */
export function refuseUnnamedRows(options: Options, spec: FieldsSpec | undefined): void {
  if (methodOf(options).cluster !== 'rows') return
  const { measure, appendTo } = options
  if (!spec?.fields)
    throw new LeitongError(
      'OPTION_CONFLICT',
      `--measure ${measure} on a cluster (--engine) needs --fields: a file that names what is compared`,
    )
  if (appendTo !== undefined)
    throw new LeitongError('OPTION_CONFLICT', `--append-to is not carried out with --measure ${measure}: its keys are of the whole table`)
}

/** The name of how rows are compared: a model by its content, wherever it lies. @throws {LeitongError} errors of the model */
export const rowsName = (options: Options): string =>
  measureTraits(options).learns && options.model !== 'input'
    ? signatureName({ ...options, model: modelChecksum(readMatchModel(options.model)) })
    : signatureName(options)

/** The shape of such a run: what leaves is in the only step behind the signatures. */
export const rowsShape = (shape: Shape): Shape => ({
  ...shape,
  from: (step) => (step === 'removed' ? `(SELECT number AS doc FROM ${shape.from('verify')} WHERE kind = 'd')` : shape.from(step)),
})

/** Does the step behind the signatures. */
export async function judgeRows(steps: Steps, { from, worker, placed }: Shape, documents: number): Promise<Figures> {
  const signed = `SELECT doc, start, size FROM ${from('sign')} WHERE digest IS NOT NULL`
  const [columns, mode, rows] = placed
    ? [
        'doc, name, bytes, start, size',
        'placed-rows',
        `SELECT /*+ REPARTITION(1), BROADCAST(f) */ s.doc, f.name, f.bytes, s.start, s.size
         FROM (${signed}) s JOIN leitong_files f ON shiftright(s.doc, 40) = f.number SORT BY doc`,
      ]
    : [
        'doc, value',
        'rows',
        `SELECT /*+ REPARTITION(1) */ d.doc, d.value FROM leitong_docs d JOIN (${signed}) s ON d.doc = s.doc SORT BY doc`,
      ]
  const found = await steps.step('verify', transformed(columns, worker(mode), 'kind string, number bigint, value string', `(${rows})`), {
    removed: "count_if(kind = 'd')",
    groups: "count_if(kind = 'groups')",
  })
  return { texts: documents, ...found }
}

/** Lines of a result, in their order. */
export const rowLines = ({ from }: Shape, kind: string): string =>
  `SELECT value FROM (SELECT /*+ REPARTITION(1) */ number, value FROM ${from('verify')} WHERE kind = '${kind}') SORT BY number`

/** What one machine says of the run besides. */
export async function rowFigures(session: Session, { from }: Shape): Promise<{ readonly signature?: string; readonly rows?: RowsSummary }> {
  const [row] = await session.rows(`SELECT value FROM ${from('verify')} WHERE kind = 'summary'`)
  // Of no rows nothing is said.
  return row ? JSON.parse(String(row['value'])) : {}
}
