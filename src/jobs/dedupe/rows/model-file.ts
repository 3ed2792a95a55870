/** Models of fields, read from the files that a run wrote. */
import { type MatchModel, modelFromJson } from '../../../matching/model/model.js'
import { readNamedFile } from '../../../named-file.js'

/** @throws {LeitongError} `SOURCE_MISSING`, `SOURCE_READ`; `MODEL_BROKEN` also where the checksum does not fit */
export function readMatchModel(path: string): MatchModel {
  const text = readNamedFile(path).toString()
  return modelFromJson(text, path)
}
