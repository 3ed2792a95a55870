/** The options of methods in types: what a method does not have does not compile beside its name. */
import type { OptionsInput } from '../options/options.js'
import type { METHODS, MethodName } from './methods.js'

type OwnOf<Name extends MethodName> = (typeof METHODS)[Name]['own'][number]

/**
 * The method by its name, with none of the options that are of others alone. Without a name all are taken: a profile, a measure or a field may
 * bring a method.
 */
export type OwnOptions =
  | { readonly [Name in keyof Pick<OptionsInput, 'method'>]?: undefined }
  | {
      [Name in MethodName]: { readonly method: Name } & { readonly [Other in Exclude<OwnOf<MethodName>, OwnOf<Name>>]?: undefined }
    }[MethodName]
