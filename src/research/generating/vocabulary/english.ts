/** Rules in English that every topic shares. */
import { computed, phrases, type Rules, words } from '../grammar.js'
import type { Random } from '../random.js'

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
  institute: phrases(
    '{town} University, the {town} Institute, the national audit office, a research group from {town}, the {town} Foundation',
  ),
  role: phrases(
    'a spokesman, one of the authors, a local official, the head of the study, a long-time observer, one participant, a former adviser, the mayor of {town}, an engineer from {town}',
  ),
  said: words('said argued noted admitted added explained insisted recalled warned suggested'),
  good: words('useful clear steady surprising modest remarkable visible lasting'),
  slowly: words('slowly quickly steadily quietly gradually suddenly visibly everywhere thoroughly'),
  also: phrases('At the same time, Moreover, In addition, Besides, Meanwhile, On top of this, Elsewhere, Not far away'),
  but: phrases('However, But, Still, Nevertheless, Even so, Yet, All the same'),
  so: phrases('As a result, Therefore, For this reason, Consequently, That is why'),
  many: phrases('many, some, most, several, a few, quite a number'),
  study: phrases(
    'a survey, a report, the latest census, a field study, an inquiry, a comparison of {4-60} towns, an experiment, a review of {20-400} cases',
  ),
  journal: phrases('Public Affairs Review, {town} Papers, Notes on Society, Applied Studies, The {town} Quarterly, Annals of Practice'),
  shows: words('shows suggests finds confirms concludes indicates reveals'),
  years: phrases(
    'in recent years, over the past decade, since {2001-2019}, this {spring|summer|autumn|winter}, for {3-30} years, between {2001-2010} and {2011-2022}',
  ),
}
