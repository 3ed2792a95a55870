/** Whether the user wants results only: `--quiet`. */
let quiet = false

export const setQuiet = (chosen: boolean): void => {
  quiet = chosen
}
export const isQuiet = (): boolean => quiet

/** Whether the user wants all that can be said: `--verbose`. */
let verbose = false

export const setVerbose = (chosen: boolean): void => {
  verbose = chosen
}
export const isVerbose = (): boolean => verbose
