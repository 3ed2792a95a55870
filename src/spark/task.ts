/** What a worker is told on its command line: in characters that neither SQL nor a shell reads as anything else. */
import { LeitongError } from '../errors.js'
import type { Options } from '../options/options.js'
import type { FieldsSpec } from '../sources/rows/fields-file.js'

export interface WorkerTask {
  readonly options: Options
  /** Every similar pair is wanted, not only the decisions. */
  readonly wantPairs: boolean
  /** What of rows is compared. */
  readonly spec?: FieldsSpec | undefined
  /** Members of a bucket from which on it is not looked through and stays whole; none where it is looked through in any case. */
  readonly crowd?: number
  /** Records come in the order of preference. */
  readonly isOrdered?: boolean
}

export const encodeTask = (task: WorkerTask): string => Buffer.from(JSON.stringify(task)).toString('base64url')

/** @throws {LeitongError} `ARGUMENT` */
export function decodeTask(text: string): WorkerTask {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString()) as WorkerTask
  } catch {
    throw new LeitongError('ARGUMENT', 'the task of a worker', 'what leitong dedupe --engine hands to it')
  }
}
