/** Errors of workers on executors: a line on standard error there, the same LeitongError here. What Java says of its own. */
import { ERRORS, type ErrorCode, LeitongError } from '../errors.js'

const MARK = 'leitong-error '

/** Spark hands on the last 2048 bytes of what a worker says. */
const MOST = 1200

/** An error as a worker says it, in ASCII. */
export function failureLine(error: unknown): string {
  const { code, args } =
    error instanceof LeitongError ? error : { code: 'CLUSTER' as const, args: ['a worker', String((error as Error)?.stack ?? error)] }
  const short = args.map((arg) => (typeof arg === 'string' ? arg.slice(0, Math.floor(MOST / 4 / args.length)) : arg))
  return `${MARK}${Buffer.from(JSON.stringify([code, ...short])).toString('base64')}\n`
}

/** The error in a message that Spark has put it into; undefined where there is none. */
export function workerFailure(message: string): LeitongError | undefined {
  const [, encoded] = new RegExp(`${MARK}([A-Za-z0-9+/=]+)`).exec(message) ?? []
  if (!encoded) return undefined
  try {
    const [code, ...args] = JSON.parse(Buffer.from(encoded, 'base64').toString()) as [ErrorCode, ...never[]]
    return Object.hasOwn(ERRORS, code) ? new LeitongError(code, ...(args as never)) : undefined
  } catch {
    return undefined
  }
}

/** The first cause in the stack trace of an exception of Java: the last one that it names. */
export const firstCause = (trace: string): string | undefined => [...trace.matchAll(/^Caused by: (.+)$/gm)].at(-1)?.[1]?.trim()

/** What Spark says of sessions and statements that its own end has closed: never why it has ended. */
export const CONSEQUENCE = /INVALID_HANDLE|SESSION_CLOSED|OPERATION_ABANDONED|stopped SparkContext|SparkContext was shut down/

/**
 * Why Spark has ended, by its log: a lack of memory wherever it stands, or else the exception of the first error, by its first cause, that is no consequence of the end.
 * A lack of memory goes before, since what is logged first while a heap is full is a matter of chance.
 */
export function firstError(log: string): string | undefined {
  const [memory] = /java\.lang\.OutOfMemoryError(?:: [\w ]+)?/.exec(log) ?? []
  if (memory) return memory.trim()
  for (const [, trace = ''] of log.matchAll(/^\S+ \S+ ERROR .*\n((?:(?!\S+ \S+ (?:ERROR|WARN|INFO) ).*\n)+)/gm)) {
    const cause = firstCause(trace) ?? /^[\w.$]+(?:Error|Exception).*$/m.exec(trace)?.[0].trim()
    if (cause && !CONSEQUENCE.test(cause)) return cause
  }
  return undefined
}
