/** What is looked for in a file, as options of the library and as a command. */
import type { Asked } from '../../src/page/run.js'
import type { OpenedFile } from './messages.js'

export const QUESTIONS = ['copies', 'versions', 'fields', 'match', 'options'] as const
export type Question = (typeof QUESTIONS)[number]

export interface Choice {
  readonly question: Question
  /** The column with the text. */
  readonly text: string
  /** Columns of rows that are compared. */
  readonly compared: readonly string[]
  /** The column with the id; empty without one. */
  readonly id: string
  /** Empty: the one that the command has. */
  readonly threshold: string
  /** Options as a settings file of the command has them, as JSON: for what the page does not ask. */
  readonly options: string
}

export const isOfText = ({ question }: Pick<Choice, 'question'>) => question === 'copies' || question === 'versions'
export const isOfRows = ({ question }: Pick<Choice, 'question'>) => question === 'fields' || question === 'match'

export function firstChoice({ columns, id = '', text }: OpenedFile): Choice {
  return {
    question: text === undefined ? 'fields' : 'copies',
    text: text ?? columns[0] ?? '',
    compared: columns.filter((column) => column !== id),
    id,
    threshold: '',
    options: '{}',
  }
}

/**
 * Options that say it; those that are so anyway are left out.
 *
 * @throws {Error} where options in JSON are none
 */
export function optionsOf(choice: Choice, { columns, sheets }: OpenedFile): Asked {
  const { question, text, compared, id, threshold } = choice
  const others = columns.filter((column) => column !== id)
  const isAll = compared.length === others.length
  const own: unknown = question === 'options' ? JSON.parse(choice.options) : {}
  if (typeof own !== 'object' || own === null || Array.isArray(own)) throw new TypeError(choice.options)
  return {
    ...(sheets && sheets.read !== sheets.names[0] ? { sheet: sheets.read } : {}),
    ...(question === 'versions' ? { find: 'versions' } : {}),
    ...(isOfRows(choice) ? { measure: question, ...(isAll ? {} : { textField: compared }) } : {}),
    ...(isOfText(choice) && text !== 'text' ? { textField: [text] } : {}),
    ...(id === (columns.includes('id') ? 'id' : '') ? {} : { idField: id }),
    ...(threshold && question !== 'options' ? { threshold: Number(threshold) } : {}),
    ...(others.length ? { withFields: others } : {}),
    ...own,
  }
}
