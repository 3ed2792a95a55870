/** Rows about people, two for each: the second with a typing mistake, some without a birth date. */
import { Draws } from '../../src/matching/sampling.js'

const SYLLABLES = ['ta', 'mi', 'ro', 'su', 'le', 'ka', 'no', 'bi', 'da']

export interface Person {
  /** The number of the person, and a or b. */
  readonly no: string
  readonly name: string
  readonly born: string | null
  readonly town: string
  readonly phone: string
}

export function peopleTwice(people: number, seed = 20): Person[] {
  const draws = new Draws(seed)
  const word = () => Array.from({ length: 2 + draws.below(2) }, () => SYLLABLES[draws.below(SYLLABLES.length)]).join('')
  const towns = Array.from({ length: 200 }, word)
  return Array.from({ length: people }, (_, person) => {
    const name = `${word()} ${word()}${word()}`
    const born = `19${10 + draws.below(89)}-0${1 + draws.below(9)}-1${draws.below(9)}`
    const town = towns[draws.below(towns.length)] as string
    const one = { no: `${person}a`, name, born, town, phone: `6${1e6 + draws.below(9e6)}` }
    const two = { ...one, no: `${person}b`, name: name.slice(0, 3) + name.slice(4) }
    return [one, { ...two, ...(draws.below(3) ? {} : { born: null }), ...(draws.below(9) ? {} : { phone: '1' }) }]
  }).flat()
}
