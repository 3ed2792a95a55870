/**
 * Lists of places with telephone numbers, the same rows everywhere: restaurants, shops and offices from several guides, with abbreviations, other
 * spellings and missing values; chains whose branches share a name, firms that share a house, numbers that were given out again, and the same in
 * Chinese.
 */
import { Choices } from './choices.ts'

type Row = Record<string, string>

const FIRST =
  'golden blue royal little old green lucky sunny silver corner river garden ocean village union maple crystal red happy grand'.split(' ')
const SECOND =
  'dragon lion kitchen table harbor palace oak rose bridge star moon spoon lantern anchor fox olive tiger pearl barn crown'.split(' ')
const TYPES: readonly (readonly string[])[] = [
  ['restaurant', 'rest', ''],
  ['cafe', 'coffee', ''],
  ['bar and grill', 'bar & grill', 'grill'],
  ['pharmacy', 'drug store', 'pharmacy inc'],
  ['bakery', '', 'bake shop'],
  ['hotel', 'hotel & suites', ''],
  ['dental clinic', 'dental', 'dentist'],
  ['auto repair', 'auto service', 'garage'],
]
const STREETS =
  'main oak park maple cedar pine lake hill washington elm view church spring river mill center union north prospect high'.split(' ')
const KINDS: readonly (readonly string[])[] = [
  ['street', 'st', 'st.', 'str'],
  ['avenue', 'ave', 'ave.', 'av'],
  ['road', 'rd', 'rd.'],
  ['boulevard', 'blvd', 'blvd.'],
  ['drive', 'dr', 'dr.'],
]
const CITIES: readonly (readonly string[])[] = [
  ['springfield'],
  ['saint paul', 'st paul', 'st. paul'],
  ['new haven'],
  ['los angeles', 'la'],
  ['fort worth', 'ft worth', 'ft. worth'],
  ['riverside'],
  ['oakland'],
  ['san jose'],
]
const FIRST_ZH = ['金', '老', '新', '大', '小', '福', '鸿', '顺', '永', '聚', '德', '品', '万', '天']
const SECOND_ZH = ['香', '味', '源', '兴', '宾', '和', '盛', '华', '园', '泰', '丰', '来', '记', '景']
const TYPES_ZH: readonly (readonly string[])[] = [
  ['饭店', '餐馆', '酒楼'],
  ['火锅店', '火锅'],
  ['面馆', '面店'],
  ['大药房', '药店'],
  ['宾馆', '酒店'],
  ['超市', '便利店'],
]
const CITIES_ZH = ['杭州', '宁波', '温州', '绍兴', '嘉兴', '金华']
const ROADS_ZH = ['解放', '人民', '中山', '建设', '文化', '环城', '延安', '和平', '学院', '滨江', '迎宾', '朝阳']

/** @param count  rows, about */
export function places(count: number, seed = 13): Row[] {
  const { pick, chance, below } = new Choices(seed)
  const typo = (text: string) => {
    const at = 1 + below(Math.max(1, text.length - 1))
    return chance(0.5)
      ? text.slice(0, at) + text.slice(at + 1)
      : text.slice(0, at) + String.fromCharCode(97 + below(26)) + text.slice(at + 1)
  }
  const digits = (n: number) => Array.from({ length: n }, () => below(10)).join('')
  const given: string[] = []
  const chains = Array.from({ length: 12 }, () => [`${pick(FIRST)} ${pick(SECOND)}`, pick(TYPES)] as const)
  const chainsZh = Array.from({ length: 8 }, () => [`${pick(FIRST_ZH)}${pick(SECOND_ZH)}${pick(SECOND_ZH)}`, pick(TYPES_ZH)] as const)
  const rows: Row[] = []
  for (let place = 0; rows.length < count; place++) {
    const chinese = chance(0.4)
    const [name, type] = chinese
      ? chance(0.25)
        ? pick(chainsZh)
        : [`${pick(FIRST_ZH)}${pick(SECOND_ZH)}${chance(0.5) ? pick(SECOND_ZH) : ''}`, pick(TYPES_ZH)]
      : chance(0.25)
        ? pick(chains)
        : [
            chance(0.4) ? `${pick(FIRST)} ${pick(FIRST)}${pick(['man', 'ton', 'well', "'s"])}` : `${pick(FIRST)} ${pick(SECOND)}`,
            pick(TYPES),
          ]
    const city = pick(CITIES)
    const cityZh = pick(CITIES_ZH)
    const number = 1 + below(chance(0.5) ? 200 : 4000)
    const street = pick(STREETS)
    const kind = pick(KINDS)
    const side = chance(0.3) ? pick(['north', 'south', 'east', 'west']) : ''
    const road = pick(ROADS_ZH)
    const area = chinese ? `05${70 + CITIES_ZH.indexOf(cityZh)}` : `${310 + CITIES.indexOf(city) * 37}`
    let local = chinese ? `8${digits(7)}` : `${200 + below(700)}${digits(4)}`
    if (given.length && chance(0.04)) local = pick(given).slice(-local.length)
    given.push(local)
    const central = chance(0.03) ? `400${digits(7)}` : ''
    const copies = 1 + below(4)
    for (let copy = 0; copy < copies && rows.length < count; copy++) {
      const shown = chance(0.08) ? typo(name) : name
      const phone = central
        ? central
        : chinese
          ? pick([`${area}-${local}`, `(${area})${local}`, `+86 ${area.slice(1)} ${local}`, local])
          : pick([
              `${area}-${local.slice(0, 3)}-${local.slice(3)}`,
              `(${area}) ${local.slice(0, 3)}-${local.slice(3)}`,
              `${area}/${local.slice(0, 3)}-${local.slice(3)}`,
              `+1 ${area} ${local.slice(0, 3)} ${local.slice(3)}`,
            ])
      const branch = chance(0.2) ? (chinese ? `(${road}店)` : ` - ${street}`) : ''
      const title = chinese
        ? `${chance(0.2) ? cityZh : ''}${shown}${pick(type)}${branch}`
        : `${chance(0.1) ? 'the ' : ''}${shown} ${pick(type)}${branch}`
      const house = chance(0.06) ? number + below(20) : number
      const address = chinese
        ? `${chance(0.4) ? `${cityZh}市` : ''}${road}路${house}号${chance(0.2) ? `${1 + below(5)}楼` : ''}`
        : `${house} ${side && chance(0.8) ? `${chance(0.5) ? side : side[0]} ` : ''}${chance(0.05) ? typo(street) : street} ${pick(kind)}${chance(0.15) ? ` suite ${1 + below(300)}` : ''}`
      rows.push({
        id: `s${place}-${copy}`,
        cluster: `s${place}`,
        name: title.trim(),
        address: chance(0.06) ? '' : address,
        city: chance(0.08) ? '' : chinese ? (chance(0.5) ? cityZh : `${cityZh}市`) : pick(city),
        phone: chance(0.15) ? '' : chance(0.05) ? `${area}-${digits(local.length)}` : phone,
      })
    }
  }
  return rows
}
