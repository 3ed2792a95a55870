/** Rules in Chinese that every topic shares. Places, people and firms are put together by chance; nobody is meant. */
import { computed, type Rules, type Written, writtenRules } from '../grammar.js'
import type { Random } from '../random.js'
import chinese from './chinese.json' with { type: 'json' }

const FIRST = [...'云锦松清金玉青宏东华南明瑞安柳梅长新石白丰嘉和春福海龙景桂翠']
const SECOND = [...'溪湖泉岭桥苑滨林河山塘岗坪湾庭港田坡浦洲关台原园']
const GIVEN = [...'伟芳秀敏静丽强磊军洋艳勇杰娟涛超霞平刚桂英华玲飞红建文辉力明永健世广志义兴良海山仁波']
const SURNAMES = [...'王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕']

const placeName = (random: Random) => random.pick(FIRST) + random.pick(SECOND)

export const personName = (random: Random) => random.pick(SURNAMES) + random.pick(GIVEN) + (random.chance(0.7) ? random.pick(GIVEN) : '')

export const districtName = (random: Random) => `${placeName(random)}${random.pick(['区', '区', '县', '新区'])}`

/** Eleven digits in the form of a mobile number, out of a range that is given to nobody. */
export const phoneNumber = (random: Random) =>
  `12${String(random.below(1e5)).padStart(5, '0')}${String(random.below(1e4)).padStart(4, '0')}`

export const CHINESE: Rules = {
  place2: computed(placeName),
  street: computed((random) => `${placeName(random)}${random.pick(['路', '街', '大道', '巷', '东路', '西街', '北路', '南街'])}`),
  community: computed(
    (random) => `${placeName(random)}${random.pick(['小区', '花园', '家园', '苑', '新村', '社区', '公馆', '名城', '华庭'])}`,
  ),
  district: computed(districtName),
  person: computed(personName),
  surname: computed((random) => random.pick(SURNAMES)),
  phone: computed(phoneNumber),
  date: computed((random) => `${random.between(2019, 2024)}年${random.between(1, 12)}月${random.between(1, 28)}日`),
  day: computed((random) => `${random.between(1, 12)}月${random.between(1, 28)}日`),
  money: computed((random) => `${random.between(3, 980)}${random.pick(['00元', '0元', '万元', '余元', '000元'])}`),
  share: computed((random) =>
    random.chance(0.5)
      ? `百分之${random.pick([...'三五六七八九'])}十${random.pick([...'一二四五七八'])}`
      : `${random.between(3, 96)}.${random.below(10)}%`,
  ),
  ...writtenRules(chinese as Written),
}
