/**
 * Tables of people with heavy errors, the same rows everywhere: clusters of 1 to 20 rows about one person each, names written in several columns
 * that hold each other, birth dates, places, postcodes, occupations; with short forms, typing mistakes, values of neighbours and values that are
 * missing.
 */
import { Choices } from './choices.ts'

type Row = Record<string, string>

export const GIVEN: readonly (readonly [name: string, sex: string, ...others: string[]])[] = [
  ['john', 'male', 'jack', 'johnny'],
  ['william', 'male', 'bill', 'will', 'willie'],
  ['thomas', 'male', 'tom', 'tommy'],
  ['george', 'male'],
  ['james', 'male', 'jim', 'jamie'],
  ['charles', 'male', 'charlie'],
  ['henry', 'male', 'harry', 'hal'],
  ['robert', 'male', 'bob', 'rob', 'robin'],
  ['edward', 'male', 'ted', 'ned', 'eddie'],
  ['richard', 'male', 'dick', 'rick'],
  ['joseph', 'male', 'joe'],
  ['arthur', 'male', 'art'],
  ['frederick', 'male', 'fred'],
  ['alfred', 'male', 'alf'],
  ['samuel', 'male', 'sam'],
  ['david', 'male', 'dave'],
  ['francis', 'male', 'frank'],
  ['walter', 'male', 'walt'],
  ['herbert', 'male', 'bert'],
  ['alexander', 'male', 'alex', 'sandy'],
  ['benjamin', 'male', 'ben'],
  ['peter', 'male'],
  ['philip', 'male', 'phil'],
  ['edmund', 'male', 'ed'],
  ['hugh', 'male'],
  ['ernest', 'male'],
  ['harold', 'male'],
  ['daniel', 'male', 'dan'],
  ['matthew', 'male', 'matt'],
  ['stephen', 'male', 'steve'],
  ['mary', 'female', 'molly', 'polly'],
  ['elizabeth', 'female', 'lizzie', 'betty', 'eliza'],
  ['anne', 'female', 'annie', 'nancy'],
  ['margaret', 'female', 'maggie', 'peggy'],
  ['sarah', 'female', 'sally'],
  ['jane', 'female'],
  ['catherine', 'female', 'kate', 'kitty'],
  ['alice', 'female'],
  ['florence', 'female', 'florrie'],
  ['dorothy', 'female', 'dolly'],
  ['edith', 'female'],
  ['eleanor', 'female', 'ellen', 'nell'],
  ['charlotte', 'female', 'lottie'],
  ['emily', 'female'],
  ['frances', 'female', 'fanny'],
]
export const STEMS =
  'ash ban bar bel bir blan bos brad bran brick burn cal car chad clay cliff cole cran crow dal den der dun eas ed ell farn fen fol gar gil glan grant had hal ham hart hath hay hol hor hux ing kel ken kir lam lan law leigh lin lock lon mal man mar mel mor nel nor oak old pal par pem pen pick pres quin rad ran rei ric ros rush rut sal san sel shel sher sim som stan stav sut tal tan thorn til tod tren twy ul val wal war wat wel wes whit wil win wood wor wyn'.split(
    ' ',
  )
const ENDS = 'ton ham ley ford by worth son field wood bury more well man er land wick stead ings den shaw'.split(' ')
const TITLES = ['sir', 'dr', 'lord', 'rev']
const SUFFIXES = ['1st baron', '2nd baronet', 'junior', 'senior', 'the elder', 'of the manor']
export const OCCUPATIONS =
  'politician writer painter engineer botanist cleric actor lawyer soldier sailor physician architect poet cricketer footballer journalist composer historian chemist merchant banker diplomat explorer zoologist geologist sculptor photographer teacher musician judge'.split(
    ' ',
  )
const VOWELS = 'aeiou'

export class Maker extends Choices {
  /** Low numbers more often: rank by inverse proportion. */
  skewed = (n: number) => Math.min(n - 1, Math.floor(n ** (this.next() / 2 ** 32)) - 1)
  word = () => this.pick(STEMS) + this.pick(ENDS)

  typo(text: string): string {
    const at = this.below(Math.max(1, text.length))
    const letter = String.fromCharCode(97 + this.below(26))
    switch (this.below(5)) {
      case 0:
        return text.slice(0, at) + letter + text.slice(at)
      case 1:
        return text.slice(0, at) + text.slice(at + 1)
      case 2:
        return text.slice(0, at) + letter + text.slice(at + 1)
      case 3:
        return at + 1 < text.length ? text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2) : text
      default:
        return text.replace(/[aeiou]/, this.pick([...VOWELS]))
    }
  }
}

export const two = (n: number) => String(n).padStart(2, '0')

/** @param count  rows, about */
export function people(count: number, seed = 7): Row[] {
  const make = new Maker(seed)
  const surnames = [...new Set(Array.from({ length: 4000 }, make.word))]
  const towns = Array.from({ length: 400 }, (_, i) => ({
    name: make.word(),
    county: `${STEMS[i % 40]}shire`,
    area: `${'abcdefghlmnprstw'[i % 16]}${'abdefhlnorstuwxy'[(i >> 4) % 16]}`,
  }))
  const rows: Row[] = []
  for (let person = 0; rows.length < count; person++) {
    const [given, sex, ...others] = make.chance(0.8) ? (GIVEN[make.skewed(30)] as (typeof GIVEN)[number]) : make.pick(GIVEN)
    const surname = surnames[make.skewed(surnames.length)] as string
    const middle = make.chance(0.4) ? make.pick(GIVEN)[0] : ''
    const year = 1600 + make.below(330)
    const birth = [year, 1 + make.below(12), 1 + make.below(28)] as const
    const town = towns[make.skewed(towns.length)] as (typeof towns)[number]
    const postcode = () => `${town.area}${1 + make.below(20)} ${make.below(10)}${make.pick([...'abdefghj'])}${make.pick([...'lnpqrstu'])}`
    const home = postcode()
    const occupation = make.chance(0.3) ? 'politician' : make.pick(OCCUPATIONS)
    const title = make.chance(0.15) ? make.pick(TITLES) : ''
    const suffix = make.chance(0.15) ? make.pick(SUFFIXES) : ''
    const size = 1 + make.below(make.chance(0.3) ? 20 : 12)
    for (let copy = 0; copy < size && rows.length < count; copy++) {
      const errors = copy === 0 ? 0 : make.pick([0.03, 0.1, 0.2, 0.3])
      const wrong = (factor = 1) => make.chance(errors * factor)
      let first = given
      let last = surname
      if (wrong(1.2) && others.length) first = make.pick(others)
      if (wrong(0.8)) first = make.typo(first)
      if (wrong(0.8)) last = make.typo(last)
      if (wrong(0.25)) first = first.slice(0, 1)
      if (wrong(0.2)) last = make.word()
      if (wrong(0.15) && middle) first = middle
      if (wrong(0.15)) [first, last] = [last, first]
      const full = [wrong() ? '' : title, first, wrong(2) ? '' : middle, last, wrong() ? '' : suffix].filter(Boolean).join(' ')
      let [y, m, d] = birth as readonly number[] as [number, number, number]
      if (wrong(0.5)) d = 1 + make.below(28)
      if (wrong(0.3)) y += make.below(9) - 4
      if (wrong(0.4)) [m, d] = [1, 1]
      if (wrong(0.2) && d <= 12) [m, d] = [d, m]
      let dob = `${y}-${two(m)}-${two(d)}`
      if (wrong(0.3)) dob = dob.replace(/\d(?=\D*$)/, String(make.below(10)))
      rows.push({
        id: `p${person}-${copy}`,
        cluster: `p${person}`,
        full_name: wrong(0.05) ? '' : full,
        first_and_surname: `${first} ${last}`,
        first_name: wrong(0.2) ? '' : first,
        surname: wrong(0.2) ? '' : last,
        dob: wrong(0.7) ? '' : dob,
        birth_place: wrong(0.8) ? '' : wrong(0.7) ? town.county : wrong(0.3) ? make.typo(town.name) : town.name,
        postcode: wrong(0.7) ? '' : wrong(1.2) ? postcode() : wrong(0.3) ? make.typo(home) : home,
        gender: wrong(0.4) ? '' : wrong(0.05) ? (sex === 'male' ? 'female' : 'male') : sex,
        occupation: wrong(1) ? '' : wrong(0.6) ? make.pick(OCCUPATIONS) : occupation,
      })
    }
  }
  return rows
}
