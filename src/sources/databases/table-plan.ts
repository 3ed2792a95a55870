/** The plan of a table: the columns to read and how they are compared, by their types and a sample of rows. */
import { LeitongError } from '../../errors.js'
import type { FieldsSpec } from '../rows/fields-file.js'
import { type Column, LengthSample, planRows } from '../rows/infer.js'
import type { RowPlan } from '../rows/plan.js'
import type { Connection, Selection, TableShape } from './database.js'

export interface TableRequest {
  readonly table?: string
  readonly query?: string
  readonly fields: FieldsSpec
  /** A column that is read besides, for keep rules. */
  readonly rank?: string
  /** Columns that tell where reading goes on next time; not compared unless the fields say so. */
  readonly position?: readonly string[]
}

/** The columns to read and how they are compared, by their types and a sample of rows. */
export async function planTable(
  connection: Connection,
  name: string,
  selection: Selection,
  { fields: spec, position = [], rank }: TableRequest,
): Promise<{ plan: RowPlan; columns: Column[]; every: readonly Column[] }> {
  await connection.beginReading()
  const { key = [], fields = {} } = spec
  const besides = [...position, ...(rank ? [rank] : [])]
  const shape = await connection.shape(selection, [...key, ...Object.keys(fields), ...besides])
  checkNames(name, shape)
  const sample = await sampleRows(connection, selection, shape, spec)
  const isCompared = ({ name: column }: Column) => !position.includes(column) || shape.primaryKey.includes(column) || key.includes(column)
  const compared = spec.fields ? shape.columns : shape.columns.filter(isCompared)
  const plan = planRows(name, compared, shape.primaryKey, spec, sample)
  const wanted = new Set([...plan.key, ...plan.fields.map((field) => field.name), ...besides])
  const columns = shape.columns.filter((column) => wanted.delete(column.name))
  const [missing] = wanted
  if (missing !== undefined) throw new LeitongError('FIELD_MISSING', name, missing, shape.columns.map((column) => column.name).join(', '))
  return { plan, columns, every: shape.columns }
}

/** The first rows in the order of the key; bytes are not measured. */
async function sampleRows(connection: Connection, selection: Selection, shape: TableShape, spec: FieldsSpec): Promise<LengthSample> {
  const sample = new LengthSample()
  const names = shape.columns.filter(({ type }) => type !== 'bytes').map((column) => column.name)
  const order = known(spec.key ?? shape.primaryKey, shape.columns)
  for await (const row of connection.rows(selection, names, order)) {
    sample.add(names.map((column, i) => [column, row[i]] as const))
    if (sample.full) break
  }
  return sample
}

/** The names, unless one of them is of no column: planning says which. */
const known = (names: readonly string[], columns: readonly Column[]) =>
  names.every((name) => columns.some((column) => column.name === name)) ? names : []

/** A query may give two columns one name, and then nothing says which is meant. */
function checkNames(name: string, { columns }: TableShape): void {
  const twice = columns.find((column, i) => columns.findIndex((other) => other.name === column.name) < i)
  if (twice) throw new LeitongError('DATABASE_QUERY', name, `two columns are called "${twice.name}"`)
}
