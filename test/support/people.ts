/** A table of people of whom some come again, changed: rows to hold against each other field by field. */
import { createRandom } from './texts.js'

export interface Person {
  readonly id: number
  readonly given: string
  readonly family: string
  readonly born: string | null
  readonly phone: string | null
  readonly passport: string | null
  readonly town: string
}

const GIVEN = 'Anna Bruno Clara Dmitri Elena Farid Greta Hugo Ines Jakob Karla Leon Mira Nils Olga Pavel Ruth Samir Tessa Ulf'.split(' ')
const FAMILY =
  'Berger Castell Dreher Ebner Falk Gruber Hauser Ilic Jansen Koller Lindner Marek Novak Ortner Pichler Reiter Sailer Tober Urban Wagner'.split(
    ' ',
  )
const TOWNS = ['Graz', 'Linz', 'Steyr', 'Wels', 'Krems', 'Baden', 'Villach', 'Hallein']

/** Every field with a kind whose comparison needs no column. */
export const PEOPLE_FIELDS = {
  fields: {
    given: { kind: 'name', weight: 2 },
    family: { kind: 'name', weight: 3 },
    born: { kind: 'date', weight: 2 },
    phone: { kind: 'phone', weight: 1.5 },
    passport: { kind: 'id_number', weight: 1 },
    town: { kind: 'exact', weight: 0.5 },
  },
} as const

/** Rows of which about every third is an earlier one with up to two fields mistyped, missing or other. */
export function peopleOf(seed: number, count: number): Person[] {
  const random = createRandom(seed)
  const below = (end: number) => Math.floor(random() * end)
  const digits = (length: number) => Array.from({ length }, () => below(10)).join('')
  const pick = (list: readonly string[]) => list[below(list.length)] as string
  const mistyped = (text: string) => {
    const at = 1 + below(text.length - 1)
    return `${text.slice(0, at)}${/\d/.test(text[at] as string) ? below(10) : pick([...'aeinorst'])}${text.slice(at + 1)}`
  }
  const fresh = (): Omit<Person, 'id'> => ({
    given: pick(GIVEN),
    family: pick(FAMILY) + pick(['', '', 'er', 'mann', 's']),
    born: `${1940 + below(65)}-${String(1 + below(12)).padStart(2, '0')}-${String(1 + below(28)).padStart(2, '0')}`,
    phone: random() < 0.8 ? `0664 ${digits(7)}` : null,
    passport: random() < 0.8 ? `P${digits(8)}` : null,
    town: pick(TOWNS),
  })
  const changes: readonly ((person: Omit<Person, 'id'>) => Partial<Person>)[] = [
    ({ given }) => ({ given: mistyped(given) }),
    ({ family }) => ({ family: mistyped(family) }),
    () => ({ born: null }),
    ({ phone }) => ({ phone: phone && mistyped(phone) }),
    () => ({ phone: `0676 ${digits(7)}` }),
    () => ({ passport: null }),
    () => ({ town: pick(TOWNS) }),
  ]
  const people: Person[] = []
  for (let id = 1; id <= count; id++) {
    let person = fresh()
    if (people.length && random() < 0.35) {
      const { id: _, ...earlier } = people[below(people.length)] as Person
      person = earlier
      for (let i = below(3); i > 0; i--) person = { ...person, ...(changes[below(changes.length)] as (typeof changes)[number])(person) }
    }
    people.push({ id, ...person })
  }
  return people
}
