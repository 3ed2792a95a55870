/** Numbers in texts. */

export const number = (n: number) => n.toLocaleString('en-US')
/** One of something, or several: `2 groups`. */
export const plural = (n: number, name: string) => `${number(n)} ${name}${n === 1 ? '' : 's'}`
