/** Runs that a run goes on from: what they read and signed is taken as it is, and only what is new is read. */
import { LeitongError } from '../errors.js'
import type { Session } from './connect/session.js'
import { type ListedFile, listFiles } from './inputs/listing.js'
import { uriOf } from './places.js'
import { literal, table } from './sql.js'
import type { Step } from './steps.js'

/** A run that is done, as it says of itself. */
export interface DoneRun {
  /** The folder of its steps. */
  readonly folder: string
  /** Options and signature, by which its steps can be taken for others. */
  readonly made: string
  /** Those that it read itself. */
  readonly files: readonly ListedFile[]
  /** The folder of the run that it went on from. */
  readonly from: string | undefined
}

const FILE = 'run'

/** Leaves in the folder of a run what others need to go on from it. */
export const leaveRun = (session: Session, { folder, made, files, from }: DoneRun): Promise<void> =>
  session.write(`SELECT ${literal(JSON.stringify({ made, files, from }))} AS run`, 'parquet', `${folder}/${FILE}`)

/**
 * The runs that a run goes on from, the oldest first.
 *
 * @param folder  of the latest one
 * @param made    by which the steps of all must have been made
 * @throws {LeitongError} `SOURCE_MISSING`, `OPTION_CONFLICT`, `SOURCE_CHANGED`
 */
export async function earlierRuns(session: Session, folder: string | undefined, made: string): Promise<DoneRun[]> {
  const runs: DoneRun[] = []
  for (let next = folder && uriOf(folder).replace(/\/+$/, ''); next !== undefined; next = runs[0]?.from) {
    const run = { folder: next, ...(await readRun(session, next)) }
    if (run.made !== made)
      throw new LeitongError(
        'OPTION_CONFLICT',
        `--append-to ${next}: that run was made with other options, or by another version of leitong`,
      )
    runs.unshift(run)
  }
  await requireUnchanged(
    session,
    runs.flatMap(({ files }) => files),
  )
  return runs
}

async function readRun(session: Session, folder: string): Promise<Omit<DoneRun, 'folder'>> {
  try {
    const [row] = await session.rows(`SELECT run FROM ${table(`${folder}/${FILE}`)}`)
    return JSON.parse(String(row?.['run'])) as Omit<DoneRun, 'folder'>
  } catch (error) {
    if (error instanceof LeitongError && /PATH_NOT_FOUND|UNABLE_TO_INFER_SCHEMA/.test(error.message))
      throw new LeitongError('SOURCE_MISSING', `${folder}/${FILE}`, 'no run that is done has left its steps there')
    throw error
  }
}

async function requireUnchanged(session: Session, files: readonly ListedFile[]): Promise<void> {
  if (!files.length) return
  const now = new Map(
    (
      await listFiles(
        session,
        files.map(({ path }) => path),
        { format: 'auto' },
        true,
      )
    ).map((file) => [file.url, file]),
  )
  const other = files.find(({ url, bytes, changed }) => now.get(url)?.bytes !== bytes || now.get(url)?.changed !== changed)
  if (other) throw new LeitongError('SOURCE_CHANGED', other.path)
}

/** What runs have signed and did not remove. */
export const keptOf = (runs: readonly DoneRun[]): string[] =>
  runs.map(({ folder }) => {
    const of = (step: Step) => table(`${folder}/${step}`)
    return `SELECT s.* FROM ${of('sign')} s LEFT ANTI JOIN ${of('removed')} r ON s.doc = r.doc`
  })
