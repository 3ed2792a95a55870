/** Files that options name: they are read, and no output may take their place. */

import type { OptionName, Options } from '../options/options.js'
import { flagOf } from './names.js'
import { OPTIONS } from './table.js'

/**
 * The paths that options name, each with its name in messages. Values that stand for something built in (`zh`) are among them: no file of
 * that name is there, as a rule.
 *
 * @example namedFiles({ ...options, stopWords: ['zh', 'own.txt'] }) // [['zh', '--stop-words zh'], ['own.txt', '--stop-words own.txt']]
 */
export function namedFiles(options: Partial<Options>): (readonly [path: string, name: string])[] {
  return (Object.keys(OPTIONS) as OptionName[]).flatMap((name) => {
    if (!('readsFiles' in OPTIONS[name])) return []
    return [options[name] ?? []].flat().map((path) => [String(path), `--${flagOf(name)} ${path}`] as const)
  })
}
