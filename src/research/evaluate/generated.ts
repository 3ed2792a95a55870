/** The corpora that the sources describe, made by the bundled generator, as labelled sets. */

import type { FieldsSpec } from '../../sources/rows/fields-file.js'
import { createCorpus } from '../generating/corpus.js'
import type { CorpusOptions } from '../generating/options.js'
import type { LabelledDocument, LabelledSet } from './labelled-set.js'

/** The columns of generated rows: all but the id, short ones and a long one. */
const ROWS: FieldsSpec = {
  fields: {
    name: {},
    id_number: {},
    phone: {},
    district: {},
    category: {},
    amount: { type: 'number' },
    filed: { type: 'date' },
    anonymous: { type: 'boolean' },
    matter: { kind: 'long' },
  },
}

/**
 * Generates a labelled set. Labels stay out of the records, so that no method sees them.
 *
 * @throws {LeitongError} `OPTION_VALUE`, `OPTION_CONFLICT`
 */
export function generateSet(name: string, options: CorpusOptions): LabelledSet {
  const documents: LabelledDocument[] = []
  const corpus = createCorpus(options)
  for (const made of corpus.records()) {
    const { group, edit: _, ...record } = made
    const topic = corpus.topicOf(documents.length)
    const { text, title, ...fields } = { text: undefined, title: undefined, ...record }
    const shown =
      text ??
      Object.entries(fields)
        .flatMap(([field, value]) => (field === 'id' || value === null ? [] : [String(value)]))
        .join('\n')
    documents.push({ id: String(made.id), text: shown, ...(title === undefined ? {} : { title }), group: String(group), topic, record })
  }
  return { name, documents, pairs: undefined, ...(options.kind === 'rows' ? { rows: ROWS } : {}) }
}
