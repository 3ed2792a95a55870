/** Spellings of names: camel case in the library, with hyphens in the command. */

export const camel = (name: string): string => name.replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase())
/** @example kebab('bandRows') // 'band-rows' */
export const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
