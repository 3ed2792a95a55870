/** Lines of answers on standard output, the same from every command. */
import { toJson } from '../reading/whole-numbers-json.js'
import { toStandardOutput } from '../writing/output-set.js'

/** Prints a value as a JSON line, at the speed of the reader. */
export const printLine = (value: unknown): Promise<void> => toStandardOutput(`${toJson(value)}\n`)
