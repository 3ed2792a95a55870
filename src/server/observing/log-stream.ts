/** Where log lines go: standard error, those of one turn of the event loop in one write. */

let held = ''

function flush(): void {
  const lines = held
  held = ''
  if (lines) process.stderr.write(lines)
}

/** A stream for the log. Each write to a pipe or a file waits for it, and a busy service has a line for every request. */
export const logStream = {
  write(line: string): void {
    if (!held) setImmediate(flush)
    held += line
  },
}

process.on('exit', flush)
