/** Errors in the language that is set. */

import { causeInChinese } from '../../chinese/causes.zh.js'
import { ERRORS_ZH } from '../../chinese/errors.zh.js'
import type { LeitongError } from '../../errors.js'
import { languageNow } from './texts.js'

/** What an error says and what helps. Causes that come from elsewhere, as from the system or a server, stay as they are. */
export const describeError = (error: LeitongError): { readonly message: string; readonly remedy: string } =>
  languageNow() === 'zh' ? error.from(ERRORS_ZH, causeInChinese) : error
