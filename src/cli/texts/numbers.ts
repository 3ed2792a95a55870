/** Numbers in texts. */

export const number = (n: number) => n.toLocaleString('en-US')
/** One of something, or several: `2 groups`. */
export const plural = (n: number, name: string) => `${number(n)} ${name}${n === 1 ? '' : 's'}`
/** A share of 1 in percent, two digits of it: `0.0032 %`. */
export const percent = (share: number) =>
  share > 0 && share < LEAST ? '< 0.0001 %' : `${(100 * share).toLocaleString('en-US', { maximumSignificantDigits: 2 })} %`
const LEAST = 1e-6
