/** Models of fields, read from the files that a run wrote. */
import { readFileSync } from 'node:fs'
import { LeitongError } from '../../../errors.js'
import { type MatchModel, modelFromJson } from '../../../matching/model/model.js'

/** @throws {LeitongError} `SOURCE_READ`; `MODEL_BROKEN` also where the checksum does not fit */
export function readMatchModel(path: string): MatchModel {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new LeitongError('SOURCE_READ', path, (error as Error).message)
  }
  return modelFromJson(text, path)
}
