/** Errors of the library in the language of the page. */
import { causeInChinese } from '../src/chinese/causes.zh.js'
import { ERRORS_ZH } from '../src/chinese/errors.zh.js'
import type { LeitongError } from '../src/errors.js'
import type { Language } from './language.js'

export const saidIn = (error: LeitongError, language: Language): { readonly message: string; readonly remedy: string } =>
  language === 'zh' ? error.from(ERRORS_ZH, causeInChinese) : error
