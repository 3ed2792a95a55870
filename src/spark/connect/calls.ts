/** The calls of the protocol as they are made, and failures as users are told of them. */
import { LeitongError } from '../../errors.js'
import { CONSEQUENCE, firstCause, workerFailure } from '../failure.js'

export interface Stage {
  readonly num_tasks?: number
  readonly num_completed_tasks?: number
  readonly input_bytes_read?: number
  readonly done?: boolean
}

export interface Progress {
  readonly stages?: readonly Stage[]
  readonly num_inflight_tasks?: number
}

/** A message of a statement that is under way. */
export interface Reply {
  readonly response_id?: string
  readonly server_side_session_id?: string
  readonly arrow_batch?: { readonly data: Uint8Array }
  readonly observed_metrics?: readonly { readonly keys?: readonly string[]; readonly values?: readonly { readonly long?: number }[] }[]
  readonly execution_progress?: Progress
  readonly result_complete?: object
}

/** Messages as they come. */
export interface Call extends AsyncIterable<Reply> {
  cancel(): void
}

type Answer = (error: Error | null, reply?: { readonly artifacts?: readonly { readonly is_crc_successful?: boolean }[] }) => void
type Ask = (request: object, how: { readonly deadline: Date }, answer: Answer) => void

/** The client that is made of the protocol. */
export interface Stub {
  ExecutePlan(request: object): Call
  ReattachExecute(request: object): Call
  readonly ReleaseExecute: Ask
  readonly Config: Ask
  readonly Interrupt: Ask
  readonly ReleaseSession: Ask
  AddArtifacts(answer: Answer): { write(message: object): boolean; end(): void }
  close(): void
}

/** Codes of gRPC. */
const UNAVAILABLE = 14
const UNAUTHENTICATED = 16

/** Whether a call broke on its way, so that it can be taken up again. */
export const isBroken = (error: unknown): boolean => (error as { code?: number }).code === UNAVAILABLE

/** Whether the server has never heard of the statement that a call asks about. */
export const isUnknownStatement = (error: unknown): boolean => /OPERATION_NOT_FOUND/.test((error as { details?: string }).details ?? '')

/**
 * A failure of a call: the worker's own error where there is one.
 *
 * @param causeOfEnd  why the server has ended, where that can be known
 */
export async function failureOf(
  error: unknown,
  address: string,
  causeOfEnd: () => Promise<string | undefined> = async () => undefined,
): Promise<Error> {
  const { code, details = '', message } = error as { code?: number; details?: string; message: string }
  const text = details || message
  const cluster = (cause: string) => new LeitongError('CLUSTER', address, cause)
  if (code === UNAVAILABLE) return cluster((await causeOfEnd()) ?? `nobody answers: ${firstLine(text)}`)
  if (code === UNAUTHENTICATED) return cluster(`it refuses us: ${firstLine(text)}`)
  const own = workerFailure(text)
  if (own) return own
  if (!CONSEQUENCE.test(text)) return cluster(shortened(text))
  return cluster((await causeOfEnd()) ?? (/SparkContext/.test(text) ? ENDED : shortened(text)))
}

/** Only its log says more: the statement that ended it is told that it has ended. */
const ENDED = 'Spark has ended while it worked. Its log names the cause; most often it has too little memory (spark.driver.memory)'

const firstLine = (text: string) => text.split('\n')[0] as string

/** The part of a message of Spark before its stack trace, and the first cause in that. */
function shortened(text: string): string {
  const [before = ''] = text.split(/\n\s+at |\nJVM stacktrace|\nDriver stacktrace/)
  const head = before.trim().slice(0, 2000)
  const cause = firstCause(text)
  return cause === undefined || head.includes(cause) ? head : `${head} (first cause: ${cause})`
}
