/** Options that a run in memory cannot honour: they are refused, where leaving them out in silence would pass for a result. */
import { LeitongError } from '../../errors.js'
import { needsModel } from '../../methods/methods.js'
import { measureTraits } from '../../options/measures.js'
import type { OptionName, Options } from '../../options/options.js'
import { isStated } from '../../options/stated.js'

/** Options of files, databases and threads. */
const REFUSED: readonly OptionName[] = ['decisions', 'fields', 'table', 'query', 'ignore', 'workers', 'temp']

/** Refuses a path of a fields file: fields come as an object. @throws {LeitongError} `NEEDS_NODE` */
export function refuseFieldsFile(fields: unknown): void {
  if (typeof fields === 'string') throw new LeitongError('NEEDS_NODE', 'option "fields"')
}

/** A model of fields comes as an object. Anything else that is called one is looked at as the option of that name is. */
export function takeModel<Given extends { readonly model?: unknown }>({ model, ...values }: Given) {
  if (typeof model === 'object' && model !== null && !Array.isArray(model)) return { model, values }
  return { model: undefined, values: model === undefined ? values : { ...values, model } }
}

/** Refuses a path of a model of fields: it comes as an object. @throws {LeitongError} `NEEDS_NODE` */
export function refuseModelFile(options: Options, model: object | undefined): void {
  if (measureTraits(options).learns && !model && options.model !== 'input') throw new LeitongError('NEEDS_NODE', 'option "model" as a file')
}

/** @throws {LeitongError} `NEEDS_NODE` */
export function refuseNodeOptions(options: Options): void {
  const stated = REFUSED.find((name) => isStated(options, name))
  if (stated) throw new LeitongError('NEEDS_NODE', `option "${stated}"`)
  if (needsModel(options)) throw new LeitongError('NEEDS_NODE', `weight "${options.weight}" with its corpus model`)
}
