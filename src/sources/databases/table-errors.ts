/** Errors of a table that is read, which name the cause without the password, whatever the driver says. */
import { LeitongError } from '../../errors.js'
import { codeOf } from './faults.js'
import type { DatabaseTarget } from './url.js'

/** The place of an error, for its message. */
export interface FaultPlace {
  readonly target: DatabaseTarget
  /** Of the table, for messages. */
  readonly name: string
  /** Whether the tables are those that a query names. */
  readonly isQuery: boolean
  /** Rows that were read before; undefined when none were asked for. */
  readonly read?: number
}

/** Any error as one of ours; an error that is one already stays as it is. */
export function tableError(error: unknown, { target, name, isQuery, read }: FaultPlace): LeitongError {
  if (error instanceof LeitongError) return error
  const cause = target.redact((error as Error).message?.split('\n')[0] || String(codeOf(error) ?? error))
  switch (target.database.faultOf(error)) {
    case 'connect':
      return new LeitongError('DATABASE_CONNECT', target.name, cause)
    case 'login':
      return new LeitongError('DATABASE_LOGIN', target.name, cause)
    case 'rights':
      return new LeitongError('DATABASE_RIGHTS', name, cause)
    case 'table':
      return new LeitongError(isQuery ? 'DATABASE_QUERY' : 'DATABASE_TABLE', name, cause)
    case 'column':
    case 'query':
      return new LeitongError('DATABASE_QUERY', name, cause)
    case 'dropped':
      return read === undefined
        ? new LeitongError('DATABASE_CONNECT', target.name, cause)
        : new LeitongError('DATABASE_DROPPED', name, read, cause)
    default:
      return new LeitongError('SOURCE_READ', name, cause)
  }
}
