/** What is learned about a table: how often each level of each field occurs among pairs that match and pairs that do not. */
import { LeitongError } from '../../errors.js'
import type { Field } from '../comparisons.js'
import { KIND_NAMES, type KindName } from '../kinds/kind.js'
import { kindOf } from '../kinds/kinds.js'
import type { KindSettings } from '../kinds/settings.js'
import { raritiesFromText, type WholeRowModel } from '../whole-row.js'
import { modelChecksum } from './model-json.js'

export interface FieldModel {
  readonly name: string
  readonly kind: KindName
  /** What was said of it beside its kind. */
  readonly settings?: KindSettings
  readonly levels: readonly string[]
  /** The field that this one depends on, by number in the model; -1 for none. A column beside its own parts must not count twice. */
  readonly parent: number
  /**
   * How often each level occurs among matches (m) and others (u): a list for each level of the parent, and a last one for where the parent
   * is missing; without a parent only that one.
   */
  readonly m: readonly (readonly number[])[]
  readonly u: readonly (readonly number[])[]
  /** Values that many rows hold, with the chance that another row that does not match holds them too; most frequent first. */
  readonly frequent: readonly (readonly [value: string, chance: number])[]
  /** That chance for all other values. */
  readonly rare: number
  /** What the words of the column say, where it is compared by words: each with its weight and the rows that hold it. */
  readonly words?: {
    readonly rows: number
    readonly known: readonly (readonly [word: string, weight: number, rows: number])[]
    /** What any other word says. */
    readonly rest: number
  }
}

export interface MatchModel {
  readonly format: 'leitong-match-1'
  /**
   * `fields`: scores follow from similarities and not from m and u. One field alone has no other that could show which of its levels are those
   * of matches. `text`: scores follow from the similarity of whole rows, because no model was learned that can be trusted.
   */
  readonly way?: 'fields' | 'text'
  /** What whole rows have in common counts beside the fields. One field is the whole row. */
  readonly whole?: WholeRowModel
  /** The chance that two rows drawn by chance match. */
  readonly prior: number
  /** Rows it was learned from. */
  readonly rows: number
  readonly fields: readonly FieldModel[]
}

/** Fields with what the model knows of their words. */
export const withWords = (fields: readonly Field[], model: MatchModel): Field[] =>
  fields.map((field, i) => {
    const { column, kind, settings } = field
    const words = model.fields[i]?.words
    if (!words) return field.words ? { column, kind, settings } : field
    return {
      column,
      kind,
      settings,
      words: { ...words, known: new Map(words.known.map(([word, weight, rows]) => [word, [weight, rows] as const])) },
    }
  })

/**
 * @param where  the file, for messages
 * @throws {LeitongError} `MODEL_BROKEN`
 */
export function modelFromJson(json: string, where: string): MatchModel {
  const refuse = (cause: string): never => {
    throw new LeitongError('MODEL_BROKEN', where, cause)
  }
  let parsed: Partial<MatchModel> & { checksum?: unknown }
  try {
    parsed = JSON.parse(json)
  } catch (error) {
    return refuse((error as Error).message)
  }
  const { checksum, ...rest } = parsed ?? {}
  if (rest.format !== 'leitong-match-1') return refuse('not a model of fields')
  const model = rest as MatchModel
  if (model.way !== undefined && model.way !== 'fields' && !(model.way === 'text' && model.whole))
    refuse('it scores in a way that this version does not know')
  if (modelChecksum(model) !== checksum) refuse('the checksum does not fit')
  for (const { name, kind, settings, levels, m, u, words } of model.fields) {
    if (!KIND_NAMES.includes(kind)) refuse('a field is of an unknown kind')
    const own = kindOf({ kind, settings }).levels.map((level) => level.name)
    // Another version may have had other levels: its chances would be read as those of the wrong ones.
    if (own.join() !== levels.join() || [...m, ...u].some((chances) => chances.length !== own.length))
      refuse(`the levels of the field "${name}" are not those of the kind ${kind}: it was learned by another version`)
    if (words && !(words.rows >= 0 && words.rest >= 0 && Array.isArray(words.known))) refuse(`the words of the field "${name}" are none`)
  }
  if (model.whole && !isWhole(model.whole)) refuse('what it says of whole rows is none')
  return model
}

function isWhole({ even, slope, pieces }: WholeRowModel): boolean {
  try {
    return even >= 0 && even <= 1 && slope > 0 && raritiesFromText(pieces).length > 0
  } catch {
    return false
  }
}
