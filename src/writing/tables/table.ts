/** Results as a table: the same that their JSON lines say. */

export interface Column {
  readonly name: string
  /** Ids are JSON, in the type they came in; counts are whole numbers; numbers and counts may be null; values are what a record has in a field. */
  readonly kind: 'id' | 'count' | 'number' | 'value'
  /** Ids come from inputs without types, as CSV: texts of digits are whole numbers to whoever reads them. */
  readonly isUntyped?: boolean
}

export interface ResultTable {
  readonly columns: readonly Column[]
  readonly rows: Iterable<readonly unknown[]>
}

/** A cell in words: an id without the quotes of JSON, a list or an object as JSON, nothing for null. */
export function cellText(value: unknown, { kind }: Column): string {
  if (value === null || value === undefined) return ''
  if (kind === 'id') {
    const id: unknown = typeof value === 'string' && value.startsWith('"') ? JSON.parse(value) : value
    return id === 'null' ? '' : String(id)
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
