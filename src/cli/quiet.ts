/** Whether the user wants results only: `--quiet`. */
let quiet = false

export const setQuiet = (chosen: boolean): void => {
  quiet = chosen
}
export const isQuiet = (): boolean => quiet
