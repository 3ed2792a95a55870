/** The types of documents that callers hand over: which fields they have, and what their ids are. */

/** The names of the fields of a document; any name where its fields are not known. */
export type FieldOf<D> = D extends string ? never : object extends D ? string : string extends keyof D ? string : keyof D & string

/** A function of a document; texts that come alone are not asked. */
export type Select<D, Value> = (document: Exclude<D, string>) => Value

/** The fields of documents that are no rows of a database: by name, or by a function that makes them. */
export interface FieldChoices<D> {
  /** The text: a field, several of them (joined by line breaks), or a function. @default the option `textField` */
  readonly text?: FieldOf<NoInfer<D>> | readonly FieldOf<NoInfer<D>>[] | Select<D, string | null | undefined>
  /** The title, shown in the report. @default the option `titleField` */
  readonly title?: FieldOf<NoInfer<D>> | Select<D, string | null | undefined>
}

/**
 * The id of documents.
 *
 * @typeParam Key    the option `id` as the name of a field
 * @typeParam Value  what the option `id` returns, as a function
 * @typeParam Name   the option `idField`
 */
export interface IdChoice<D, Key, Value, Name> {
  /** The id: a field, or a function. @default the option `idField` */
  readonly id?: Key | Select<D, Value>
  readonly idField?: Name
}

/**
 * The id of documents whose type alone is said, as in `openIndex<Letter>(…)`: nothing else is inferred then.
 *
 * @typeParam Choice  a name of a field, or a function
 */
export interface OwnId<Choice> {
  /** The id: a field, or a function. @default the option `idField` */
  readonly id?: Choice | undefined
  readonly idField?: (Choice & string) | undefined
}

/** An id as it comes back: through JSON, in which a whole number is a number, or beyond 2^53 a BigInt. A document without one goes by its number. */
type BackFromJson<I> = I extends string | number | boolean
  ? I
  : I extends bigint
    ? number | bigint
    : I extends null | undefined
      ? number
      : I extends Date
        ? string
        : unknown

type FieldValue<D, Name> = D extends string
  ? number
  : object extends D
    ? unknown
    : Name extends keyof D
      ? BackFromJson<D[Name]>
      : string extends keyof D
        ? unknown
        : number

/** The ids of documents, by what {@link IdChoice} says; `never` stands for what is not given. */
export type IdOf<D, Key = never, Value = never, Name = never> = [Value] extends [never]
  ? FieldValue<D, [Key] extends [never] ? ([Name] extends [never] ? 'id' : Name) : Key>
  : BackFromJson<Value> | (D extends string ? number : never)
