/**
 * The texts of the command in the language of the user. Set once, before anything is said; JSON, codes and documents stay as they are in
 * every language.
 */
import type { Language } from './language.js'
import { EN, type Texts } from './texts.en.js'
import { ZH } from './texts.zh.js'

const TEXTS: Readonly<Record<Language, Texts>> = { en: EN, zh: ZH }

let language: Language = 'en'

export const setLanguage = (chosen: Language): void => {
  language = chosen
}
export const languageNow = (): Language => language

/** The texts of the language that is set. */
export const texts = (): Texts => TEXTS[language]
