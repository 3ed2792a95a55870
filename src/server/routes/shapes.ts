/** JSON Schema in few words, for what requests send and are answered. */

/** A schema of JSON; one with a title is a schema of its own in the document of the API. */
export interface Schema {
  readonly title?: string
  readonly [keyword: string]: unknown
}

export const TEXT = { type: 'string' }
export const FLAG = { type: 'boolean' }
/** There is no `false`: the member is left out. */
export const ONLY_TRUE = { type: 'boolean', enum: [true] }
export const NUMBER = { type: 'number' }
export const WHOLE = { type: 'integer', minimum: 0 }
export const SHARE = { type: 'number', minimum: 0, maximum: 1 }
export const TEXTS = { type: 'array', items: TEXT }
export const ANYTHING = { type: 'object', additionalProperties: true }

/** One of these texts. */
export const oneOf = (...of: readonly string[]) => ({ type: 'string', enum: of })

/** The schema, under a name that clients made from the document give to its type. */
export const named = <Named extends Schema>(title: string, schema: Named): Named & { readonly title: string } => ({ title, ...schema })

type Shapes = Readonly<Record<string, Schema>>

/**
 * An object of these members.
 *
 * @param members   those that are always there
 * @param optional  those that need not be
 */
export const shape = (members: Shapes, optional: Shapes = {}) => ({
  type: 'object',
  ...(Object.keys(members).length ? { required: Object.keys(members) } : {}),
  properties: { ...members, ...optional },
})

/** As {@link shape}, of what is sent: other members are refused. */
export const body = (title: string, members: Shapes, optional: Shapes = {}) =>
  named(title, { ...shape(members, optional), additionalProperties: false })

export const listOf = (items: Schema) => ({ type: 'array', items })

/** A part of a list, and where the next part begins. */
export const partOf = (title: string, name: string, items: Schema) =>
  named(
    title,
    shape({ [name]: listOf(items), next: { type: ['string', 'null'], description: 'the cursor of what comes after; null: nothing' } }),
  )
