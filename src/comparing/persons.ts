/** Columns that hold the name of a person: who signed a letter, whom a row is about. */

import { plain, spellingsOf } from './spellings.js'

/** Chinese words for the one who writes or is written of; what they name is a person wherever they stand alone in a heading. */
const ROLES = '诉求|投诉|举报|反映|来信|来访|信访|申请|联系|当事|委托|代理|负责|经办|写信|发件|署名|签名|签署|填表|提交'

/** Headings that name a person, wherever in them they say so. */
const NAME_HEADING = new RegExp(
  `姓名|名字|(?:${ROLES})(?:人|者)|署名|(?:^|_|\\b)(?:name|surname|given_name|first_?name|last_?name)(?:$|_|\\b)`,
  'iu',
)

/** Words of headings that name the one who writes or is written of, by language; data in one place. The heading is all of it. */
const HEADINGS: readonly string[] = [
  // English
  'sender|signer|signatory|signed by|petitioner|complainant|applicant|author|submitter|submitted by|written by|customer|client|patient|full name|person',
  '(?:person|applicant|sender|signer|signatory|petitioner|complainant|author|customer|client|patient|contact)s? name',
  // German
  'absender(?:in)?|verfasser(?:in)?|unterzeichner(?:in)?|einsender(?:in)?|antragsteller(?:in)?|beschwerdeführer(?:in)?|kund(?:e|in)|autor(?:in)?|ansprechpartner(?:in)?',
  '(?:kunden|absender|vor und nach|personen|vollständiger )name',
  // French
  'expéditeur|expéditrice|auteure?|signataire|client|cliente|demandeur|demandeuse|plaignante?|nom complet|nom et prénom',
  // Spanish
  'remitente|autora?|firmante|clienta?|cliente|solicitante|peticionari[oa]|denunciante|nombre completo|nombre y apellidos',
  // Chinese
  '寄件人|发信人|作者|撰稿人|客户姓名',
]
/** Names of anything: of a person unless the table is one of goods, works, places or files. */
const BARE = 'name|nom|nombre'
/** Who sends a letter, or where something begins: the first where there is a letter beside it. */
const FROM = 'from|von|de'

/** The surest first: of two that fit, the earlier is who wrote. Headings are compared in their plain spelling, with one space for what parts words. */
const WHOLE: readonly RegExp[] = [
  new RegExp(`^(?:(?:${ROLES})(?:人|者))?(?:的?姓名|的?名字)?$`, 'u'),
  ...HEADINGS.map((words) => new RegExp(`^(?:${plain(words)})$`, 'u')),
  /^姓名|姓名$|署名/u,
]
const GIVEN = /^(?:(?:first|given|fore) ?names?|vorname|prenom|nombres?)$/u
const FAMILY = /^(?:(?:last|family|sur) ?names?|nachname|familienname|nom(?: de famille)?|apellidos?)$/u
/** Headings of tables of things, which have names too. */
const GOODS =
  /price|preis|prix|precio|brand|marke\b|manufacturer|hersteller|product|produkt|produit|producto|artikel|\bsku\b|\bean\b|\bisbn\b|\bmodel\b|category|kategorie|cuisine|价格|单价|品牌|型号|商品|产品|规格|出版/u
/** Headings of a letter. */
const LETTER = /^(?:subject|message|text|body|letter|betreff|nachricht|brief|anliegen|objet|sujet|asunto|mensaje)$/u

const spelt = (heading: string) => plain(heading.trim().replace(/[\s_-]+/gu, ' '))

/** Whether a heading names a person, or a part of its name. */
export const isNameHeading = (heading: string): boolean =>
  NAME_HEADING.test(heading) || [...WHOLE, GIVEN, FAMILY].some((pattern) => pattern.test(spelt(heading)))

/**
 * The columns that together hold the name of a person; none where no heading says so.
 *
 * @param stated  the columns that somebody named, which go before all headings
 * @example personFields(['编号', '诉求人', '诉求内容']) // ['诉求人']
 * @example personFields(['id', 'first_name', 'surname', 'text']) // ['first_name', 'surname']
 */
export function personFields(columns: readonly string[], stated: readonly string[] = []): string[] {
  if (stated.length) return [...stated]
  const headings = columns.map(spelt)
  const named = (pattern: RegExp) => columns[headings.findIndex((heading) => heading !== '' && pattern.test(heading))]
  for (const pattern of WHOLE) {
    const found = named(pattern)
    if (found !== undefined) return [found]
  }
  const parts = [GIVEN, FAMILY].map(named)
  if (parts.every((part) => part !== undefined)) return parts as string[]
  const bare = headings.some((heading) => GOODS.test(heading)) ? undefined : named(new RegExp(`^(?:${BARE})$`, 'u'))
  const from = headings.some((heading) => LETTER.test(heading)) ? named(new RegExp(`^(?:${FROM})$`, 'u')) : undefined
  return [from ?? bare ?? []].flat()
}

const spellings = (name: string): string[] => spellingsOf(name).map((one) => one.replace(/[\s.,·•-]+/gu, ''))

/** Whether two names are one: case, width, accents, umlauts, white space and points make no difference. */
export function isSamePerson(a: string, b: string): boolean {
  const [left, right] = [spellings(a), spellings(b)]
  return left.some((one) => right.includes(one))
}

/** Names of persons in a group: how many records have one, and how many different ones there are. */
export interface Persons {
  readonly named: number
  readonly different: number
}

export function countPersons(names: readonly (string | undefined)[]): Persons {
  const named = names.flatMap((name) => (name?.trim() ? [spellings(name)] : []))
  const seen = new Set<string>()
  let different = 0
  // Names with umlauts first: those without may be either of their spellings.
  for (const spelt of [...named].sort((a, b) => b.length - a.length)) {
    if (!spelt.some((one) => seen.has(one))) different++
    for (const one of spelt) seen.add(one)
  }
  return { named: named.length, different }
}
