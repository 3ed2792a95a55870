/** Faults of databases, in terms that are the same for all of them: each driver has codes of its own. */

export type Fault = 'connect' | 'login' | 'rights' | 'table' | 'column' | 'query' | 'dropped'

/** The code of an error of a driver or of the system. */
export const codeOf = (error: unknown): unknown => (error as { code?: unknown } | undefined)?.code

/** Codes of the system for an address that nobody answers at, and for files that are not there. */
const UNREACHABLE = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EACCES', 'ENOENT']

/** Errors of the network, which all drivers pass on. */
export function networkFault(error: unknown): Fault | undefined {
  const code = codeOf(error)
  if (UNREACHABLE.includes(code as string)) return 'connect'
  return code === 'ECONNRESET' || code === 'EPIPE' ? 'dropped' : undefined
}
