/** Rows of an index in memory, by their fields. A page that has texts alone does not load it. */
import { LeitongError } from '../../errors.js'
import { rowReader } from '../../jobs/live/row-documents.js'
import { liveRows, storedFields } from '../../jobs/live/rows.js'
import type { LiveSetup } from '../../jobs/live/settings.js'
import { modelFromJson } from '../../matching/model/model.js'
import type { Indexed } from '../../methods/method.js'
import { measureTraits } from '../../options/measures.js'
import { checkFields, type FieldsInput } from '../../sources/rows/fields-file.js'
import { planRecords } from '../../sources/rows/infer.js'

/** As messages call them in Node too. */
const FIELDS = 'the fields of the index'

/**
 * @param use  what fields are for: handed in, since whoever imports the searches has all of them
 * @throws {LeitongError} `FIELDS_FILE`, `MODEL_BROKEN`, `MODEL_UNLIKE`, `OPTION_CONFLICT`
 */
export function withRows(setup: LiveSetup, use: Indexed['fields'], given: FieldsInput | undefined, model: object | undefined): LiveSetup {
  const { options } = setup
  const stored = given && storedFields(checkFields(given, 'the option fields'))
  if (use === 'signed') {
    const plan = stored?.fields && planRecords(FIELDS, { fields: stored.fields })
    return { ...setup, asRow: plan && rowReader(plan, options.textField) }
  }
  const { learns } = measureTraits(options)
  if (learns && !model)
    throw new LeitongError('OPTION_CONFLICT', 'an index learns no model of fields: name one with --model, made by dedupe --write-model')
  return {
    ...setup,
    rows: liveRows(stored, learns && model ? modelFromJson(JSON.stringify(model), 'the option model') : undefined, FIELDS),
  }
}
