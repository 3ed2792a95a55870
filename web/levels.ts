/** Names of the levels at which values of fields are alike, as words of both pages, with # for a number; other names are of the data. */
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
  'level-a part not stated': ['a part not stated', '有一部分未写明'],
  'level-within # days': ['within # days', '相差 # 天以内'],
  'level-within #': ['within #', '相差 # 以内'],
  'level-from #': ['from #', '# 起'],
  'level-rare number shared': ['rare number shared', '有相同的少见数字'],
  'level-numbers agree': ['numbers agree', '数字一致'],
  'level-numbers differ': ['numbers differ', '数字不同'],
  'level-near': ['near', '接近'],
  'level-both sound': ['both sound', '均为有效号码'],
  'level-same mailbox elsewhere': ['same mailbox elsewhere', '邮箱名相同、域名不同'],
  'level-near mailbox': ['near mailbox', '邮箱名接近'],
  'level-joint': [', ', '，'],
} as const satisfies Readonly<Record<string, readonly [en: string, zh: string]>>

/** The name of a level in the language of the page: of some names a part says what numbers in the value do. */
export const levelIn = (level: string, say: (word: keyof typeof LEVELS) => string): string =>
  level
    .split(', ')
    .map((part) => {
      const [number = ''] = /\d[\d.]*(?: ?%)?/.exec(part) ?? []
      const word = `level-${part.replace(number, number && '#')}`
      return Object.hasOwn(LEVELS, word) ? say(word as keyof typeof LEVELS).replace('#', number) : part
    })
    .join(say('level-joint'))

/** Bits with their sign; nothing has none. @example signed(-0.04) // '0.0' */
export function signed(bits: number): string {
  const size = Math.abs(bits).toFixed(1)
  return size === '0.0' ? size : `${bits < 0 ? '−' : '+'}${size}`
}
