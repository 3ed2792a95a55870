/** Letters to an office, written for tests: a few matters, each told several times with small changes. */
import { createRandom } from '../texts.js'

export interface Letter {
  readonly id: string
  readonly title: string
  readonly text: string
}

const MATTERS = [
  '小区北门外的道路破损已经三个月，路面有多处深坑，下雨后积水严重，老人和孩子出行很不安全。我们曾两次向街道办反映，工作人员到现场看过，至今没有修复。',
  '楼下餐馆每天营业到凌晨，油烟和噪音直接影响楼上居民休息。物业多次劝说没有效果，油烟管道正对着居民窗户，家里有刚出生的婴儿，希望有关部门尽快处理。',
  '我们村的自来水从去年冬天开始经常停水，有时一停就是两天，村民只能到邻村挑水。供水站说管道老化，一直说要更换，到现在没有动工，请上级督促解决。',
  '单位拖欠工资已经五个月，涉及工人三十二名，合计金额十八万元。项目负责人先说等工程款，后来电话也不接，我们已经向劳动监察部门投诉过一次，没有结果。',
  '学校门前的红绿灯坏了两个星期，上学放学时车辆很多，家长只能自己下车指挥。已经发生过一次剐蹭，幸好没有人受伤，请交警部门尽快维修，并安排人员疏导。',
] as const
const NAMES = ['幸福里', '东方花园', '柳林', '河西', '新民', '光明']

/**
 * Letters about some matters; of each group one was written first, and the others differ in a date, a number or a closing.
 *
 * @param groups  matters of their own, each with two to four letters
 */
export function letters(groups: number, seed = 1): Letter[] {
  const random = createRandom(seed)
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
  const all: Letter[] = []
  for (let group = 0; group < groups; group++) {
    const place = `${pick(NAMES)}${group + 1}号`
    const matter = MATTERS[group % MATTERS.length] as string
    // What tells matters of one kind apart.
    const own = Array.from({ length: 12 }, () => String.fromCodePoint(0x4e00 + Math.floor(random() * 8000))).join('')
    const body = `尊敬的领导：我是${place}居民。${matter}补充情况：${own}，${[...own].reverse().join('')}。`
    const size = 2 + Math.floor(random() * 3)
    for (let i = 0; i < size; i++) {
      const day = 1 + Math.floor(random() * 28)
      all.push({
        id: `信${group + 1}-${i + 1}`,
        title: `${place}来信`,
        text: `${body}写于2025年${1 + (group % 12)}月${day}日。${i % 2 ? '盼复。' : '此致敬礼。'}`,
      })
    }
  }
  return all
}

/** Texts of forty words, of which no two are alike: a run of many takes its time. */
export const unlikeTexts = (count: number): { readonly id: number; readonly text: string }[] =>
  Array.from({ length: count }, (_, i) => ({
    id: i,
    text: Array.from({ length: 40 }, (_, j) => ((i * 7919 + j * 104_729) % 1_299_709).toString(36)).join(' '),
  }))
