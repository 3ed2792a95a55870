/** Files that merging reads: rules, and the groups of an earlier run. */
import { LeitongError } from '../../../errors.js'
import { readNamedFile } from '../../../named-file.js'
import { parseJson, toJson } from '../../../reading/whole-numbers-json.js'
import { isObject } from '../../../sources/rows/objects.js'
import { readJsonFile } from '../../../sources/rows/read-fields-file.js'
import type { EarlierGroups } from './group-ids.js'
import { isRulesFile, type MergeRules, rulesOf } from './rules.js'

/**
 * @param given  `field=rule,field=rule`, the path of a JSON file `{"field": "rule"}`, or such an object
 * @throws {LeitongError} `OPTION_VALUE`, `SOURCE_MISSING`, `SOURCE_READ`, `FIELDS_FILE`
 */
export const mergeRulesOf = (given: unknown): MergeRules => rulesOf(isRulesFile(given) ? readJsonFile(given) : given)

/**
 * Reads what an earlier run wrote with `--merge-sources`, as JSON lines.
 *
 * @throws {LeitongError} `SOURCE_MISSING`, `SOURCE_READ`
 */
export function readEarlierGroups(path: string): EarlierGroups {
  const earlier = new Map<string, string>()
  readNamedFile(path)
    .toString()
    .split('\n')
    .forEach((line, i) => {
      if (!line.trim()) return
      const read = tryParse(line)
      if (!isObject(read) || read['group'] === undefined || !Array.isArray(read['members']))
        throw new LeitongError(
          'SOURCE_READ',
          path,
          `line ${i + 1} is no line of --merge-sources in JSON lines: {"group":…,"members":[…],…}`,
        )
      for (const member of read['members']) earlier.set(toJson(member) as string, toJson(read['group']) as string)
    })
  return earlier
}

function tryParse(line: string): unknown {
  try {
    return parseJson(line)
  } catch {
    return undefined
  }
}
