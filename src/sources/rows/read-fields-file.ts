/** Fields files and mappings as files. */
import { readFileSync } from 'node:fs'
import { LeitongError } from '../../errors.js'
import { checkFields, type FieldsSpec } from './fields-file.js'

/**
 * @throws {LeitongError} `SOURCE_READ`, `FIELDS_FILE`
 */
export const readFieldsFile = (path: string): FieldsSpec => checkFields(readJsonFile(path), path)

/** @throws {LeitongError} `SOURCE_READ`, `FIELDS_FILE` */
export function readJsonFile(path: string): unknown {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new LeitongError('SOURCE_READ', path, (error as Error).message)
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new LeitongError('FIELDS_FILE', path, (error as Error).message)
  }
}
