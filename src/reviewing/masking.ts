/** Personal data hidden behind marks: the same value has the same mark, so that texts can still be compared. */
import { createHmac, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { NAME_PATTERNS } from '../comparing/names.js'
import { isNameHeading } from '../comparing/persons.js'
import { replaceFile } from '../writing/atomic-file.js'
import type { Payload } from './files.js'

export interface Masker {
  text(text: string): string
  /** What is shown of a member; fields that are named after personal data are hidden whole. */
  payload(payload: Payload): Payload
}

type Kind = 'id' | 'card' | 'mail' | 'tel' | 'name'

const DIGIT = '[0-9０-９]'
const ALONE = [`(?<!${DIGIT})`, `(?!${DIGIT})`] as const
/** In the order in which they are looked for: what is longest first. The first group, where there is one, is what is hidden. */
const PATTERNS: readonly (readonly [kind: Kind, pattern: RegExp])[] = [
  ['mail', /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gu],
  ['id', new RegExp(`${ALONE[0]}${DIGIT}{17}[0-9０-９XxＸｘ]${ALONE[1]}`, 'gu')],
  ['card', new RegExp(`${ALONE[0]}${DIGIT}{4}(?:[ -]?${DIGIT}{4}){3}(?:[ -]?${DIGIT}{1,3})?${ALONE[1]}`, 'gu')],
  ['tel', new RegExp(`${ALONE[0]}(?:[+＋]?(?:86|８６)[ -]?)?[1１][3-9３-９]${DIGIT}(?:[ -]?${DIGIT}{4}){2}${ALONE[1]}`, 'gu')],
  ['tel', new RegExp(`${ALONE[0]}[(（]?[0０]${DIGIT}{2,3}[)）]?[ -－—]?${DIGIT}{7,8}${ALONE[1]}`, 'gu')],
  ['tel', /(?<!\d)\+\d{1,3}(?:[ .-]?\d){6,12}(?!\d)/gu],
  ['id', new RegExp(`${ALONE[0]}${DIGIT}{15}${ALONE[1]}`, 'gu')],
  ...NAME_PATTERNS.map((pattern) => ['name', pattern] as const),
]

/** Digits of a mark, 64 bits of a keyed hash: with 16 bits two of a few hundred phone numbers shared one, and looked like the same number. */
const MARK_DIGITS = 16

/** Fields that are hidden whole, by what their names say. */
const FIELDS: readonly (readonly [kind: Kind, pattern: { test(name: string): boolean }])[] = [
  ['tel', /电话|手机|phone|mobile|\btel/iu],
  ['id', /身份证|证件|公民身份|id_?card|passport|\bssn\b/iu],
  ['mail', /邮箱|e-?mail/iu],
  ['card', /银行卡|账号|account|\biban\b/iu],
  ['name', { test: (name) => name.trim() !== '' && isNameHeading(name) }],
]

/**
 * Hides phone numbers, identity numbers, bank cards, addresses of mail and names. Names are found by words that introduce them or titles
 * that follow them, so that names in running text can stay.
 *
 * @param secret  without it nobody can tell which value a mark stands for
 * @example createMasker(secret).text('联系人：王小明，电话13812345678') // 联系人：〔name·5b1e03c9a6f2d418〕，电话〔tel·90ac77d2c41f08be〕
 */
export function createMasker(secret: string): Masker {
  const markOf = (kind: Kind, value: string) => {
    const plain = value
      .normalize('NFKC')
      .replace(kind === 'name' ? /\s+/g : /[^\p{L}\p{N}@.]/gu, '')
      .replace(/^86(?=1\d{10}$)/, '')
    return `〔${kind}·${createHmac('sha256', secret).update(`${kind} ${plain.toUpperCase()}`).digest('hex').slice(0, MARK_DIGITS)}〕`
  }
  const text = (given: string) =>
    PATTERNS.reduce(
      (masked, [kind, pattern]) =>
        masked.replace(pattern, (whole: string, ...groups: unknown[]) => {
          const own = typeof groups[0] === 'string' ? groups[0] : whole
          return whole.slice(0, whole.length - own.length) + markOf(kind, own)
        }),
      given,
    )
  const fieldBeside =
    (person: string | undefined) =>
    ([name, value]: readonly [string, string]): readonly [string, string] => {
      // A column that was stated to name a person has any heading.
      const isPerson = person && value.trim() && ` ${person} `.includes(` ${value.trim()} `)
      const [kind] = FIELDS.find(([, pattern]) => pattern.test(name)) ?? (isPerson ? (['name'] as const) : [])
      return [name, kind && value.trim() ? markOf(kind, value) : text(value)]
    }
  return {
    text,
    payload: ({ title, text: body, fields, extra, person, ...rest }) => {
      const masked = fields?.map(fieldBeside(person))
      return {
        ...rest,
        ...(person ? { person: markOf('name', person) } : {}),
        title: text(title),
        // Of a row it is all its fields: names in them are known by their columns.
        text: masked ? masked.map(([, value]) => value).join('\n') : text(body),
        ...(masked ? { fields: masked } : {}),
        ...(extra ? { extra: extra.map(fieldBeside(person)) } : {}),
      }
    },
  }
}

/** The secret of a review, made when it is first asked for. */
export function secretAt(path: string): string {
  if (!existsSync(path)) replaceFile(path, `${randomBytes(32).toString('hex')}\n`)
  return readFileSync(path, 'utf8').trim()
}
