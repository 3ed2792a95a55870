/** `leitong model build --engine`: a corpus model counted on a cluster, written here. */
import type { Options } from '../../options/options.js'
import { withOutput } from '../../writing/output-set.js'
import { watched } from './watched.js'

/** Counts the features of the input, and writes the model as a file of this machine. */
export const buildModelOnCluster = (inputs: readonly string[], options: Options, output: string) =>
  withOutput(output, [], async (file) => {
    const { countOnCluster } = await import('../../spark/model.js')
    const { bytes, ...figures } = await watched((hooks) => countOnCluster(inputs, options, hooks))
    await file.write(bytes)
    return { ...figures, pruned: 0 }
  })
