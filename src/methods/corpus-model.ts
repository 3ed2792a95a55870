/** Corpus models of runs. Apart from what a browser has use for, since it reads files. */
import type { Options } from '../options/options.js'
import { type LoadedModel, loadModel as load } from '../signing/corpus-model.js'
import { methodOf } from './methods.js'

/**
 * Loads the corpus model that the options name, and puts its checksum in its place.
 *
 * @returns undefined for the model when no weight asks for one
 * @throws {LeitongError} `SOURCE_MISSING`, `SOURCE_READ`, `MODEL_BROKEN`, `MODEL_UNLIKE`; `MODEL_NEEDED` when none is named
 */
export const loadModel = (options: Options): LoadedModel => load(methodOf(options).form, options)
