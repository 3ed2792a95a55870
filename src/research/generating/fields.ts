/** The short fields of a table's row: values of their types, nulls, and the same values as a copy spells them. */
import type { Random } from './random.js'
import { spellDate, spellDistrict, spellIdNumber, spellName, spellPhone } from './spelling.js'
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
