/** Hands a file that the page made to the browser, to be saved under this name. */
export function save(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // A large file is still being written when the click is over.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
