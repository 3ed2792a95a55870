/**
 * Persons of old registers, harder than bench/people.ts, the same rows everywhere: 1 to 20 rows about one person, the later the worse. The surname is
 * the last word of whatever was left of the full name, so that it turns into a title's place; families share surname, town and even given names;
 * days of birth that nobody knows are the first of January; a place is a town, its parish or its county; occupations are several; whole rows lose
 * most of what they had.
 */
import { GIVEN, Maker, OCCUPATIONS, STEMS, two } from './people.ts'

type Row = Record<string, string>

const RANKS = ['baron', 'baronet', 'earl', 'viscount']
const HONOURS = ['sir', 'dr', 'lord', 'rev', 'captain']

/** @param count  rows */
export function historical(count: number, seed = 23): Row[] {
  const make = new Maker(seed)
  const { pick, chance, below } = make
  const surnames = [...new Set(Array.from({ length: 5000 }, make.word))]
  const towns = Array.from({ length: 500 }, (_, i) => ({
    names: [make.word(), make.word(), `${STEMS[i % 45]}shire`],
    area: `${pick([...'abcdefghlmnprstw'])}${pick([...'abdefhlnorstuwxy'])}`,
  }))
  const rows: Row[] = []
  let family = { surname: '', town: towns[0] as (typeof towns)[number], given: '' }
  for (let person = 0; rows.length < count; person++) {
    const kin = family.surname !== '' && chance(0.12)
    const [own, sex, ...others] = chance(0.8) ? (GIVEN[make.skewed(30)] as (typeof GIVEN)[number]) : pick(GIVEN)
    const given = kin && sex === 'male' && chance(0.4) && family.given ? family.given : own
    const surname = kin ? family.surname : (surnames[make.skewed(surnames.length)] as string)
    const town = kin ? family.town : (towns[make.skewed(towns.length)] as (typeof towns)[number])
    family = { surname, town, given: sex === 'male' ? given : family.given }
    const middle = chance(0.45) ? pick(GIVEN)[0] : ''
    const noble = chance(0.12) ? `${1 + below(9)}th ${pick(RANKS)}${chance(0.6) ? ` of ${chance(0.5) ? surname : make.word()}` : ''}` : ''
    const honour = chance(0.2) ? pick(HONOURS) : ''
    const year = 1550 + below(400)
    const birth = chance(0.25) ? [year, 1, 1] : [year, 1 + below(12), 1 + below(28)]
    const postcode = () => `${town.area}${1 + below(20)} ${below(10)}${pick([...'abdefghj'])}${pick([...'lnpqrstu'])}`
    const home = postcode()
    const works = Array.from({ length: 1 + below(3) }, () => (chance(0.3) ? 'politician' : pick(OCCUPATIONS)))
    const alias = chance(0.08) ? `${pick(GIVEN)[0]} ${make.word()}` : ''
    const size = 1 + below(pick([4, 12, 20]))
    for (let copy = 0; copy < size && rows.length < count; copy++) {
      const errors = copy === 0 ? 0 : (copy / size) * pick([0.1, 0.3, 0.5])
      const lost = (factor = 1) => chance(errors * factor)
      let first = lost(0.8) && others.length ? pick(others) : given
      if (lost(0.6)) first = make.typo(first)
      if (lost(0.3)) first = first.slice(0, 1)
      const last = lost(0.6) ? make.typo(surname) : surname
      let words = [lost() ? '' : honour, first, lost(1.2) ? '' : middle, last, lost() ? '' : noble].filter(Boolean).join(' ').split(' ')
      if (alias && lost(1.2)) words = alias.split(' ')
      words = words.filter((_, i) => i === 0 || !lost(0.25))
      if (words.length > 1 && lost(0.15)) words.reverse()
      const named = HONOURS.includes(words[0] as string) && words.length > 1 ? words.slice(1) : words
      const [shown, ending] = [named[0] as string, named[named.length - 1] as string]
      let [y, m, d] = birth as [number, number, number]
      if (lost(0.4)) d = 1 + below(28)
      if (lost(0.4)) [m, d] = [1, 1]
      if (lost(0.35)) y += below(9) - 4
      let dob = `${y}-${two(m)}-${two(d)}`
      if (lost(0.3)) dob = dob.replace(/\d(?=\D*$)/, String(below(10)))
      const unnamed = lost(0.12)
      rows.push({
        id: `h${person}-${copy}`,
        cluster: `h${person}`,
        full_name: unnamed ? '' : words.join(' '),
        first_and_surname: unnamed ? '' : `${shown} ${ending}`,
        first_name: unnamed || lost(0.2) ? '' : shown,
        surname: unnamed || lost(0.2) ? '' : ending,
        dob: lost(0.9) ? '' : dob,
        birth_place: lost(0.9) ? '' : lost(1) ? pick(town.names) : (town.names[0] as string),
        postcode: lost(0.8) ? '' : lost(1.4) ? postcode() : home,
        gender: lost(0.6) ? '' : lost(0.05) ? (sex === 'male' ? 'female' : 'male') : sex,
        occupation: lost(0.9) ? '' : lost(1.5) ? pick(works) : (works[0] as string),
      })
    }
  }
  return rows
}
