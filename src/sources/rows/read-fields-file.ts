/** Fields files and mappings as files. */
import { LeitongError } from '../../errors.js'
import { readNamedFile } from '../../named-file.js'
import { checkFields, type FieldsSpec } from './fields-file.js'

/**
 * @throws {LeitongError} `SOURCE_MISSING`, `SOURCE_READ`, `FIELDS_FILE`
 */
export const readFieldsFile = (path: string): FieldsSpec => checkFields(readJsonFile(path), path)

/** @throws {LeitongError} `SOURCE_MISSING`, `SOURCE_READ`, `FIELDS_FILE` */
export function readJsonFile(path: string): unknown {
  const text = readNamedFile(path).toString()
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new LeitongError('FIELDS_FILE', path, (error as Error).message)
  }
}
