/** Other spellings of one value, as different clerks and forms have them, for copies of rows. */
import type { Random } from './random.js'

const fullWidth = (text: string) => text.replace(/[0-9]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))

/** @param date  year, month and day as `2024-03-05` */
export function spellDate(date: string, random: Random): string {
  const [year = '', month = '', day = ''] = date.split('-')
  const [shortMonth, shortDay] = [String(Number(month)), String(Number(day))]
  return random.pick([
    `${year}/${shortMonth}/${shortDay}`,
    `${year}年${shortMonth}月${shortDay}日`,
    `${year}.${month}.${day}`,
    `${year}${month}${day}`,
    `${date} 00:00:00`,
    fullWidth(date),
  ])
}

/** @param phone  eleven digits */
export function spellPhone(phone: string, random: Random): string {
  const parts = [phone.slice(0, 3), phone.slice(3, 7), phone.slice(7)]
  return random.pick([`+86 ${phone}`, `+86${phone}`, `0086-${phone}`, parts.join('-'), parts.join(' '), fullWidth(phone)])
}

export function spellIdNumber(id: string, random: Random): string {
  return random.pick([id.toLowerCase(), fullWidth(id), `${id.slice(0, 6)} ${id.slice(6, 14)} ${id.slice(14)}`, ` ${id}`])
}

export function spellName(name: string, random: Random): string {
  return random.pick([`${name.charAt(0)} ${name.slice(1)}`, `${name.charAt(0)}　${name.slice(1)}`, `${name} `, `${name}（本人）`])
}

export function spellDistrict(district: string, random: Random): string {
  return random.pick([`本市${district}`, `${district} `, district.replace(/(新区|区|县)$/, '')])
}
