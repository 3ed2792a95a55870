/** Texts made up for tests: sentences from a small stock of words, in English and Chinese, and edits of them. */

/** A random number generator of 32 bits; equal seeds give equal numbers. */
export function createRandom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let x = Math.imul(state ^ (state >>> 15), 1 | state)
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32
  }
}

const ENGLISH =
  'river stone market lantern winter harbour quiet engine letter garden copper window thunder village signal orchard marble pocket saddle velvet compass anchor barley candle drum ember falcon glacier hammer island jacket kettle ladder meadow needle oyster parcel quarry ribbon sail timber umbrella valley wagon yarn zephyr'.split(
    ' ',
  )
const CHINESE = [
  ...'请问关于本市小区道路施工噪音扰民问题已经多次反映希望有部门尽快处理居民生活受影响夜间车辆停放学校周边环境卫生垃圾清运供水电费物业管理公交线路调整老人就医孩子上学',
]

export function createText(random: () => number, length: number, chinese = false): string {
  const stock = chinese ? CHINESE : ENGLISH
  const pick = () => stock[Math.floor(random() * stock.length)] as string
  return Array.from({ length }, (_, i) => pick() + (i % 11 === 10 ? (chinese ? '，' : '.') : '')).join(chinese ? '' : ' ')
}

/** Replaces a share of the words (or characters). */
export function edit(random: () => number, text: string, share: number): string {
  const chinese = !text.includes(' ')
  const parts = chinese ? [...text] : text.split(' ')
  const other = chinese ? CHINESE : ENGLISH
  return parts.map((part) => (random() < share ? (other[Math.floor(random() * other.length)] as string) : part)).join(chinese ? '' : ' ')
}
