/** Errors in the words of the library: options by the names that they have there, where the command has flags. */
import { LeitongError } from '../errors.js'
import { flagOf, nameOf } from '../resolving/names.js'
import { OPTIONS } from '../resolving/table.js'

/** Names with a hyphen, which stand in messages without one before them too; not within a path, which stays as it is. */
const HYPHENED = Object.keys(OPTIONS)
  .map(flagOf)
  .filter((flag) => flag.includes('-'))
const BARE = new RegExp(`(?<![\\w/.\\\\-])(?:no-)?(?:${HYPHENED.join('|')}|(?<=no-)verify)(?![\\w/\\\\-]|\\.\\w)`, 'g')

/** @example inOptionNames('give --text-field or --no-verify') // 'give textField or verify: false' */
export function inOptionNames(text: string): string {
  return (
    text
      .replace('--help tells what each is for', 'docs/options.md tells what each is for')
      .replace(' or leitong --help', '')
      // The command reads the mapping from a file.
      .replace(/(?:"map" in )?--map(?![\w-])/g, 'mapping')
      // What an index keeps of its documents; in the command --keep is two options.
      .replaceAll('--keep text', "payload: 'text'")
      .replace(/(?<![\w-])--([a-z][a-z-]*[a-z])(?![\w-])/g, (_, flag: string) => said(flag))
      .replace(BARE, (name) => said(name))
  )
}

const said = (flag: string): string => (flag.startsWith('no-') ? `${nameOf(flag.slice(3))}: false` : nameOf(flag))

/** Says an error in other words, in its stack too. */
function sayOtherwise(error: LeitongError, inWords: (text: string) => string): void {
  const message = inWords(error.message)
  const stack = error.stack?.replace(error.message, () => message)
  Object.assign(error, { message, remedy: inWords(error.remedy), ...(stack === undefined ? {} : { stack }) })
}

function rethrow(error: unknown): never {
  if (error instanceof LeitongError) sayOtherwise(error, inOptionNames)
  throw error
}

async function* sayingAnew<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  try {
    yield* items
  } catch (error) {
    rethrow(error)
  }
}

/**
 * Does the work of a function of the library, at once, later, or item by item. Its errors name options as the caller writes them.
 *
 * @throws what the work throws
 */
export function withOptionNames<Result>(work: () => Result): Result {
  try {
    const result: unknown = work()
    if (result instanceof Promise) return result.catch(rethrow) as Result
    const isGenerator = typeof result === 'object' && result !== null && Symbol.asyncIterator in result
    return (isGenerator ? sayingAnew(result as AsyncIterable<unknown>) : result) as Result
  } catch (error) {
    return rethrow(error)
  }
}

/** The same object. Errors of its methods name options as the caller writes them. */
export function withNamedOptions<Kind extends object>(object: Kind): Kind {
  const methods = Object.getOwnPropertyDescriptors(Object.getPrototypeOf(object) as object)
  for (const [name, { value }] of Object.entries(methods) as [string, { value?: unknown }][]) {
    if (typeof value !== 'function' || name === 'constructor') continue
    const said = (...args: unknown[]) => withOptionNames(() => Reflect.apply(value, object, args) as unknown)
    Object.defineProperty(object, name, { value: said, configurable: true, writable: true })
  }
  return object
}
