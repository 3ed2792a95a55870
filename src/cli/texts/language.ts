/** The language that the command speaks. */

export const LANGUAGES = ['en', 'zh'] as const
export type Language = (typeof LANGUAGES)[number]

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The language by `--lang`, else by the first that is set of LC_ALL, LC_MESSAGES and LANG; English for every locale that is not Chinese.
 * A wrong `--lang` counts as none: the parser refuses it later.
 *
 * @param args  of the command line, without the program
 * @example languageOf([], { LANG: 'zh_CN.UTF-8' }) // 'zh'
 */
export function languageOf(args: readonly string[], { LC_ALL, LC_MESSAGES, LANG }: Environment): Language {
  const end = args.indexOf('--')
  const flags = end < 0 ? args : args.slice(0, end)
  const at = flags.findLastIndex((arg) => arg === '--lang' || arg.startsWith('--lang='))
  const stated = flags[at] === '--lang' ? flags[at + 1] : flags[at]?.slice('--lang='.length)
  if (stated === 'en' || stated === 'zh') return stated
  return /^zh([_.@-]|$)/i.test(LC_ALL || LC_MESSAGES || LANG || '') ? 'zh' : 'en'
}
