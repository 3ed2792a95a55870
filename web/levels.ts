/** Names of the levels at which values of fields are alike, as words of both pages; names that are not here are of the data. */
export const LEVELS = {
  'level-equal': ['equal', '相等'],
  'level-nearly equal': ['nearly equal', '几乎相等'],
  'level-mostly equal': ['mostly equal', '大部分相等'],
  'level-half equal': ['half equal', '一半相等'],
  'level-partly equal': ['partly equal', '部分相等'],
  'level-little equal': ['little equal', '少量相等'],
  'level-close': ['close', '相近'],
  'level-similar': ['similar', '相似'],
  'level-alike': ['alike', '相像'],
  'level-unlike': ['unlike', '不同'],
  'level-another is likelier': ['another is likelier', '另有更可能的一行'],
  'level-one digit': ['one digit', '差一位数字'],
  'level-one place': ['one place', '差一位'],
  'level-two places': ['two places', '差两位'],
  'level-last digits equal': ['last digits equal', '末几位相等'],
  'level-last places equal': ['last places equal', '末几位相等'],
  'level-same year': ['same year', '同年'],
  'level-same day and month': ['same day and month', '同月同日'],
  'level-day and month swapped': ['day and month swapped', '月日颠倒'],
  'level-within a year': ['within a year', '相差一年内'],
  'level-within ten years': ['within ten years', '相差十年内'],
  'level-same area': ['same area', '同一地区'],
  'level-same domain': ['same domain', '同一域名'],
  'level-same part': ['same part', '同一部分'],
  'level-not compared': ['not compared', '未比较'],
} as const satisfies Readonly<Record<string, readonly [en: string, zh: string]>>

/** The name of a level in the language of the page. */
export const levelIn = (level: string, say: (word: keyof typeof LEVELS) => string): string => {
  const word = `level-${level}`
  return Object.hasOwn(LEVELS, word) ? say(word as keyof typeof LEVELS) : level
}

/** Bits with their sign; nothing has none. @example signed(-0.04) // '0.0' */
export function signed(bits: number): string {
  const size = Math.abs(bits).toFixed(1)
  return size === '0.0' ? size : `${bits < 0 ? '−' : '+'}${size}`
}
