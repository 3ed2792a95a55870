/** What fields files say of a field beside its kind, checked: values, and whether the kind knows them. */
import { KINDS_WITH } from '../../matching/kinds/kind.js'
import {
  DATE_ORDERS,
  DECIMAL_MARKS,
  type KindSettings,
  NAME_DISTANCES,
  READINGS,
  SETTING_NAMES,
  shareOf,
  TEXT_MEASURES,
} from '../../matching/kinds/settings.js'

const oneOf = (names: readonly string[]) =>
  [(value: unknown) => names.some((name) => name === value), names.map((name) => `"${name}"`).join(', ')] as const

const isLevels = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= MOST_LEVELS &&
  value.every((from, i) => typeof from === 'number' && from > 0 && from < (i ? value[i - 1] : 1))

/** A pair of levels is one number of 64 where comparisons are remembered, and texts have four for each. */
const MOST_LEVELS = 12

type Check = readonly [check: (value: unknown) => boolean, expected: string]

export const SETTING_CHECKS: { readonly [Name in keyof KindSettings]-?: Check } = {
  tolerance: [
    (value) => (typeof value === 'number' ? value > 0 && Number.isFinite(value) : (shareOf(value) ?? 0) > 0),
    'a number above 0 (an amount, or days), or of a number a share like "2 %"',
  ],
  levels: [isLevels, `a list of at most ${MOST_LEVELS} similarities below 1 and above 0, the highest first`],
  measure: oneOf(TEXT_MEASURES),
  distance: oneOf(NAME_DISTANCES),
  reading: oneOf(READINGS),
  order: oneOf(DATE_ORDERS),
  decimal: oneOf(DECIMAL_MARKS),
}

/** @param refuse  throws */
export function checkSettings(name: string, spec: KindSettings & { readonly kind?: string }, refuse: (what: string) => never): void {
  const { kind } = spec
  const given = SETTING_NAMES.filter((setting) => spec[setting] !== undefined)
  for (const setting of given) {
    const kinds = KINDS_WITH[setting]
    if (!kinds.some((known) => known === kind))
      refuse(
        `field "${name}": "${setting}" is for the kind ${kinds.map((known) => `"${known}"`).join(', ')}, and the kind is ${kind === undefined ? 'not stated' : `"${kind}"`}`,
      )
  }
  if (kind === 'date' && typeof spec.tolerance === 'string') refuse(`field "${name}": the "tolerance" of a date is a number of days`)
}
