/**
 * Lists of products in Chinese, the same rows everywhere: several shops name the same thing in their own order and words, with promotional words
 * around it, the brand in Chinese, in Latin letters or missing, quantities in other units; and things that differ only in model, size, colour or
 * count stand side by side.
 */
import { Draws } from '../src/matching/sampling.ts'

type Row = Record<string, string>

const BRANDS: readonly (readonly [string, string])[] = [
  ['青禾', 'qinghe'],
  ['蓝杉', 'lanshan'],
  ['云岭', 'yunling'],
  ['北极熊', 'polarbear'],
  ['小鹿', 'deerlet'],
  ['海潮', 'haichao'],
  ['金穗', 'jinsui'],
  ['松果', 'pinecone'],
  ['晨曦', 'chenxi'],
  ['百川', 'baichuan'],
  ['雅居', 'yaju'],
  ['飞燕', 'feiyan'],
  ['三叶', 'sanye'],
  ['极光', 'aurora'],
  ['南山', 'nanshan'],
  ['星野', 'xingye'],
]
/** Category, words for the thing, features, and how it is measured. */
const THINGS: readonly (readonly [string, readonly string[], readonly string[], 'model' | 'volume' | 'weight' | 'size' | 'storage'])[] = [
  ['手机数码', ['智能手机', '手机', '5G手机'], ['双卡双待', '全网通', '大屏', '长续航', '快充', '拍照'], 'storage'],
  ['手机数码', ['蓝牙耳机', '无线耳机', '耳机'], ['降噪', '入耳式', '运动', '超长待机', '防水'], 'model'],
  ['家用电器', ['电饭煲', '电饭锅', '智能电饭煲'], ['不粘内胆', '预约定时', '多功能', 'IH加热'], 'model'],
  ['家用电器', ['空气净化器', '净化器'], ['除甲醛', '静音', '家用', '卧室'], 'model'],
  ['食品饮料', ['纯牛奶', '全脂纯牛奶', '牛奶'], ['高钙', '有机', '早餐', '低温'], 'volume'],
  ['食品饮料', ['矿泉水', '天然矿泉水', '饮用水'], ['弱碱性', '低钠', '家庭装'], 'volume'],
  ['食品饮料', ['坚果礼盒', '混合坚果', '每日坚果'], ['孕妇零食', '休闲', '无添加', '独立小包'], 'weight'],
  ['个护清洁', ['洗发水', '洗发露', '洗发乳'], ['去屑', '控油', '柔顺', '持久留香'], 'volume'],
  ['个护清洁', ['洗衣液', '浓缩洗衣液'], ['深层洁净', '薰衣草', '除菌', '机洗'], 'weight'],
  ['服饰鞋包', ['男士运动鞋', '跑步鞋', '运动鞋'], ['透气', '减震', '网面', '夏季', '轻便'], 'size'],
  ['服饰鞋包', ['双肩包', '背包', '电脑包'], ['大容量', '防泼水', '商务', '学生'], 'model'],
]
const COLOURS = ['黑色', '白色', '蓝色', '红色', '灰色', '粉色', '绿色']
const PROMOTIONS = [
  '【官方旗舰】',
  '正品',
  '包邮',
  '新品',
  '热卖',
  '限时特价',
  '【顺丰发货】',
  '送礼',
  '爆款',
  '2024新款',
  '厂家直销',
  '现货',
]

const LATIN = 'ABCDEFGHKLMNPRSTWXYZ'

/** @param count  rows, about */
export function products(count: number, seed = 11): Row[] {
  const draws = new Draws(seed)
  const below = (n: number) => draws.below(n)
  const chance = (p: number) => draws.next() < p * 2 ** 32
  const pick = <Item>(list: readonly Item[]): Item => list[below(list.length)] as Item
  const some = (list: readonly string[], share: number) => list.filter(() => chance(share))
  const shuffled = (list: string[]) => list.map((item) => [draws.next(), item] as const).sort((a, b) => a[0] - b[0])
  const rows: Row[] = []
  let product = 0
  while (rows.length < count) {
    // A family: one brand and thing in several variants.
    const brand = pick(BRANDS)
    const [category, names, features, measure] = pick(THINGS)
    const series = chance(0.6) ? pick(['Pro', 'Max', 'Air', 'Lite', '经典', '尊享', '悦', '清风']) : ''
    const letters = `${pick([...LATIN])}${chance(0.6) ? pick([...LATIN]) : ''}`
    const base = 10 + below(890)
    const own = some(features, 0.6)
    const price = 20 + below(3000)
    const variants = 1 + below(4)
    for (let variant = 0; variant < variants && rows.length < count; variant++, product++) {
      const model = ['model', 'storage', 'size'].includes(measure) ? `${letters}${base + variant * pick([1, 5, 10])}` : ''
      const amount =
        measure === 'volume'
          ? pick([200, 250, 400, 500, 750, 1000, 1500])
          : measure === 'weight'
            ? pick([250, 500, 750, 1000, 2000, 3000])
            : 0
      const pieces = amount && chance(0.6) ? pick([6, 10, 12, 24]) : 1
      const colour = ['model', 'storage', 'size'].includes(measure) && chance(0.5) ? pick(COLOURS) : ''
      const storage = measure === 'storage' ? pick([64, 128, 256, 512]) : 0
      const size = measure === 'size' ? 38 + below(7) : 0
      const cost = price + below(300)
      const copies = 1 + below(5)
      for (let copy = 0; copy < copies && rows.length < count; copy++) {
        const quantity = !amount
          ? ''
          : measure === 'volume'
            ? amount >= 1000 || (amount % 100 === 0 && chance(0.25))
              ? `${amount / 1000}${pick(['L', 'l', '升'])}`
              : `${amount}${pick(['ml', 'mL', '毫升'])}`
            : amount >= 1000
              ? pick([`${amount / 1000}kg`, `${amount / 1000}KG`, `${amount / 1000}千克`, `${amount}g`])
              : pick([`${amount}g`, `${amount}克`])
        const packed = pieces > 1 ? `${quantity}${pick(['*', 'x', '×', ' * '])}${pieces}${pick(['盒', '瓶', '袋', '', '件装'])}` : quantity
        const written = !model ? '' : pick([model, model, model.toLowerCase(), model.replace(/(\d)/, '-$1'), model.replace(/(\d)/, ' $1')])
        const maker = chance(0.12)
          ? ''
          : chance(0.5)
            ? brand[0]
            : chance(0.5)
              ? `${brand[0]}${brand[1].toUpperCase()}`
              : `${brand[0]}（${brand[1]}）`
        const things = [pick(names), ...some(own, 0.6)]
        const spec = [
          storage ? pick([`${storage}G`, `${storage}GB`]) : '',
          size ? pick([`${size}码`, `${size}`]) : '',
          chance(0.85) ? colour : '',
          packed,
        ]
        const body = chance(0.4) ? shuffled(things).map(([, item]) => item) : things
        const gap = chance(0.7) ? ' ' : ''
        const title = [
          ...some(PROMOTIONS, 0.08),
          maker,
          chance(0.9) ? series : '',
          chance(0.95) ? written : '',
          ...body,
          ...spec,
          ...some(PROMOTIONS, 0.06),
        ]
        rows.push({
          id: `t${product}-${copy}`,
          cluster: `t${product}`,
          // Letters of two words are not run together.
          title: title
            .filter(Boolean)
            .reduce((text, part) => text + (gap || (/[a-z]$/i.test(text) && /^[a-z]/i.test(part) ? ' ' : '')) + part, '')
            .trim(),
          brand: chance(0.25) ? '' : pick([brand[0], `${brand[0]}/${brand[1]}`, brand[1]]),
          price: chance(0.15) ? '' : (cost * (0.9 + below(20) / 100)).toFixed(chance(0.5) ? 2 : 0),
          category: chance(0.2) ? '' : category,
        })
      }
    }
  }
  return rows
}
