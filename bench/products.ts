/**
 * Lists of products in Chinese, the same rows everywhere: several shops name the same thing in their own order and words, with promotional words
 * around it, the brand in Chinese, in Latin letters or missing, quantities in other units; and things that differ only in model, size, colour or
 * count stand side by side. No two products are alike in everything that a shop could state: what nothing tells apart is one product.
 */
import { Choices } from './choices.ts'
import { BRANDS, COLOURS, type Measure, PROMOTIONS, SERIES, THINGS } from './products-words.ts'

type Row = Record<string, string>

const LATIN = [...'ABCDEFGHKLMNPRSTWXYZ']
const AMOUNTS: Readonly<Partial<Record<Measure, readonly number[]>>> = {
  volume: [200, 250, 400, 500, 750, 1000, 1500, 1800],
  weight: [80, 100, 250, 500, 750, 1000, 2000, 2500, 5000],
  length: [40, 60, 80, 100, 120, 150, 200],
}

/** What makes a product itself. */
interface Product {
  readonly brand: readonly [string, string]
  readonly thing: (typeof THINGS)[number]
  readonly series: string
  readonly features: readonly string[]
  readonly model: string
  readonly amount: number
  readonly pieces: number
  readonly storage: number
  readonly size: number
  readonly colour: readonly string[]
  readonly price: number
}

class Shop extends Choices {
  some = (list: readonly string[], share: number) => list.filter(() => this.chance(share))
  shuffled = (list: readonly string[]) =>
    list
      .map((item) => [this.next(), item] as const)
      .sort((a, b) => a[0] - b[0])
      .map(([, item]) => item)

  /** One brand and thing in several variants. */
  family(): Product[] {
    const { pick, chance, below } = this
    const brand = chance(0.6) ? pick(BRANDS.slice(0, 14)) : pick(BRANDS)
    const thing = pick(THINGS)
    const [, , all, measure] = thing
    const series = chance(0.6) ? pick(SERIES) : ''
    const letters = `${pick(LATIN)}${chance(0.6) ? pick(LATIN) : ''}`
    const base = 10 + below(890)
    const coded = measure === 'model' || measure === 'storage' || measure === 'size' || chance(0.15)
    const price = Math.round(10 ** (1.2 + below(2000) / 1000))
    return Array.from({ length: 1 + below(4) }, (_, variant) => ({
      brand,
      thing,
      series,
      features: this.some(all, 0.6),
      model: coded ? `${letters}${base + variant * pick([0, 1, 5, 10])}` : '',
      amount: AMOUNTS[measure] ? pick(AMOUNTS[measure]) : 0,
      pieces: ['食品饮料', '个护清洁'].includes(thing[0]) && chance(0.5) ? pick([6, 10, 12, 24]) : 1,
      colour: ['model', 'storage', 'size', 'length'].includes(measure) && chance(0.5) ? pick(COLOURS) : [],
      storage: measure === 'storage' ? pick([64, 128, 256, 512]) : 0,
      size: measure === 'size' ? 36 + below(9) : 0,
      price: price * (1 + below(30) / 100),
    }))
  }

  quantity({ amount, pieces, thing }: Product): string {
    const { pick, chance } = this
    if (!amount) return ''
    const large = amount >= 1000
    const written =
      thing[3] === 'volume'
        ? large || (amount % 100 === 0 && chance(0.25))
          ? `${amount / 1000}${pick(['L', 'l', '升'])}`
          : `${amount}${pick(['ml', 'mL', 'ML', '毫升'])}`
        : thing[3] === 'length'
          ? chance(0.3)
            ? `${amount / 100}${pick(['m', '米'])}`
            : `${amount}${pick(['cm', 'CM', '厘米'])}`
          : large
            ? pick([`${amount / 1000}kg`, `${amount / 1000}KG`, `${amount / 1000}千克`, `${amount}g`, `${amount / 500}斤`])
            : pick([`${amount}g`, `${amount}克`])
    if (pieces === 1) return written
    const unit = pick(['盒', '瓶', '袋', '', '件装', '包'])
    return chance(0.15) ? `${written} ${pieces}${unit || '件'}` : `${written}${pick(['*', 'x', '×', ' * ', 'X'])}${pieces}${unit}`
  }

  title(product: Product): string {
    const { pick, chance, some } = this
    const { brand, thing, series, features, model, storage, size, colour } = product
    const written = !model ? '' : pick([model, model, model.toLowerCase(), model.replace(/(\d)/, '-$1'), model.replace(/(\d)/, ' $1')])
    const maker = chance(0.12)
      ? ''
      : pick([
          brand[0],
          brand[0],
          brand[1],
          `${brand[0]}${brand[1].toUpperCase()}`,
          `${brand[0]}（${brand[1]}）`,
          `${brand[1]}/${brand[0]}`,
        ])
    const things = [pick(thing[1]), ...some(features, 0.6)]
    const spec = [
      storage ? pick([`${storage}G`, `${storage}GB`]) : '',
      size ? pick([`${size}码`, `${size}`]) : '',
      colour.length && chance(0.85) ? pick(colour) : '',
      this.quantity(product),
    ]
    const parts = [
      ...some(PROMOTIONS, 0.07),
      maker,
      chance(0.9) ? series : '',
      chance(0.95) ? written : '',
      ...(chance(0.4) ? this.shuffled(things) : things),
      ...(chance(0.2) ? this.shuffled(spec) : spec),
      ...some(PROMOTIONS, 0.05),
    ]
    const gap = chance(0.6) ? ' ' : ''
    // Letters of two words are not run together.
    const joint = (text: string, part: string) => (gap || (/[a-z\d]$/i.test(text) && /^[a-z\d]/i.test(part) ? ' ' : '')) + part
    return parts
      .filter(Boolean)
      .reduce((text, part) => text + joint(text, part), '')
      .trim()
  }
}

function* listings(count: number, seed: number): Generator<{ shop: Shop; product: Product; cluster: string; copy: number }> {
  const shop = new Shop(seed)
  const known = new Set<string>()
  let rows = 0
  for (let number = 0; rows < count; )
    for (const product of shop.family()) {
      const { price: _, features: __, ...own } = product
      const itself = JSON.stringify(own)
      if (known.has(itself)) continue
      known.add(itself)
      const copies = 1 + shop.below(5)
      for (let copy = 0; copy < copies && rows < count; copy++, rows++) yield { shop, product, cluster: `t${number}`, copy }
      number++
    }
}

/** Offers with brand, price and category. @param count  rows */
export function products(count: number, seed = 11): Row[] {
  return Array.from(listings(count, seed), ({ shop, product, cluster, copy }) => {
    const { brand, price, thing } = product
    return {
      id: `${cluster}-${copy}`,
      cluster,
      title: shop.title(product),
      brand: shop.chance(0.25) ? '' : shop.pick([brand[0], `${brand[0]}/${brand[1]}`, brand[1]]),
      price: shop.chance(0.15) ? '' : (price * (0.9 + shop.below(20) / 100)).toFixed(shop.chance(0.5) ? 2 : 0),
      category: shop.chance(0.2) ? '' : thing[0],
    }
  })
}

/** Offers with hardly more than a title: no brand, a shop, a price that varies more. @param count  rows */
export function goods(count: number, seed = 17): Row[] {
  const shops = ['数码专营店', '官方旗舰店', '优选超市', '百货批发', '生活馆', '好物铺子']
  return Array.from(listings(count, seed), ({ shop, product, cluster, copy }) => ({
    id: `${cluster}-${copy}`,
    cluster,
    商品名称: shop.title(product),
    单价: shop.chance(0.1) ? '' : `${shop.chance(0.3) ? '￥' : ''}${(product.price * (0.8 + shop.below(40) / 100)).toFixed(2)}`,
    店铺: shop.pick(shops),
    规格: shop.chance(0.5) ? '' : shop.quantity(product),
  }))
}
