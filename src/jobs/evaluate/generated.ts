/** The corpora that the sources describe, made by the bundled generator, as labelled sets. */
import { generateCorpus } from '../../generating/corpus.js'
import type { CorpusOptions } from '../../generating/options.js'
import type { FieldsSpec } from '../../sources/rows/fields-file.js'
import type { LabelledDocument, LabelledSet } from './labelled-set.js'

export interface Scale {
  /** Documents in all; noise and groups shrink or grow alike. The default is the source's own number. */
  readonly size?: number | undefined
  readonly seed?: number | undefined
  /** Documents in each group of similar ones; the source's own, which grow and shrink with the size, when left out. */
  readonly groupSize?: number | undefined
}

/** A described corpus of another size, or with as many similar documents in other groups. */
export function scaleCorpus(options: CorpusOptions, { size = options.size, seed, groupSize: asked }: Scale): CorpusOptions {
  const { noise = 0, groupSize } = options
  const scaled = { ...options, size, ...(seed === undefined ? {} : { seed }) }
  const grow = (n: number) => Math.round((n * size) / options.size)
  if (asked === undefined && typeof groupSize !== 'number') return { ...scaled, noise: grow(noise) }
  // Groups of whole documents: as many as the source has, or as there is room for. Noise is what is left.
  const members = asked ?? Math.max(2, grow(groupSize as number))
  const groups =
    asked === undefined ? Math.round((options.size - noise) / (groupSize as number)) : Math.floor(grow(options.size - noise) / asked)
  return { ...scaled, groupSize: members, duplicates: 1 - 1 / members, noise: Math.max(0, size - groups * members) }
}

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
  for (const made of generateCorpus(options)) {
    const { group, edit: _, ...record } = made
    const { text, title, ...fields } = { text: undefined, title: undefined, ...record }
    const shown =
      text ??
      Object.entries(fields)
        .flatMap(([field, value]) => (field === 'id' || value === null ? [] : [String(value)]))
        .join('\n')
    documents.push({ id: String(made.id), text: shown, ...(title === undefined ? {} : { title }), group: String(group), record })
  }
  return { name, documents, pairs: undefined, ...(options.kind === 'rows' ? { rows: ROWS } : {}) }
}
