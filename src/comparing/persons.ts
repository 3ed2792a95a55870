/** Columns that hold the name of a person: who signed a letter, whom a row is about. */

/** Chinese words for the one who writes or is written of; what they name is a person wherever they stand alone in a heading. */
const ROLES = '诉求|投诉|举报|反映|来信|来访|信访|申请|联系|当事|委托|代理|负责|经办|写信|发件|署名|签名|签署|填表|提交'

/** Headings that name a person, by what they say. */
export const NAME_HEADING = new RegExp(
  `姓名|名字|(?:${ROLES})(?:人|者)|署名|(?:^|_|\\b)(?:name|surname|given_name|first_?name|last_?name)(?:$|_|\\b)`,
  'iu',
)

/** The surest first: of two that fit, the earlier is who wrote. */
const WHOLE: readonly RegExp[] = [
  new RegExp(`^(?:(?:${ROLES})(?:人|者))?(?:的?姓名|的?名字)?$`, 'u'),
  /^(?:(?:full|person|applicant|sender|signer|signatory|petitioner|complainant|author|customer|client|patient)[ _-]?name)$/iu,
  /^(?:sender|signer|signatory|petitioner|complainant|applicant|signed[ _-]?by)$/iu,
  /^姓名|姓名$|署名/u,
  /^name$/iu,
]
const GIVEN = /^(?:first|given|fore)[ _-]?names?$/iu
const FAMILY = /^(?:last|family|sur)[ _-]?names?$/iu

/**
 * The columns that together hold the name of a person; none where no heading says so.
 *
 * @example personFields(['编号', '诉求人', '诉求内容']) // ['诉求人']
 * @example personFields(['id', 'first_name', 'surname', 'text']) // ['first_name', 'surname']
 */
export function personFields(columns: readonly string[]): string[] {
  for (const pattern of WHOLE) {
    const found = columns.find((column) => column.trim() !== '' && pattern.test(column.trim()))
    if (found !== undefined) return [found]
  }
  const parts = [GIVEN, FAMILY].map((pattern) => columns.find((column) => pattern.test(column.trim())))
  return parts.every((part) => part !== undefined) ? (parts as string[]) : []
}

/** As names are told apart: case, width and white space make no difference. */
export const samePerson = (name: string): string => name.normalize('NFKC').toLowerCase().replace(/\s+/gu, '')

/** Names of persons in a group: how many records have one, and how many different ones there are. */
export interface Persons {
  readonly named: number
  readonly different: number
}

export function countPersons(names: readonly (string | undefined)[]): Persons {
  const named = names.flatMap((name) => (name?.trim() ? [samePerson(name)] : []))
  return { named: named.length, different: new Set(named).size }
}
