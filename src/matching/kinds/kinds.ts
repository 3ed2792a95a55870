/** The shelf: comparison kinds by name. */
import { address } from './address.js'
import { date } from './date.js'
import { email } from './email.js'
import { exact } from './exact.js'
import { idNumber } from './id-number.js'
import type { Kind, KindName } from './kind.js'
import { name } from './name.js'
import { none } from './none.js'
import { number } from './number.js'
import { phone } from './phone.js'
import { postcode } from './postcode.js'
import { set } from './set.js'
import type { KindSettings } from './settings.js'
import { text } from './text.js'

export const KINDS: Readonly<Record<KindName, Kind>> = {
  exact,
  text,
  name,
  number,
  date,
  phone,
  id_number: idNumber,
  set,
  email,
  postcode,
  address,
  none,
}

const withSettings = new Map<string, Kind>()

/** The kind of a field, with what is said of it beside. */
export function kindOf({ kind, settings }: { readonly kind: KindName; readonly settings?: KindSettings | undefined }): Kind {
  const plain = KINDS[kind]
  if (!settings || !plain.with) return plain
  const key = `${kind} ${JSON.stringify(settings)}`
  const known = withSettings.get(key) ?? plain.with(settings)
  withSettings.set(key, known)
  return known
}
