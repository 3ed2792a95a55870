/** The name in JSON of bytes that were stored as a text and are none; no field is called that. */
export const UNSOUND = '\u0000not a text'

/** Whether a value of JSON is such a text. */
export const isUnsound = (value: unknown): boolean => typeof value === 'object' && value !== null && UNSOUND in value
