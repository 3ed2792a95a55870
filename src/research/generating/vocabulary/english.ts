/** Rules in English that every topic shares. */
import { computed, type Rules, type Written, writtenRules } from '../grammar.js'
import type { Random } from '../random.js'
import english from './english.json' with { type: 'json' }

const FIRST =
  'Alder Birch Cold Dun East Fair Glen Haver Iron King Lin Mill North Oak Pel Quarr Red Stan Thorn Under West Wren Ash Brook'.split(' ')
const SECOND = 'ford ham bridge field wick ton mouth dale stead well bury holm minster gate combe worth'.split(' ')
const MONTHS = 'January February March April May June July August September October November December'.split(' ')

const townName = (random: Random) => random.pick(FIRST) + random.pick(SECOND)

export const ENGLISH: Rules = {
  town: computed(townName),
  date: computed((random) => `${random.between(1, 28)} ${random.pick(MONTHS)} ${random.between(2009, 2024)}`),
  month: computed((random) => random.pick(MONTHS)),
  share: computed((random) => `${random.between(3, 88)} ${random.chance(0.8) ? 'percent' : 'per cent'}`),
  ...writtenRules(english as Written),
}
