/** Errors in the language that is set. */
import type { LeitongError } from '../../errors.js'
import { ERRORS_ZH } from './errors.zh.js'
import { languageNow } from './texts.js'

/** What an error says and what helps. Causes that come from elsewhere, as from the system or a server, stay as they are. */
export const describeError = (error: LeitongError): { readonly message: string; readonly remedy: string } =>
  languageNow() === 'zh' ? error.from(ERRORS_ZH) : error
