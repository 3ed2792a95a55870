/** JSON Schema in few words, for what requests send and are answered. */

export const TEXT = { type: 'string' }
export const FLAG = { type: 'boolean' }
export const WHOLE = { type: 'integer', minimum: 0 }
export const SHARE = { type: 'number', minimum: 0, maximum: 1 }
export const TEXTS = { type: 'array', items: TEXT }
export const ANYTHING = { type: 'object', additionalProperties: true }

type Shapes = Readonly<Record<string, object>>

/**
 * An object of these members.
 *
 * @param members   those that are always there
 * @param optional  those that need not be
 */
export const shape = (members: Shapes, optional: Shapes = {}) => ({
  type: 'object',
  required: Object.keys(members),
  properties: { ...members, ...optional },
})

export const listOf = (items: object) => ({ type: 'array', items })
