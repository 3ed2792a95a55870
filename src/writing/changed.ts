/** Which outputs have their new content: a command that is stopped says so. */

let note: (name: string) => void = () => {}

/** Has each output named from now on, as its content appears. One listener, of the command. */
export function watchChanges(listener: (name: string) => void): void {
  note = listener
}

/** An output has its new content, or a stream has begun to get it. */
export const changed = (name: string): void => note(name)
