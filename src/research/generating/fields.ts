/** The short fields of a table's row: values of their types, nulls, and the same values as a copy spells them. */
import type { Random } from './random.js'
import { districtName, personName, phoneNumber } from './vocabulary/chinese.js'

export interface RowFields {
  name: string | null
  id_number: string | null
  phone: string | null
  district: string | null
  category: string | null
  amount: number | null
  /** A date; in a base `2024-03-05`, in copies in other spellings too. */
  filed: string
  anonymous: boolean
}

export function writeFields(random: Random, category: string, time: string): RowFields {
  const anonymous = random.chance(0.12)
  // Every value is drawn whether it is shown or not, so that the numbers that follow do not depend on it.
  const [name, id, phone, district] = [personName(random), idNumber(random), phoneNumber(random), districtName(random)]
  const amount = random.between(1, 400_000) / random.pick([1, 1, 10, 100])
  const [hasId, hasPhone, hasDistrict, hasCategory, hasAmount] = [0.65, 0.85, 0.97, 0.95, 0.4].map((share) => random.chance(share))
  return {
    name: anonymous ? null : name,
    id_number: anonymous || !hasId ? null : id,
    phone: anonymous || !hasPhone ? null : phone,
    district: hasDistrict ? district : null,
    category: hasCategory ? category : null,
    amount: hasAmount ? amount : null,
    filed: time.slice(0, 10),
    anonymous,
  }
}

/** Eighteen places like an identity number, of a region that does not exist. */
function idNumber(random: Random): string {
  const digits = (n: number, width: number) => String(n).padStart(width, '0')
  const birth = `${random.between(1945, 2004)}${digits(random.between(1, 12), 2)}${digits(random.between(1, 28), 2)}`
  return `99${digits(random.below(10_000), 4)}${birth}${digits(random.below(1000), 3)}${random.pick([...'0123456789X'])}`
}

/** The same matter entered again: other spellings, some fields left empty, often on a later day. */
export function copyFields(fields: RowFields, random: Random, time: string): RowFields {
  const again = <Value>(value: Value | null, spell?: (value: Value, random: Random) => Value): Value | null => {
    const die = random.below(10)
    if (value === null || die === 0) return null
    return spell && die < 6 ? spell(value, random) : value
  }
  const filed = random.chance(0.5) ? fields.filed : time.slice(0, 10)
  return {
    name: again(fields.name, spellName),
    id_number: again(fields.id_number, spellIdNumber),
    phone: again(fields.phone, spellPhone),
    district: again(fields.district, spellDistrict),
    category: again(fields.category),
    amount: again(fields.amount),
    filed: random.chance(0.5) ? filed : spellDate(filed, random),
    anonymous: fields.anonymous,
  }
}

// Other spellings of one value, as different clerks and forms have them.
const fullWidth = (text: string) => text.replace(/[0-9]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))

/** @param date  year, month and day as `2024-03-05` */
function spellDate(date: string, random: Random): string {
  const [year = '', month = '', day = ''] = date.split('-')
  const [shortMonth, shortDay] = [String(Number(month)), String(Number(day))]
  return random.pick([
    `${year}/${shortMonth}/${shortDay}`,
    `${year}年${shortMonth}月${shortDay}日`,
    `${year}.${month}.${day}`,
    `${year}${month}${day}`,
    `${date} 00:00:00`,
    fullWidth(date),
  ])
}

/** @param phone  eleven digits */
function spellPhone(phone: string, random: Random): string {
  const parts = [phone.slice(0, 3), phone.slice(3, 7), phone.slice(7)]
  return random.pick([`+86 ${phone}`, `+86${phone}`, `0086-${phone}`, parts.join('-'), parts.join(' '), fullWidth(phone)])
}

function spellIdNumber(id: string, random: Random): string {
  return random.pick([id.toLowerCase(), fullWidth(id), `${id.slice(0, 6)} ${id.slice(6, 14)} ${id.slice(14)}`, ` ${id}`])
}

function spellName(name: string, random: Random): string {
  return random.pick([`${name.charAt(0)} ${name.slice(1)}`, `${name.charAt(0)}　${name.slice(1)}`, `${name} `, `${name}（本人）`])
}

function spellDistrict(district: string, random: Random): string {
  return random.pick([`本市${district}`, `${district} `, district.replace(/(新区|区|县)$/, '')])
}
