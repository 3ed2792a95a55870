/** The languages that pages speak. */
export type Language = 'en' | 'zh'

/** That of the browser. */
export const languageHere: Language = navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en'
