/** Objects among JSON values: neither null nor a list. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Between the elements of a list, where one value is made of them. */
const BETWEEN = '; '

/** A list of plain values as one text; any other value as it is. */
export const listed = (value: unknown): unknown =>
  Array.isArray(value) && value.every((element) => typeof element !== 'object') ? value.join(BETWEEN) : value
